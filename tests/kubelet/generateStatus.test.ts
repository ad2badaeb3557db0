import { describe, expect, it } from 'vitest';
import type { ContainerStatus } from '../../src/api/containerStatus';
import type { Pod } from '../../src/api/pod';
import { NO_STATUS, type PodPhase, type PodStatus } from '../../src/api/podStatus';
import { generateStatus } from '../../src/kubelet/generateStatus';
import type { ContainerView } from '../../src/runtime/criCalls';
import { newContainerSpec, newPod, withSpec } from '../helpers/newPod';
import { container, exited, runtimeOf } from './playCall';

const web = newPod();
const policy = (restartPolicy: Pod['spec']['restartPolicy'], pod = web) => withSpec(pod, { restartPolicy });
const two = withSpec(web, { containers: [newContainerSpec(), newContainerSpec({ name: 'side' })] });
const withInit = withSpec(web, { initContainers: [newContainerSpec({ name: 'init' })] });
const side = (code: number) => exited(web, code, { id: 'c-side', name: 'side' });
const init = (code: number) => exited(web, code, { id: 'c-init', name: 'init' });

const PHASES: readonly {
  desc: string;
  pod: Pod;
  containers: readonly ContainerView[];
  phase: PodPhase;
  /** The phase once no container will be started any more. */
  ended: PodPhase;
}[] = [
  { desc: 'nothing has run', pod: web, containers: [], phase: 'Pending', ended: 'Failed' },
  {
    desc: 'its container is created',
    pod: web,
    containers: [container(web, { state: 'created' })],
    phase: 'Pending',
    ended: 'Failed',
  },
  { desc: 'its container runs', pod: web, containers: [container(web)], phase: 'Running', ended: 'Running' },
  {
    desc: 'one of two runs, the other has ended',
    pod: policy('Never', two),
    containers: [container(web), side(1)],
    phase: 'Running',
    ended: 'Running',
  },
  {
    desc: 'Always: its container ended well and will run again',
    pod: web,
    containers: [exited(web, 0)],
    phase: 'Running',
    ended: 'Succeeded',
  },
  {
    desc: 'Always: its container failed and will run again',
    pod: web,
    containers: [exited(web, 1)],
    phase: 'Running',
    ended: 'Failed',
  },
  {
    desc: 'OnFailure: its container ended well',
    pod: policy('OnFailure'),
    containers: [exited(web, 0)],
    phase: 'Succeeded',
    ended: 'Succeeded',
  },
  {
    desc: 'OnFailure: its container failed and will run again',
    pod: policy('OnFailure'),
    containers: [exited(web, 1)],
    phase: 'Running',
    ended: 'Failed',
  },
  {
    desc: 'Never: its container ended well',
    pod: policy('Never'),
    containers: [exited(web, 0)],
    phase: 'Succeeded',
    ended: 'Succeeded',
  },
  {
    desc: 'Never: its container failed',
    pod: policy('Never'),
    containers: [exited(web, 1)],
    phase: 'Failed',
    ended: 'Failed',
  },
  {
    desc: 'Never: one of two failed',
    pod: policy('Never', two),
    containers: [exited(web, 0), side(1)],
    phase: 'Failed',
    ended: 'Failed',
  },
  {
    desc: 'Never: one of two ended well, the other never ran',
    pod: policy('Never', two),
    containers: [exited(web, 0)],
    phase: 'Pending',
    ended: 'Failed',
  },
  {
    desc: 'the newest container counts',
    pod: policy('OnFailure'),
    containers: [exited(web, 1, { id: 'old' }), exited(web, 0)],
    phase: 'Succeeded',
    ended: 'Succeeded',
  },
  {
    desc: 'Never: an init container failed',
    pod: policy('Never', withInit),
    containers: [init(1)],
    phase: 'Failed',
    ended: 'Failed',
  },
  {
    desc: 'Always: an init container failed and will run again',
    pod: withInit,
    containers: [init(1)],
    phase: 'Pending',
    ended: 'Failed',
  },
];

describe('the phase of a pod', () => {
  it.each(PHASES)('$desc: $phase, and in the end $ended', ({ pod, containers, phase, ended }) => {
    const runtime = runtimeOf(pod, containers);
    expect(generateStatus(pod, runtime, false, NO_STATUS).phase).toBe(phase);
    expect(generateStatus(pod, runtime, true, NO_STATUS).phase).toBe(ended);
  });

  it.each(['Failed', 'Succeeded'] as const)('stays %s once it is, with its reason', (phase) => {
    const previous = { phase, reason: 'Evicted', containers: [] };
    expect(generateStatus(web, runtimeOf(web, [container(web)]), false, previous)).toMatchObject({
      phase,
      reason: 'Evicted',
    });
  });

  it('drops the reason of a phase that is not terminal', () => {
    const previous = { phase: 'Pending', reason: 'Whatever', containers: [] } as const;
    expect(generateStatus(web, runtimeOf(web, [container(web)]), false, previous)).toMatchObject({
      phase: 'Running',
      reason: '',
    });
  });
});

describe('the containers of a pod', () => {
  it('wait for the creation, or for the init containers', () => {
    const waiting = (pod: Pod, containers: readonly ContainerView[]) =>
      generateStatus(pod, runtimeOf(pod, containers), false, NO_STATUS).containers;
    const state = (reason: string) => [
      { name: 'app', image: 'app:1', restarts: 0, state: { kind: 'waiting', reason } },
    ];
    expect(waiting(web, [])).toEqual(state('ContainerCreating'));
    expect(waiting(withInit, [container(web, { name: 'init' })])).toEqual(state('PodInitializing'));
    expect(waiting(withInit, [init(1)])).toEqual(state('PodInitializing'));
    expect(waiting(withInit, [init(0)])).toEqual(state('ContainerCreating'));
  });

  it('count how often they were started again', () => {
    const containers = [exited(web, 1, { id: '1' }), exited(web, 1, { id: '2' }), container(web)];
    expect(generateStatus(web, runtimeOf(web, containers), false, NO_STATUS).containers).toEqual([
      { name: 'app', image: 'app:1', restarts: 2, state: { kind: 'running' } },
    ]);
  });

  it('tell their exit code', () => {
    expect(generateStatus(web, runtimeOf(web, [exited(web, 137)]), false, NO_STATUS).containers).toEqual([
      { name: 'app', image: 'app:1', restarts: 0, state: { kind: 'terminated', exitCode: 137 } },
    ]);
  });
});

describe('containers that the runtime no longer shows', () => {
  const nothing = runtimeOf(web, []);
  const earlier = (state: ContainerStatus['state']): PodStatus => ({
    phase: 'Running',
    reason: '',
    containers: [{ name: 'app', image: 'web:1', restarts: 2, state }],
  });
  it.each([
    { desc: 'an end that was told stays', state: { kind: 'terminated', exitCode: 0 }, exitCode: 0 },
    { desc: 'an end that was never told is unknown', state: { kind: 'running' }, exitCode: 137 },
  ] as const)('$desc', ({ state, exitCode }) => {
    for (const [terminating, phase] of [
      [false, 'Running'],
      [true, exitCode === 0 ? 'Succeeded' : 'Failed'],
    ] as const) {
      const status = generateStatus(web, nothing, terminating, earlier(state));
      expect(status.phase).toBe(phase);
      expect(status.containers).toMatchObject([{ restarts: 2, state: { kind: 'terminated', exitCode } }]);
    }
  });
  it('one that has never run still waits', () => {
    const status = generateStatus(web, nothing, false, earlier({ kind: 'waiting', reason: 'x' }));
    expect(status.phase).toBe('Pending');
  });
});
