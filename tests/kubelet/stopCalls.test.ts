import { describe, expect, it } from 'vitest';
import { podUID } from '../../src/api/pod';
import type { SyncCall } from '../../src/machine/podEffects';
import { newContainerSpec, newPod, runtimePodOf, withSpec } from '../helpers/newPod';
import { container, exited, playCall, runtimeOf, sandbox, type World } from './playCall';

const web = newPod();
const two = withSpec(web, { containers: [newContainerSpec(), newContainerSpec({ name: 'side' })] });
const other = newPod({ uid: podUID('b'), name: 'db' });
const running = runtimeOf(web, [container(web)]);
const BOOM = 'rpc error: code = Unknown desc = boom';
const stop = (over: Partial<Extract<SyncCall, { fn: 'syncTerminatingPod' }>> = {}): SyncCall => ({
  fn: 'syncTerminatingPod',
  pod: web,
  gracePeriod: 30,
  statusFn: null,
  ...over,
});
const stopRuntime: SyncCall = {
  fn: 'syncTerminatingRuntimePod',
  runtimePod: runtimePodOf(web),
  gracePeriod: null,
};
const cleanUp: SyncCall = { fn: 'syncTerminatedPod', pod: web };

interface StopRow {
  desc: string;
  call: SyncCall;
  world?: World;
  does: readonly string[];
}

const TERMINATING: readonly StopRow[] = [
  {
    desc: 'The container is stopped with the grace period, then the sandbox; then it is looked at again.',
    call: stop({ gracePeriod: 12 }),
    world: { runtime: running },
    does: [
      'status Running',
      'StopContainer c-app 12s',
      'StopPodSandbox s1',
      'ListContainers',
      'ContainerStatus c-app',
      'status Failed',
      'return ok',
    ],
  },
  {
    desc: "Where no grace period is given the pod's own counts.",
    call: stop({ pod: newPod({ terminationGracePeriod: 45 }), gracePeriod: null }),
    world: { runtime: running },
    does: [
      'status Running',
      'StopContainer c-app 45s',
      'StopPodSandbox s1',
      'ListContainers',
      'ContainerStatus c-app',
      'status Failed',
      'return ok',
    ],
  },
  {
    desc: 'All running containers are stopped at once; one that has exited is left alone.',
    call: stop({ pod: withSpec(two, {}) }),
    world: {
      runtime: runtimeOf(web, [
        exited(web, 1, { id: 'old', name: 'app' }),
        container(web),
        container(web, { name: 'side' }),
      ]),
    },
    does: [
      'status Running',
      'StopContainer c-app 30s',
      'StopContainer c-side 30s',
      'StopPodSandbox s1',
      'ListContainers',
      'ContainerStatus old',
      'ContainerStatus c-app',
      'ContainerStatus c-side',
      'status Failed',
      'return ok',
    ],
  },
  {
    desc: 'A pod of which nothing is there is stopped when the runtime has confirmed it.',
    call: stop(),
    does: ['status Pending', 'ListContainers', 'status Failed', 'return ok'],
  },
  {
    desc: 'A pod whose containers have ended well has succeeded.',
    call: stop(),
    world: {
      runtime: runtimeOf(web, [exited(web, 0)]),
      previous: { phase: 'Succeeded', reason: '', containers: [] },
    },
    does: [
      'status Succeeded',
      'StopPodSandbox s1',
      'ListContainers',
      'ContainerStatus c-app',
      'status Succeeded',
      'return ok',
    ],
  },
  {
    desc: 'The status of who asked for the kill is written before and after.',
    call: stop({ statusFn: 4 }),
    world: { runtime: running, evicted: 4 },
    does: [
      'status Failed Evicted',
      'StopContainer c-app 30s',
      'StopPodSandbox s1',
      'ListContainers',
      'ContainerStatus c-app',
      'status Failed Evicted',
      'return ok',
    ],
  },
  {
    desc: 'Before v1.27 a pod that is to run always stays Running when it is stopped, as a static pod does still.',
    call: stop(),
    world: { runtime: running, endsInTerminalPhase: false },
    does: [
      'status Running',
      'StopContainer c-app 30s',
      'StopPodSandbox s1',
      'ListContainers',
      'ContainerStatus c-app',
      'status Running',
      'return ok',
    ],
  },
  {
    desc: 'A container that would not stop does not keep the sandbox from being stopped.',
    call: stop(),
    world: { runtime: running, answers: { StopContainer: 'boom' } },
    does: [
      'status Running',
      'StopContainer c-app 30s',
      'StopPodSandbox s1',
      `return error: failed to "KillContainer" for "app" with KillContainerError: "${BOOM}"`,
    ],
  },
  {
    desc: 'A sandbox that would not stop is an error.',
    call: stop(),
    world: { runtime: running, answers: { StopPodSandbox: 'boom' } },
    does: [
      'status Running',
      'StopContainer c-app 30s',
      'StopPodSandbox s1',
      `return error: failed to "KillPodSandbox" for "a" with KillPodSandboxError: "${BOOM}"`,
    ],
  },
  {
    desc: 'All errors are told together.',
    call: stop(),
    world: { runtime: running, answers: { StopContainer: 'boom', StopPodSandbox: 'boom' } },
    does: [
      'status Running',
      'StopContainer c-app 30s',
      'StopPodSandbox s1',
      `return error: [failed to "KillContainer" for "app" with KillContainerError: "${BOOM}", failed to "KillPodSandbox" for "a" with KillPodSandboxError: "${BOOM}"]`,
    ],
  },
  {
    desc: 'The error names the container that it is about.',
    call: stop({ pod: two }),
    world: {
      runtime: runtimeOf(web, [container(web), container(web, { name: 'side' })]),
      answers: { 'StopContainer c-side 30s': 'boom' },
    },
    does: [
      'status Running',
      'StopContainer c-app 30s',
      'StopContainer c-side 30s',
      'StopPodSandbox s1',
      `return error: failed to "KillContainer" for "side" with KillContainerError: "${BOOM}"`,
    ],
  },
  {
    desc: 'Without a second look nothing is known to be stopped.',
    call: stop(),
    world: { runtime: running, answers: { ListContainers: 'boom' } },
    does: [
      'status Running',
      'StopContainer c-app 30s',
      'StopPodSandbox s1',
      'ListContainers',
      `return error: ${BOOM}`,
    ],
  },
  {
    desc: 'Nor if a container cannot be looked at.',
    call: stop(),
    world: { runtime: running, answers: { ContainerStatus: 'boom' } },
    does: [
      'status Running',
      'StopContainer c-app 30s',
      'StopPodSandbox s1',
      'ListContainers',
      'ContainerStatus c-app',
      `return error: ${BOOM}`,
    ],
  },
  {
    desc: 'A runtime that says stopped and lets the container run is found out.',
    call: stop(),
    world: {
      runtime: running,
      answers: {
        ContainerStatus: { ok: true, value: { kind: 'containers', containers: [container(web)] } },
      },
    },
    does: [
      'status Running',
      'StopContainer c-app 30s',
      'StopPodSandbox s1',
      'ListContainers',
      'ContainerStatus c-app',
      'return error: containers still run although the runtime stopped them (CRI violation): app',
    ],
  },
];

const RUNTIME_ONLY: readonly StopRow[] = [
  {
    desc: 'What runs is asked of the runtime; it gets one second, and no status is written.',
    call: stopRuntime,
    world: { runtime: running },
    does: [
      'ListPodSandbox',
      'ListContainers',
      'StopContainer c-app 1s',
      'StopPodSandbox s1',
      'ListContainers',
      'ContainerStatus c-app',
      'return ok',
    ],
  },
  {
    desc: 'A grace period that is given counts.',
    call: { ...stopRuntime, gracePeriod: 3 },
    world: { runtime: running },
    does: [
      'ListPodSandbox',
      'ListContainers',
      'StopContainer c-app 3s',
      'StopPodSandbox s1',
      'ListContainers',
      'ContainerStatus c-app',
      'return ok',
    ],
  },
  {
    desc: 'Of the list only what is of this pod is stopped.',
    call: stopRuntime,
    world: {
      runtime: runtimeOf(
        web,
        [container(other, { id: 'c-other' })],
        [sandbox(runtimePodOf(other), { id: 's-other' })],
      ),
    },
    does: ['ListPodSandbox', 'ListContainers', 'ListContainers', 'return ok'],
  },
  {
    desc: 'Without the list nothing can be stopped.',
    call: stopRuntime,
    world: { runtime: running, answers: { ListPodSandbox: 'boom' } },
    does: ['ListPodSandbox', 'ListContainers', `return error: ${BOOM}`],
  },
  {
    desc: 'A stop that fails is an error.',
    call: stopRuntime,
    world: { runtime: running, answers: { StopPodSandbox: 'boom' } },
    does: [
      'ListPodSandbox',
      'ListContainers',
      'StopContainer c-app 1s',
      'StopPodSandbox s1',
      `return error: failed to "KillPodSandbox" for "a" with KillPodSandboxError: "${BOOM}"`,
    ],
  },
];

const TERMINATED: readonly StopRow[] = [
  {
    desc: 'Volumes, cgroup, and only then the status manager learns that the pod is finished.',
    call: cleanUp,
    world: { runtime: runtimeOf(web, [exited(web, 143)]) },
    does: ['status Failed', 'unmountVolumes', 'removeCgroup', 'status Failed finished', 'return ok'],
  },
  {
    desc: 'Before v1.27 the last status of a pod that is to run always is Running.',
    call: cleanUp,
    world: { runtime: runtimeOf(web, [exited(web, 143)]), endsInTerminalPhase: false },
    does: ['status Running', 'unmountVolumes', 'removeCgroup', 'status Running finished', 'return ok'],
  },
  {
    desc: 'While volumes are mounted the cgroup stays.',
    call: cleanUp,
    world: { answers: { unmountVolumes: 'timed out waiting for the condition' } },
    does: ['status Failed', 'unmountVolumes', 'return error: timed out waiting for the condition'],
  },
  {
    desc: 'While there is a cgroup the pod is not finished.',
    call: cleanUp,
    world: { answers: { removeCgroup: 'device or resource busy' } },
    does: ['status Failed', 'unmountVolumes', 'removeCgroup', 'return error: device or resource busy'],
  },
];

describe.each([
  ['SyncTerminatingPod', TERMINATING],
  ['SyncTerminatingRuntimePod', RUNTIME_ONLY],
  ['SyncTerminatedPod', TERMINATED],
] as const)('%s', (_, rows) => {
  it.each(rows)('$desc', ({ call, world, does }) => {
    expect(playCall(call, world)).toEqual(does);
  });
});
