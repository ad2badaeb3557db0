/**
 * What a line of a kubelet log says, for those that say something about the life of a pod. Names are those of the
 * messages (`klog` messages by version: `logMessages.ts`).
 */
export type LogEventKind =
  // The process.
  | 'kubeletVersion'
  | 'mainLoopStarted'
  | 'systemdStarted'
  | 'systemdStopped'
  | 'panic'
  // Config and sync loop.
  | 'receivingPod'
  | 'configAdd'
  | 'configUpdate'
  | 'configDelete'
  | 'configRemove'
  | 'configReconcile'
  | 'pleg'
  | 'plegIrrelevant'
  | 'containerFinished'
  | 'syncRetries'
  | 'probe'
  | 'housekeeping'
  | 'housekeepingSkipped'
  | 'housekeepingSlow'
  | 'housekeepingFailed'
  | 'syncLoopSkipped'
  | 'mustBeKilled'
  | 'deleteRefused'
  | 'admissionDenied'
  | 'mirrorWithoutStatic'
  // The pod worker.
  | 'firstSync'
  | 'notified'
  | 'attemptStart'
  | 'attemptDone'
  | 'enter'
  | 'exit'
  | 'terminationRequested'
  | 'terminationObserved'
  | 'cancelling'
  | 'gracePeriod'
  | 'containersStopped'
  | 'terminated'
  | 'orphanTerminated'
  | 'terminatedStep'
  | 'needsNoMoreStatus'
  | 'complete'
  | 'workerStopped'
  | 'neverStarted'
  | 'cannotStartYet'
  | 'cannotStartEver'
  | 'finishedNoUpdates'
  | 'restartRequested'
  | 'runtimeKillIgnored'
  | 'syncError'
  | 'syncCancelled'
  | 'pendingUpdate'
  // Housekeeping about a worker.
  | 'stillNotTerminated'
  | 'orphanBeganTermination'
  | 'orphanNotified'
  | 'orphanNotStarted'
  | 'historyRemovedForRestart'
  | 'historyRemoved'
  | 'runtimeOrphanKilled'
  | 'willRestart'
  | 'rejectedHandedToWorkers'
  | 'terminalNotDeleted'
  | 'volumesNotCleaned'
  | 'orphanFolder'
  | 'orphanFolderCleaned'
  | 'orphanCgroup'
  // The runtime.
  | 'sandboxCreated'
  | 'killingContainer'
  | 'containerExited'
  | 'killContainerFailed'
  | 'criError'
  | 'sandboxStopFailed'
  | 'killPodFailed'
  | 'gcSandboxFailed'
  | 'gcFailed'
  | 'statusReadFailed'
  | 'preStop'
  | 'runtimeDown'
  | 'runtimeNote'
  // Volumes, status, mirrors, eviction.
  | 'volumeOperationFailed'
  | 'volumeUnmounted'
  | 'mountFailed'
  | 'cgroupRemovalFailed'
  | 'mirrorDeleted'
  | 'mirrorCreated'
  | 'mirrorCreateFailed'
  | 'mirrorDeleteFailed'
  | 'recreatedUnderOtherUID'
  | 'statusPatched'
  | 'statusFailed'
  | 'removedFromAPI'
  | 'deletionDelayed'
  | 'evicting'
  | 'evicted'
  | 'evictionFailed'
  | 'evictionWaits'
  | 'evictionWaitTimedOut'
  | 'shutdown'
  | 'apiServerUnreachable';

/** A sync call's phase as messages tell it (`updateType`, `workType`, enter and exit). */
export type WorkPhase = 'syncing' | 'terminating' | 'terminated';

/** One line that matters, or several equal ones in a row. */
export interface LogEvent {
  readonly kind: LogEventKind;
  readonly line: number;
  /** Label of the file, where there are several. */
  readonly file?: string | undefined;
  /** The line as it is, shortened. Text from outside. */
  readonly text: string;
  /** Milliseconds on the log's clock; `null` until the clock is settled, or if the line has no time. */
  readonly at: number | null;
  /** Which kubelet process (`ImportedRun.runs`). */
  readonly run: number;
  readonly uid: string | null;
  /** `namespace/name`. */
  readonly pod: string | null;
  /** Equal events in a row are kept as the first, with how many there were and where the last is. */
  readonly count: number;
  readonly lastLine: number;
  readonly lastText: string;
  readonly lastAt: number | null;
  /** For sync calls and their errors. */
  readonly phase?: WorkPhase | undefined;
  /** `api`, `file`, `http`, for config events. */
  readonly source?: string | undefined;
  /** Why: cause of a termination, reason of a rejection, kind of an update. */
  readonly reason?: string | undefined;
  /** The error's text, decoded. */
  readonly error?: string | undefined;
  /** A container's or sandbox's id. */
  readonly id?: string | undefined;
  /** CRI operation, PLEG event type, eviction signal. */
  readonly operation?: string | undefined;
  /** Seconds, or a count, or an exit code, by kind. */
  readonly amount?: number | undefined;
  /** The other uid, where a line names two. */
  readonly otherUID?: string | undefined;
}
