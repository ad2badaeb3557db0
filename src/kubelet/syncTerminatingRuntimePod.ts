import type { SyncCall } from '../machine/podEffects';
import type { Advance, CallReply } from './callProgram';
import { beginRuntimeStop, nextStop, type StopProgress } from './stopContainers';

/** How far a SyncTerminatingRuntimePod has come. JSON. */
export interface SyncTerminatingRuntimePodProgress {
  readonly fn: 'syncTerminatingRuntimePod';
  readonly stop: StopProgress;
}

type Step = Advance<SyncTerminatingRuntimePodProgress>;

/** The grace period of a pod that nobody knows: nothing tells how long it may take. */
const RUNTIME_ONLY_GRACE = 1;

/** Stops what runs of a pod that no source knows (`kubelet.go SyncTerminatingRuntimePod`). There is no status to write. */
export function beginSyncTerminatingRuntimePod(
  call: Extract<SyncCall, { fn: 'syncTerminatingRuntimePod' }>,
): Step {
  const { progress, step } = beginRuntimeStop(call.runtimePod, call.gracePeriod ?? RUNTIME_ONLY_GRACE);
  return { progress: { fn: 'syncTerminatingRuntimePod', stop: progress }, step };
}

export function nextSyncTerminatingRuntimePod(
  progress: SyncTerminatingRuntimePodProgress,
  reply: CallReply,
): Step {
  const { progress: stop, step } = nextStop(progress.stop, reply);
  return { progress: { ...progress, stop }, step };
}
