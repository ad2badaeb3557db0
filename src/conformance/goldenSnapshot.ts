import type { PodUID } from '../api/pod';
import * as predicates from '../kubelet/podWorkerPredicates';
import type { SyncCall } from '../machine/podEffects';
import { podSyncStatus } from '../machine/podSyncStatus';
import type { ActiveUpdate, PendingUpdate, PodUpdate, UpdateType } from '../machine/podUpdate';
import type { PodSnapshot } from '../machine/step';
import { seriesValues } from '../metrics/exposition';
import { configOf, type GoldenNode, type StepLog } from './goldenNode';
import type { GoldenSnapshot } from './goldenTrace';

const PREDICATES = [
  ['IsPodKnownTerminated', predicates.isPodKnownTerminated],
  ['CouldHaveRunningContainers', predicates.couldHaveRunningContainers],
  ['ShouldPodBeFinished', predicates.shouldPodBeFinished],
  ['IsPodTerminationRequested', predicates.isPodTerminationRequested],
  ['ShouldPodContainersBeTerminating', predicates.shouldPodContainersBeTerminating],
  ['ShouldPodRuntimeBeRemoved', predicates.shouldPodRuntimeBeRemoved],
  ['ShouldPodContentBeRemoved', predicates.shouldPodContentBeRemoved],
] as const;

type ByUID = { readonly uid: PodUID };

/** By uid; what happened to one uid keeps its order. */
const sorted = <T extends ByUID>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0));

/** The node after a step, in the words of the golden traces. */
export function goldenSnapshot(
  node: GoldenNode,
  log: StepLog,
  step: number,
  interest: readonly PodUID[],
): GoldenSnapshot {
  const { podWorkers, podManager } = node;
  const keeps = podWorkers.release.keepsLastUpdate;
  const pods = sorted(
    [...podWorkers.snapshots()].map((pod) => ({ uid: pod.context.uid, ...podEntry(pod, keeps) })),
  );
  const asked = PREDICATES.filter(([name]) => keeps || name !== 'ShouldPodBeFinished');
  return {
    step,
    noop: log.noop,
    config: configOf(podManager),
    phases: Object.fromEntries(node.phases),
    pods,
    startedStatic: Object.fromEntries(podWorkers.names.started),
    waitingStatic: Object.fromEntries(podWorkers.names.waiting),
    calls: sorted(log.calls.map(({ uid, call }) => ({ uid, ...callEntry(call) }))),
    returned: sorted(log.returned),
    inFlight: sorted(
      [...node.inFlight].map(([uid, { call, cancelled }]) => ({ uid, fn: call.fn, cancelled })),
    ),
    enqueued: sorted(log.enqueued),
    queue: sorted([...node.queue].map(([uid, workClass]) => ({ uid, class: workClass }))),
    killCompleted: [...log.killCompleted].sort((a, b) => a - b),
    predicates: Object.fromEntries(
      interest.map((uid) => [uid, asked.filter(([, holds]) => holds(podWorkers, uid)).map(([name]) => name)]),
    ),
    metrics: log.counts !== null && keeps ? seriesValues(node.metrics.registry.collect()) : {},
    uncounted: log.counts !== null && keeps ? log.counts.uncounted : 0,
    deletedMirrorPods: log.deletedMirrorPods,
  };
}

function podEntry(pod: PodSnapshot, keeps: boolean) {
  const { pendingUpdate, activeUpdate, undelivered, started, ...record } = podSyncStatus(pod);
  return {
    ...record,
    started: keeps && started,
    pendingUpdate: keeps && pendingUpdate !== null ? updateEntry(pendingUpdate, pendingUpdate.type) : null,
    activeUpdate: keeps && activeUpdate !== null ? updateEntry(activeUpdate, 'sync') : null,
    undelivered: undelivered === null ? null : undeliveredEntry(undelivered),
  };
}

const undeliveredEntry = (update: PendingUpdate) => ({
  ...updateEntry(update, update.type),
  work: update.work,
});

function updateEntry(update: PodUpdate | ActiveUpdate, type: UpdateType) {
  const { pod, runtimePod, mirrorPod, kill } = update;
  return {
    type,
    podVersion: runtimePod === null ? pod?.version : undefined,
    mirrorVersion: mirrorPod?.version,
    runtimeOnly: runtimePod !== null,
    kill:
      kill === null
        ? undefined
        : { evict: kill.evict, gracePeriodOverride: kill.gracePeriodOverride ?? undefined },
  };
}

function callEntry(call: SyncCall) {
  switch (call.fn) {
    case 'syncPod':
      return {
        fn: call.fn,
        updateType: call.updateType,
        podVersion: call.pod.version,
        mirrorVersion: call.mirrorPod?.version,
      };
    case 'syncTerminatingPod':
      return {
        fn: call.fn,
        podVersion: call.pod.version,
        gracePeriod: call.gracePeriod ?? undefined,
        statusFn: call.statusFn ?? undefined,
      };
    case 'syncTerminatingRuntimePod':
      return { fn: call.fn, gracePeriod: call.gracePeriod ?? undefined };
    case 'syncTerminatedPod':
      return { fn: call.fn, podVersion: call.pod.version };
  }
}
