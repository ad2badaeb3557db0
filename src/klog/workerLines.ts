import type { TerminationCause } from '../kubelet/podWorkerEvents';
import type { IgnoreReason } from '../machine/podEffects';
import type { MessageKey } from './klogMessages';
import { type Field, type LinesOf, uidOf } from './klogWriter';

const IGNORED: Readonly<Record<IgnoreReason, MessageKey>> = {
  willRestart: 'Pod is terminating but has been requested to restart with same UID, will be reconciled later',
  finished: 'Pod is finished processing, no further updates',
  runtimeOnlyAfterTermination:
    'Pod is waiting for termination, ignoring runtime-only kill until after pod worker is fully terminated',
};

const BEGINS: Readonly<Record<TerminationCause, MessageKey>> = {
  runtimeOnly: 'Pod is orphaned and must be torn down',
  deletionTimestamp: 'Pod is marked for graceful deletion, begin teardown',
  terminalPhase: 'Pod is in a terminal phase (success/failed), begin teardown',
  evicted: 'Pod is being evicted by the kubelet, begin teardown',
  removed: 'Pod is being removed by the kubelet, begin teardown',
};

const updateReceived: LinesOf<'updateReceived'> = (event, klog) => {
  const uid = uidOf(event);
  const { type, firstSight, work, ignored, cause } = event.data;
  const { dialect } = klog;
  const pod = klog.memory.pod(uid);
  const named = klog.podAndUID(uid);
  if (pod.removed && type === 'kill') klog.info('Pod has been deleted and must be killed', ...named);
  pod.removed = false;
  // Here the update's own type, elsewhere in the worker `updateType` is a phase.
  const fields: readonly Field[] = dialect.since127 ? [...named, klog.text('updateType', type)] : named;
  if (firstSight) klog.info('Pod is being synced for the first time', ...fields);
  if (ignored !== null) return klog.info(IGNORED[ignored], ...fields);
  if (cause !== null) klog.info(BEGINS[cause], ...fields);
  pod.hasWorker = true;
  if (work === null) return;
  pod.work = work;
  if (dialect.since127)
    klog.info('Notifying pod of pending update', ...named, ['workType', dialect.work(work)]);
};

const callCancelled: LinesOf<'callCancelled'> = (event, klog) => {
  const uid = uidOf(event);
  const { work } = klog.memory.pod(uid);
  const field: Field = [klog.dialect.since127 ? 'workType' : 'updateType', klog.dialect.work(work)];
  klog.info('Cancelling current pod sync', ...klog.podAndUID(uid), field);
};

const turnTaken: LinesOf<'turnTaken'> = (event, klog) => {
  const uid = uidOf(event);
  klog.info('Processing pod event', ...klog.podAndUID(uid), klog.work(event.data.work));
};

const cannotStartYet: LinesOf<'cannotStartYet'> = (event, klog) =>
  klog.info('Pod cannot start yet', ...klog.podAndUID(uidOf(event)));

const cannotStartEver: LinesOf<'cannotStartEver'> = (event, klog) => {
  const uid = uidOf(event);
  const named = klog.podAndUID(uid);
  const work = klog.work('terminating');
  if (klog.dialect.since127) return klog.info('Pod cannot start ever', ...named, work);
  klog.info('Pod never started and the worker can now stop', ...named);
  klog.info('Processing pod event done', ...named, work);
};

/** The end of a turn: what came of it, what waits, and that it is over. */
const turnEnded: LinesOf<'turnEnded'> = (event, klog) => {
  const uid = uidOf(event);
  const { work, result, nextIsPending } = event.data;
  const pod = klog.memory.pod(uid);
  const named = klog.podAndUID(uid);
  const update = klog.work(work);
  if (result === 'cancelled') {
    klog.info('Sync exited with context cancellation error', ...named, update);
  } else if (result === 'error' || result === 'networkNotReady') {
    // Without a call it is the wait for the pod status that failed.
    klog.error('Error syncing pod, skipping', pod.error ?? 'error determining status', ...named);
  } else if (work === 'terminated') {
    klog.info('Pod is complete and the worker can now stop', ...klog.podUntil126(uid));
  } else if (work === 'terminating') {
    const runtimeOnly = pod.fn === 'syncTerminatingRuntimePod';
    klog.info(
      runtimeOnly
        ? 'Pod terminated all orphaned containers successfully and worker can now stop'
        : 'Pod terminated all containers successfully',
      ...klog.podUntil126(uid),
    );
  } else if (result === 'terminal') {
    // The worker knows without being asked to terminate.
    pod.acknowledged = true;
    klog.info('Pod is terminal', ...klog.podUntil126(uid));
    klog.info(
      'Pod indicated lifecycle completed naturally and should now terminate',
      ...klog.podUntil126(uid),
    );
  }
  pod.error = null;
  if (klog.dialect.since127 && nextIsPending) klog.info('Pending update already queued', klog.podUID(uid));
  klog.info('Processing pod event done', ...named, update);
};

const workerStopped: LinesOf<'workerStopped'> = (event, klog) => {
  const uid = uidOf(event);
  klog.memory.pod(uid).hasWorker = false;
  if (klog.dialect.since127) klog.info('Pod worker has stopped', klog.podUID(uid));
};

/** A worker that is still there goes with the record. */
const podForgotten: LinesOf<'podForgotten'> = (event, klog) => {
  const uid = uidOf(event);
  if (klog.memory.pod(uid).hasWorker) workerStopped({ ...event, kind: 'workerStopped' }, klog);
  klog.memory.workerForgotten(uid);
};

/** The eviction manager waited for it. */
const killCompleted: LinesOf<'killCompleted'> = (event, klog) => {
  const uid = uidOf(event);
  const { evictions } = klog.memory.pod(uid);
  for (const request of event.data.requests) {
    if (evictions.delete(request)) klog.info('Eviction manager: pod is evicted successfully', klog.pod(uid));
  }
};

const evicted: LinesOf<'evicted'> = (event, klog) => {
  const uid = uidOf(event);
  klog.memory.pod(uid).evictions.add(event.data.request);
  klog.info('Evicting pod', ...klog.podAndUID(uid));
};

/** Lines of the pod workers (`pod_workers.go`), housekeeping's visits excepted. */
export const workerLines = {
  updateReceived,
  callCancelled,
  turnTaken,
  cannotStartYet,
  cannotStartEver,
  turnEnded,
  workerStopped,
  podForgotten,
  killCompleted,
  evicted,
};
