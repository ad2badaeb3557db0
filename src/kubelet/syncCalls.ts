import type { SyncCall } from '../machine/podEffects';
import type { Advance, CallReply, CallView } from './callProgram';
import { beginSyncPod, nextSyncPod, type SyncPodProgress } from './syncPod';
import {
  beginSyncTerminatedPod,
  nextSyncTerminatedPod,
  type SyncTerminatedPodProgress,
} from './syncTerminatedPod';
import {
  beginSyncTerminatingPod,
  nextSyncTerminatingPod,
  type SyncTerminatingPodProgress,
} from './syncTerminatingPod';
import {
  beginSyncTerminatingRuntimePod,
  nextSyncTerminatingRuntimePod,
  type SyncTerminatingRuntimePodProgress,
} from './syncTerminatingRuntimePod';

/** Where a sync call stands: data, so that a run can be saved, forked and explored in the middle of it. */
export type CallProgress =
  | SyncPodProgress
  | SyncTerminatingPodProgress
  | SyncTerminatingRuntimePodProgress
  | SyncTerminatedPodProgress;

/** The first step of a call. */
export function beginCall(call: SyncCall, view: CallView): Advance<CallProgress> {
  switch (call.fn) {
    case 'syncPod':
      return beginSyncPod(call, view);
    case 'syncTerminatingPod':
      return beginSyncTerminatingPod(call, view);
    case 'syncTerminatingRuntimePod':
      return beginSyncTerminatingRuntimePod(call);
    case 'syncTerminatedPod':
      return beginSyncTerminatedPod(call, view);
  }
}

/** The step after a reply. */
export function nextStep(progress: CallProgress, reply: CallReply, view: CallView): Advance<CallProgress> {
  switch (progress.fn) {
    case 'syncPod':
      return nextSyncPod(progress, reply, view);
    case 'syncTerminatingPod':
      return nextSyncTerminatingPod(progress, reply, view);
    case 'syncTerminatingRuntimePod':
      return nextSyncTerminatingRuntimePod(progress, reply);
    case 'syncTerminatedPod':
      return nextSyncTerminatedPod(progress, reply, view);
  }
}
