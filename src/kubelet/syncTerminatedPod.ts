import type { Pod } from '../api/pod';
import type { SyncCall } from '../machine/podEffects';
import { type Advance, type CallReply, type CallView, returns } from './callProgram';
import { generateStatus } from './generateStatus';

/** How far a SyncTerminatedPod has come. JSON. */
export interface SyncTerminatedPodProgress {
  readonly fn: 'syncTerminatedPod';
  readonly pod: Pod;
  readonly at: 'unmounting' | 'removingCgroup';
}

type Step = Advance<SyncTerminatedPodProgress>;

/**
 * Cleans up after a pod whose containers are stopped (`kubelet.go SyncTerminatedPod`): last status, volumes, cgroup. When it
 * is through, the status manager learns that the pod is finished, and only then may its API object go.
 */
export function beginSyncTerminatedPod(
  call: Extract<SyncCall, { fn: 'syncTerminatedPod' }>,
  view: CallView,
): Step {
  const { pod } = call;
  return {
    progress: { fn: 'syncTerminatedPod', pod, at: 'unmounting' },
    step: { do: 'unmountVolumes' },
    statuses: [{ uid: pod.uid, status: lastStatus(pod, view), finished: false }],
  };
}

export function nextSyncTerminatedPod(
  progress: SyncTerminatedPodProgress,
  reply: CallReply,
  view: CallView,
): Step {
  const error = reply.kind === 'step' ? reply.error : null;
  if (error !== null) return { progress, step: returns('error', error) };
  if (progress.at === 'unmounting') {
    return { progress: { ...progress, at: 'removingCgroup' }, step: { do: 'removeCgroup' } };
  }
  const { pod } = progress;
  return {
    progress,
    step: returns('ok'),
    statuses: [{ uid: pod.uid, status: lastStatus(pod, view), finished: true }],
  };
}

const lastStatus = (pod: Pod, view: CallView) =>
  generateStatus(pod, view.runtimeStatus(pod.uid), view.endsInTerminalPhase(pod), view.previousStatus(pod));
