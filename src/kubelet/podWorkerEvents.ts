import type { PodFullName, PodUID, RuntimePod } from '../api/pod';
import type { IgnoreReason } from '../machine/podEffects';
import type { CallResult } from '../machine/podEvents';
import type { Lifecycle } from '../machine/podSyncStatus';
import type { UpdateType, WorkType } from '../machine/podUpdate';

/** Why a termination began, in the order in which the worker looks. */
export type TerminationCause = 'runtimeOnly' | 'deletionTimestamp' | 'terminalPhase' | 'evicted' | 'removed';

/**
 * What the pod workers did, as data for the trace. Each is said once, by the one place that knows it; log lines,
 * explanations and counters are read from these.
 */
export type PodWorkerEvent =
  | {
      readonly kind: 'updateReceived';
      readonly uid: PodUID;
      readonly type: UpdateType;
      readonly runtimeOnly: boolean;
      readonly firstSight: boolean;
      /** The phase that the update is for, after it was taken; `null` if it was ignored. */
      readonly work: WorkType | null;
      /** `replaced`: an older update was waiting and is gone (coalesced). `waits`: a call is under way. */
      readonly outcome: 'wakesWorker' | 'waits' | 'replaced' | 'ignored';
      readonly ignored: IgnoreReason | null;
      readonly cause: TerminationCause | null;
      readonly gracePeriod: number;
    }
  | { readonly kind: 'phaseEntered'; readonly uid: PodUID; readonly from: Lifecycle; readonly to: Lifecycle }
  | { readonly kind: 'terminalAtFirstSight'; readonly uid: PodUID }
  | { readonly kind: 'turnTaken'; readonly uid: PodUID; readonly work: WorkType }
  | {
      readonly kind: 'cannotStartYet';
      readonly uid: PodUID;
      readonly name: PodFullName;
      readonly holder: PodUID | null;
    }
  | { readonly kind: 'cannotStartEver'; readonly uid: PodUID }
  | { readonly kind: 'callCancelled'; readonly uid: PodUID }
  | {
      readonly kind: 'turnEnded';
      readonly uid: PodUID;
      readonly work: WorkType;
      readonly result: CallResult;
      readonly nextIsPending: boolean;
    }
  | { readonly kind: 'workerStopped'; readonly uid: PodUID }
  | { readonly kind: 'killCompleted'; readonly uid: PodUID; readonly requests: readonly number[] }
  /** Housekeeping met a record that is not wanted (or is to restart) and not finished. */
  | {
      readonly kind: 'orphanMet';
      readonly uid: PodUID;
      readonly orphan: boolean;
      readonly did: 'leftAlone' | 'beganTermination' | 'replayed' | 'alreadyPending' | 'droppedUnstarted';
    }
  | { readonly kind: 'historyRemoved'; readonly uid: PodUID; readonly willRestart: boolean }
  /** The record is gone, for whatever reason; the uid may come back as if it had never been. */
  | { readonly kind: 'podForgotten'; readonly uid: PodUID }
  | { readonly kind: 'podRestarted'; readonly uid: PodUID }
  | { readonly kind: 'orphanedRuntimePod'; readonly pod: RuntimePod }
  | { readonly kind: 'terminalLeftover'; readonly uid: PodUID }
  | { readonly kind: 'mirrorPodOrphaned'; readonly name: PodFullName };
