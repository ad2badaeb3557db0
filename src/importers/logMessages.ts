import type { LogEventKind, WorkPhase } from './logEvent';

/** What a message of the kubelet stands for. `level`: the `-v` it needs; 0 is always printed. */
export interface MessageMeaning {
  readonly kind: LogEventKind;
  readonly level: number;
  readonly phase?: WorkPhase;
  readonly reason?: string;
  readonly operation?: string;
}

const meaning = (kind: LogEventKind, level: number, rest: Omit<MessageMeaning, 'kind' | 'level'> = {}) => ({
  kind,
  level,
  ...rest,
});

const syncing = { phase: 'syncing' } as const;
const terminating = { phase: 'terminating' } as const;
const terminated = { phase: 'terminated' } as const;
const because = (reason: string) => ({ reason });

/** The structured messages of the kubelet that say something about a pod's life, by their text, 1.21 to today. */
export const MESSAGES: ReadonlyMap<string, MessageMeaning> = new Map([
  ['Kubelet version', meaning('kubeletVersion', 0)],
  ['Starting kubelet main sync loop', meaning('mainLoopStarted', 0)],
  ['Receiving a new pod', meaning('receivingPod', 4)],
  ['SyncLoop ADD', meaning('configAdd', 2)],
  ['SyncLoop UPDATE', meaning('configUpdate', 2)],
  ['SyncLoop DELETE', meaning('configDelete', 2)],
  ['SyncLoop REMOVE', meaning('configRemove', 2)],
  ['SyncLoop RECONCILE', meaning('configReconcile', 4)],
  ['SyncLoop (PLEG): event for pod', meaning('pleg', 2)],
  ['SyncLoop (PLEG): pod does not exist, ignore irrelevant event', meaning('plegIrrelevant', 4)],
  ['Generic (PLEG): container finished', meaning('containerFinished', 2)],
  ['SyncLoop (SYNC) pods', meaning('syncRetries', 4)],
  ['SyncLoop (probe)', meaning('probe', 1)],
  ['SyncLoop (housekeeping)', meaning('housekeeping', 4)],
  ["SyncLoop (housekeeping, skipped): sources aren't ready yet", meaning('housekeepingSkipped', 4)],
  ['Housekeeping took longer than 15s', meaning('housekeepingSlow', 0)],
  ['Housekeeping took longer than expected', meaning('housekeepingSlow', 0)],
  ['Failed cleaning pods', meaning('housekeepingFailed', 0)],
  ['Error listing containers', meaning('housekeepingFailed', 0)],
  ['Skipping pod synchronization', meaning('syncLoopSkipped', 0)],
  ['Pod has been deleted and must be killed', meaning('mustBeKilled', 3)],
  ['Failed to delete pod', meaning('deleteRefused', 2)],
  ['Pod admission denied', meaning('admissionDenied', 0)],
  ['Predicate failed on Pod', meaning('admissionDenied', 2)],
  ['Failed to admit pod', meaning('admissionDenied', 0)],
  ['Unable to find pod for mirror pod, skipping', meaning('mirrorWithoutStatic', 2)],

  ['Pod is being synced for the first time', meaning('firstSync', 4)],
  ['Notifying pod of pending update', meaning('notified', 4)],
  ['Processing pod event', meaning('attemptStart', 4)],
  ['Processing pod event done', meaning('attemptDone', 4)],
  ['syncPod enter', meaning('enter', 4, syncing)],
  ['SyncPod enter', meaning('enter', 4, syncing)],
  ['syncPod exit', meaning('exit', 4, syncing)],
  ['SyncPod exit', meaning('exit', 4, syncing)],
  ['syncTerminatingPod enter', meaning('enter', 4, terminating)],
  ['SyncTerminatingPod enter', meaning('enter', 4, terminating)],
  ['SyncTerminatingRuntimePod enter', meaning('enter', 4, terminating)],
  ['syncTerminatingPod exit', meaning('exit', 4, terminating)],
  ['SyncTerminatingPod exit', meaning('exit', 4, terminating)],
  ['SyncTerminatingRuntimePod exit', meaning('exit', 4, terminating)],
  ['syncTerminatedPod enter', meaning('enter', 4, terminated)],
  ['SyncTerminatedPod enter', meaning('enter', 4, terminated)],
  ['syncTerminatedPod exit', meaning('exit', 4, terminated)],
  ['SyncTerminatedPod exit', meaning('exit', 4, terminated)],
  ['Pod is terminal', meaning('terminationRequested', 4, because('completed'))],
  [
    'Pod indicated lifecycle completed naturally and should now terminate',
    meaning('terminationRequested', 4, because('completed')),
  ],
  [
    'Pod is marked for graceful deletion, begin teardown',
    meaning('terminationRequested', 4, because('deleted')),
  ],
  [
    'Pod is being removed by the kubelet, begin teardown',
    meaning('terminationRequested', 4, because('removed')),
  ],
  [
    'Pod is being evicted by the kubelet, begin teardown',
    meaning('terminationRequested', 4, because('evicted')),
  ],
  [
    'Pod is in a terminal phase (success/failed), begin teardown',
    meaning('terminationRequested', 4, because('terminal')),
  ],
  ['Pod is orphaned and must be torn down', meaning('terminationRequested', 4, because('orphaned'))],
  ['Pod worker has observed request to terminate', meaning('terminationObserved', 4)],
  ['Cancelling current pod sync', meaning('cancelling', 3)],
  ['Pod terminating with grace period', meaning('gracePeriod', 4)],
  ['Orphaned running pod terminating without grace period', meaning('gracePeriod', 4)],
  ['Pod termination stopped all running containers', meaning('containersStopped', 4)],
  ['Pod termination stopped all running orphaned containers', meaning('containersStopped', 4)],
  ['Pod termination stopped all running orphan containers', meaning('containersStopped', 4)],
  ['Pod terminated all containers successfully', meaning('terminated', 4)],
  [
    'Pod terminated all orphaned containers successfully and worker can now stop',
    meaning('orphanTerminated', 4),
  ],
  ['Waiting for volumes to unmount for pod', meaning('terminatedStep', 3, because('waits for volumes'))],
  ['All volumes are unmounted for pod', meaning('terminatedStep', 3, because('volumes unmounted'))],
  ['Pod termination unmounted volumes', meaning('terminatedStep', 4, because('volumes unmounted'))],
  ['Pod termination cleaned up volume paths', meaning('terminatedStep', 3, because('volume paths cleaned'))],
  ['Pod termination removed cgroups', meaning('terminatedStep', 4, because('cgroups removed'))],
  ['Pod is terminated, but some volumes have not been cleaned up', meaning('volumesNotCleaned', 3)],
  ['Pod is terminated and will need no more status updates', meaning('needsNoMoreStatus', 4)],
  ['Pod is complete and the worker can now stop', meaning('complete', 4)],
  ['Pod worker has stopped', meaning('workerStopped', 3)],
  ['Pod never started and the worker can now stop', meaning('neverStarted', 4)],
  ['Pod cannot start yet', meaning('cannotStartYet', 4)],
  ['Pod cannot start ever', meaning('cannotStartEver', 4)],
  ['Pod is finished processing, no further updates', meaning('finishedNoUpdates', 4)],
  [
    'Pod is terminating but has been requested to restart with same UID, will be reconciled later',
    meaning('restartRequested', 4),
  ],
  [
    'Pod is waiting for termination, ignoring runtime-only kill until after pod worker is fully terminated',
    meaning('runtimeKillIgnored', 3),
  ],
  ['Error syncing pod, skipping', meaning('syncError', 0)],
  ['Sync exited with context cancellation error', meaning('syncCancelled', 2)],
  ['Requeueing pod due to pending update', meaning('pendingUpdate', 4)],
  ['Pending update already queued', meaning('pendingUpdate', 4)],

  [
    'Pod worker has been requested for removal but is still not fully terminated',
    meaning('stillNotTerminated', 4),
  ],
  ['Pod is orphaned and still running, began terminating', meaning('orphanBeganTermination', 4)],
  ['Pod is orphaned and still terminating, notified the pod worker', meaning('orphanNotified', 4)],
  ['Pod is orphaned and has not been started', meaning('orphanNotStarted', 4)],
  [
    'Pod has been terminated but another pod with the same UID was created, remove history to allow restart',
    meaning('historyRemovedForRestart', 4),
  ],
  [
    'Pod has been terminated and is no longer known to the kubelet, remove all history',
    meaning('historyRemoved', 4),
  ],
  ['Clean up orphaned pod containers', meaning('runtimeOrphanKilled', 3)],
  ['Clean up containers for orphaned pod we had not seen before', meaning('runtimeOrphanKilled', 2)],
  ['Pod is restartable after termination due to UID reuse', meaning('willRestart', 3)],
  [
    'Pod will be restarted because it is in the desired set and not known to the pod workers (likely due to UID reuse)',
    meaning('willRestart', 3),
  ],
  [
    'Pod is restartable after termination due to UID reuse, but pod phase is terminal',
    meaning('terminalNotDeleted', 3),
  ],
  ['Handling termination and deletion of the pod to pod workers', meaning('rejectedHandedToWorkers', 3)],
  ['Orphaned pod found, but volumes are not cleaned up', meaning('orphanFolder', 3)],
  ['There were many similar errors. Turn up verbosity to see them.', meaning('orphanFolder', 0)],
  ['Orphaned pod found, removing', meaning('orphanFolderCleaned', 3)],
  ['Cleaned up orphaned volume from pod', meaning('orphanFolderCleaned', 0)],
  ['Cleaned up orphaned pod volumes dir', meaning('orphanFolderCleaned', 0)],
  ['Orphaned pod found, removing pod cgroups', meaning('orphanCgroup', 3)],
  ['Orphaned pod found, but volumes not yet removed.  Reducing cpu to minimum', meaning('orphanCgroup', 3)],

  ['Created PodSandbox for pod', meaning('sandboxCreated', 4)],
  ['Killing container with a grace period override', meaning('killingContainer', 3)],
  ['Killing container with a grace period', meaning('killingContainer', 2)],
  ['Container exited normally', meaning('containerExited', 3)],
  ['Container termination failed with gracePeriod', meaning('killContainerFailed', 0)],
  ['Kill container failed', meaning('killContainerFailed', 0)],
  ['StopContainer from runtime service failed', meaning('criError', 0, { operation: 'StopContainer' })],
  ['StopPodSandbox from runtime service failed', meaning('criError', 0, { operation: 'StopPodSandbox' })],
  ['Failed to stop sandbox', meaning('sandboxStopFailed', 0)],
  ['Failed to stop sandbox before removing', meaning('gcSandboxFailed', 0)],
  ['Container garbage collection failed', meaning('gcFailed', 0)],
  ['killPodWithSyncResult failed', meaning('killPodFailed', 0)],
  ['KillPod failed', meaning('killPodFailed', 0)],
  ['getPodContainerStatuses for pod failed', meaning('statusReadFailed', 0)],
  ['PLEG: Ignoring events for pod', meaning('statusReadFailed', 0)],
  ['PreStop hook not completed in grace period', meaning('preStop', 2)],
  ['PreStop hook failed', meaning('preStop', 0)],

  ['Unable to attach or mount volumes for pod; skipping pod', meaning('mountFailed', 0)],
  ['Failed to delete cgroup paths', meaning('cgroupRemovalFailed', 0)],
  ['Failed to remove cgroup', meaning('cgroupRemovalFailed', 0)],
  ['Deleted mirror pod because it is outdated', meaning('mirrorDeleted', 0)],
  ["Deleted mirror pod as it didn't match the static Pod", meaning('mirrorDeleted', 0)],
  ['Trying to delete pod', meaning('mirrorDeleted', 0)],
  ['Deleting a mirror pod', meaning('mirrorDeleted', 2)],
  ['Creating a mirror pod for static pod', meaning('mirrorCreated', 0)],
  ['Failed creating a mirror pod for', meaning('mirrorCreateFailed', 0)],
  ['Failed deleting a mirror pod', meaning('mirrorDeleteFailed', 0)],
  ['Failed deleting mirror pod', meaning('mirrorDeleteFailed', 0)],
  ['Encountered error when deleting mirror pod', meaning('mirrorDeleteFailed', 0)],
  ['Pod was deleted and then recreated, skipping status update', meaning('recreatedUnderOtherUID', 2)],
  ['Patch status for pod', meaning('statusPatched', 3)],
  ['Failed to get status for pod', meaning('statusFailed', 0)],
  ['Failed to update status for pod', meaning('statusFailed', 0)],
  ['Pod does not exist on the server', meaning('statusFailed', 3)],
  ['Pod fully terminated and removed from etcd', meaning('removedFromAPI', 3)],
  ['Delaying pod deletion as the phase is non-terminal', meaning('deletionDelayed', 3)],
  ['Evicting pod', meaning('evicting', 3)],
  ['Eviction manager: pod is evicted successfully', meaning('evicted', 0)],
  ['Eviction manager: pod failed to evict', meaning('evictionFailed', 0)],
  ['Eviction manager: pods evicted, waiting for pod to be cleaned up', meaning('evictionWaits', 0)],
  ['Eviction manager: timed out waiting for pods to be cleaned up', meaning('evictionWaitTimedOut', 0)],
  ['Shutdown manager killing pod with gracePeriod', meaning('shutdown', 1)],
  ['Shutdown manager detected new shutdown event, isNodeShuttingDownNow', meaning('shutdown', 1)],
]);

const WORK: ReadonlyMap<string, WorkPhase> = new Map([
  ['0', 'syncing'],
  ['sync', 'syncing'],
  ['1', 'terminating'],
  ['terminating', 'terminating'],
  ['2', 'terminated'],
  ['terminated', 'terminated'],
]);

/** The phase that a worker's turn is for: a number until 1.26, a word since. */
export const workPhase = (value: string | undefined): WorkPhase | undefined =>
  value === undefined ? undefined : WORK.get(value);

/** Which phase an error of a sync call belongs to, by what it speaks of; `undefined` if it may be any. */
export function phaseOfError(error: string): WorkPhase | undefined {
  if (
    /\bunmounted volumes=|StartContainer|CreatePodSandbox|RunPodSandbox|CreateContainer|RunContainer|ImagePull|CrashLoopBackOff|ErrImage|NetworkPlugin|network is not ready|mount volumes/i.test(
      error,
    )
  )
    return 'syncing';
  if (/\bmounted volumes=|\bcgroup|timed out waiting for volumes to unmount/i.test(error))
    return 'terminated';
  if (
    /KillContainer|KillPodSandbox|StopContainer|StopPodSandbox|unprepare|ResourceClaim|detected running containers after a successful termination|getPodContainerStatuses|KillPod/i.test(
      error,
    )
  )
    return 'terminating';
  return undefined;
}
