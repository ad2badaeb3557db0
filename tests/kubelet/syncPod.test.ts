import { describe, expect, it } from 'vitest';
import type { Pod } from '../../src/api/pod';
import { newContainerSpec, newMirrorPod, newPod, newStaticPod, withSpec } from '../helpers/newPod';
import { container, exited, playCall, runtimeOf, type World } from './playCall';

const web = newPod();
const two = withSpec(web, {
  containers: [newContainerSpec(), newContainerSpec({ name: 'side', image: 'side:1' })],
});
const withVolume = withSpec(web, { volumes: ['data'] });
const withInit = withSpec(web, { initContainers: [newContainerSpec({ name: 'init', image: 'init:1' })] });
const fixed = newStaticPod();
const START_APP = ['PullImage app:1', 'CreateContainer app in s2', 'StartContainer new-app'];
const START_SIDE = ['PullImage side:1', 'CreateContainer side in s2', 'StartContainer new-side'];
const BOOM = 'rpc error: code = Unknown desc = boom';

interface SyncRow {
  desc: string;
  pod?: Pod;
  mirrorPod?: Pod;
  world?: World;
  does: readonly string[];
}

const ROWS: readonly SyncRow[] = [
  {
    desc: 'A pod of which nothing is there gets a sandbox, its image and its container.',
    does: ['status Pending', 'RunPodSandbox', ...START_APP, 'return ok'],
  },
  {
    desc: 'A running pod needs nothing.',
    world: { runtime: runtimeOf(web, [container(web)]) },
    does: ['status Running', 'return ok'],
  },
  {
    desc: 'A pod that has been seen to be over is told to be over.',
    world: { previous: { phase: 'Succeeded', reason: '', containers: [] } },
    does: ['status Succeeded', 'return terminal'],
  },
  {
    desc: 'A pod whose containers have all ended is told so in the call that writes it.',
    pod: withSpec(web, { restartPolicy: 'Never' }),
    world: { runtime: runtimeOf(web, [exited(web, 0)]) },
    does: ['status Succeeded', 'return terminal'],
  },
  {
    desc: 'Without a network nothing is started; the error says so in the words that make the retry short.',
    world: { networkReady: false },
    does: [
      'status Pending',
      'return networkNotReady: network is not ready: container runtime network not ready',
    ],
  },
  {
    desc: 'A pod on the network of the host does not mind.',
    pod: withSpec(web, { hostNetwork: true }),
    world: { networkReady: false },
    does: ['status Pending', 'RunPodSandbox', ...START_APP, 'return ok'],
  },
  {
    desc: 'Without a network not even a mirror pod is made.',
    pod: fixed,
    world: { networkReady: false },
    does: [
      'status Pending',
      'return networkNotReady: network is not ready: container runtime network not ready',
    ],
  },
  {
    desc: 'A static pod without a mirror pod gets one first.',
    pod: fixed,
    does: ['status Pending', 'createMirrorPod', 'RunPodSandbox', ...START_APP, 'return ok'],
  },
  {
    desc: 'If that fails it starts all the same.',
    pod: fixed,
    world: { answers: { createMirrorPod: 'API server down' } },
    does: ['status Pending', 'createMirrorPod', 'RunPodSandbox', ...START_APP, 'return ok'],
  },
  {
    desc: 'A mirror pod that shows the static pod as it is stays.',
    pod: fixed,
    mirrorPod: newMirrorPod(fixed),
    does: ['status Pending', 'RunPodSandbox', ...START_APP, 'return ok'],
  },
  {
    desc: 'An outdated mirror pod is replaced.',
    pod: fixed,
    mirrorPod: newMirrorPod(withSpec(fixed, { hostNetwork: true })),
    does: [
      'status Pending',
      'deleteMirrorPod',
      'createMirrorPod',
      'RunPodSandbox',
      ...START_APP,
      'return ok',
    ],
  },
  {
    desc: 'So is one that is being deleted.',
    pod: fixed,
    mirrorPod: newMirrorPod(fixed, { deletion: { at: 0 as never, gracePeriod: null } }),
    does: [
      'status Pending',
      'deleteMirrorPod',
      'createMirrorPod',
      'RunPodSandbox',
      ...START_APP,
      'return ok',
    ],
  },
  {
    desc: 'An outdated mirror pod that cannot be deleted is left for the next sync.',
    pod: fixed,
    mirrorPod: newMirrorPod(withSpec(fixed, { hostNetwork: true })),
    world: { answers: { deleteMirrorPod: 'API server down' } },
    does: ['status Pending', 'deleteMirrorPod', 'RunPodSandbox', ...START_APP, 'return ok'],
  },
  {
    desc: 'An API pod has no mirror pod.',
    does: ['status Pending', 'RunPodSandbox', ...START_APP, 'return ok'],
  },
  {
    desc: 'Volumes come before everything in the runtime.',
    pod: withVolume,
    does: ['status Pending', 'mountVolumes', 'RunPodSandbox', ...START_APP, 'return ok'],
  },
  {
    desc: 'Without its volumes the pod is not started.',
    pod: withVolume,
    world: { answers: { mountVolumes: 'timed out waiting for the condition' } },
    does: ['status Pending', 'mountVolumes', 'return error: timed out waiting for the condition'],
  },
  {
    desc: 'Without a sandbox nothing else is tried.',
    world: { answers: { RunPodSandbox: 'boom' } },
    does: ['status Pending', 'RunPodSandbox', `return error: failed to "CreatePodSandbox" for "a": ${BOOM}`],
  },
  {
    desc: 'An image that cannot be pulled is an error of its container.',
    world: { answers: { PullImage: 'boom' } },
    does: [
      'status Pending',
      'RunPodSandbox',
      'PullImage app:1',
      `return error: failed to "StartContainer" for "app" with ErrImagePull: ${BOOM}`,
    ],
  },
  {
    desc: 'So is a container that cannot be created.',
    world: { answers: { CreateContainer: 'boom' } },
    does: [
      'status Pending',
      'RunPodSandbox',
      'PullImage app:1',
      'CreateContainer app in s2',
      `return error: failed to "StartContainer" for "app" with CreateContainerError: ${BOOM}`,
    ],
  },
  {
    desc: 'And one that cannot be started.',
    world: { answers: { StartContainer: 'boom' } },
    does: [
      'status Pending',
      'RunPodSandbox',
      ...START_APP,
      `return error: failed to "StartContainer" for "app" with RunContainerError: ${BOOM}`,
    ],
  },
  {
    desc: 'The other containers are started all the same.',
    pod: two,
    world: { answers: { 'PullImage app:1': 'boom' } },
    does: [
      'status Pending',
      'RunPodSandbox',
      'PullImage app:1',
      ...START_SIDE,
      `return error: failed to "StartContainer" for "app" with ErrImagePull: ${BOOM}`,
    ],
  },
  {
    desc: 'The errors of all are told together.',
    pod: two,
    world: { answers: { 'PullImage app:1': 'boom', 'StartContainer new-side': 'bang' } },
    does: [
      'status Pending',
      'RunPodSandbox',
      'PullImage app:1',
      ...START_SIDE,
      `return error: failed to "StartContainer" for "app" with ErrImagePull: ${BOOM}, failed to "StartContainer" for "side" with RunContainerError: rpc error: code = Unknown desc = bang`,
    ],
  },
  {
    desc: 'A container that crashed waits for its back-off.',
    world: { runtime: runtimeOf(web, [exited(web, 1)]), restartWait: 8_500 },
    does: [
      'status Running',
      'return error: failed to "StartContainer" for "app" with CrashLoopBackOff: "back-off 9s restarting failed container"',
    ],
  },
  {
    desc: 'When it is over it is started in the sandbox that is there.',
    world: { runtime: runtimeOf(web, [exited(web, 1)]) },
    does: [
      'status Running',
      'PullImage app:1',
      'CreateContainer app in s1',
      'StartContainer new-app',
      'return ok',
    ],
  },
  {
    desc: 'An init container comes alone: what follows waits for another sync.',
    pod: withInit,
    does: [
      'status Pending',
      'RunPodSandbox',
      'PullImage init:1',
      'CreateContainer init in s2',
      'StartContainer new-init',
      'return ok',
    ],
  },
];

describe('SyncPod', () => {
  it.each(ROWS)('$desc', ({ pod = web, mirrorPod = null, world, does }) => {
    expect(playCall({ fn: 'syncPod', updateType: 'create', pod, mirrorPod }, world)).toEqual(does);
  });
});
