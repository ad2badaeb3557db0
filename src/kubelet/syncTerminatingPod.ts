import type { Pod } from '../api/pod';
import type { SyncCall } from '../machine/podEffects';
import type { Advance, CallReply, CallView, StatusWrite } from './callProgram';
import { generateStatus } from './generateStatus';
import { beginStop, nextStop, type StopProgress } from './stopContainers';

/** How far a SyncTerminatingPod has come. JSON. */
export interface SyncTerminatingPodProgress {
  readonly fn: 'syncTerminatingPod';
  readonly pod: Pod;
  readonly statusFn: number | null;
  readonly stop: StopProgress;
}

type Step = Advance<SyncTerminatingPodProgress>;

/**
 * Stops the containers of a pod within its grace period (`kubelet.go SyncTerminatingPod`). Without one given, the pod's own
 * counts. The stop is not cut short by a cancelled context: a shorter grace period takes effect in the next call.
 */
export function beginSyncTerminatingPod(
  call: Extract<SyncCall, { fn: 'syncTerminatingPod' }>,
  view: CallView,
): Step {
  const { pod, statusFn } = call;
  const runtime = view.runtimeStatus(pod.uid);
  const { name, namespace, uid } = pod;
  const grace = call.gracePeriod ?? pod.terminationGracePeriod ?? 30;
  const { progress, step } = beginStop(
    { uid, name, namespace },
    grace,
    runtime.containers,
    runtime.sandboxes,
  );
  const status = {
    ...generateStatus(pod, runtime, false, view.previousStatus(pod)),
    ...view.statusOf(statusFn),
  };
  return {
    progress: { fn: 'syncTerminatingPod', pod, statusFn, stop: progress },
    step,
    statuses: [{ uid, status, finished: false }],
  };
}

export function nextSyncTerminatingPod(
  progress: SyncTerminatingPodProgress,
  reply: CallReply,
  view: CallView,
): Step {
  const { progress: stop, step, after } = nextStop(progress.stop, reply);
  const { pod, statusFn } = progress;
  const next = { ...progress, stop };
  if (after === null) return { progress: next, step };
  const runtime = { ...view.runtimeStatus(pod.uid), containers: after };
  const status = {
    ...generateStatus(pod, runtime, view.endsInTerminalPhase(pod), view.previousStatus(pod)),
    ...view.statusOf(statusFn),
  };
  const statuses: StatusWrite[] = [{ uid: pod.uid, status, finished: false }];
  return { progress: next, step, statuses };
}
