import type { TraceEventOf } from '../engine/trace';
import { goDuration } from './goTime';
import { type KlogWriter, type LinesOf, uidOf } from './klogWriter';

const housekeepingStarted: LinesOf<'housekeepingStarted'> = ({ at }, klog) => {
  klog.memory.housekeepingStartedAt = at;
  klog.info('SyncLoop (housekeeping)');
  klog.info('Clean up pod workers for terminated pods');
};

const housekeepingEnded: LinesOf<'housekeepingEnded'> = ({ data: { took } }, klog) => {
  for (const [uid, pod] of klog.memory.allPods()) {
    // Up to v1.26 a terminal pod that a restarted kubelet is told of looks like one that wants to restart.
    if (pod.mayRestart && pod.inConfig && !klog.dialect.since127) {
      klog.info(
        'Pod is restartable after termination due to UID reuse, but pod phase is terminal',
        ...klog.podAndUID(uid),
      );
    }
    pod.mayRestart = false;
  }
  passEnded(took, klog);
};

const housekeepingFailed: LinesOf<'housekeepingFailed'> = ({ at, data: { error } }, klog) => {
  klog.error('Error listing containers', error);
  klog.error('Failed cleaning pods', error);
  passEnded(at - klog.memory.housekeepingStartedAt, klog);
};

function passEnded(took: number, klog: KlogWriter): void {
  const { since127, since131 } = klog.dialect;
  const late = 'housekeeping took too long';
  const actual = klog.text('actual', goDuration(took));
  if (!since127 && took > 15_000) {
    klog.error('Housekeeping took longer than 15s', late, klog.number('seconds', took / 1000));
  } else if (since127 && took > 1000) {
    klog.error('Housekeeping took longer than expected', late, klog.text('expected', '1s'), actual);
  }
  const duration = since131 ? [klog.text('duration', goDuration(took))] : [];
  klog.info('SyncLoop (housekeeping) end', ...duration);
}

const housekeepingSkipped: LinesOf<'housekeepingSkipped'> = (_, klog) =>
  klog.info("SyncLoop (housekeeping, skipped): sources aren't ready yet");

/** Up to v1.26 one message for every record that is not through; later it is for pods that wait to restart. */
const orphanMet: LinesOf<'orphanMet'> = (event, klog) => {
  const field = klog.podUID(uidOf(event));
  const { orphan, did } = event.data;
  if (!orphan || !klog.dialect.since127) {
    return klog.info('Pod worker has been requested for removal but is still not fully terminated', field);
  }
  switch (did) {
    case 'droppedUnstarted':
      klog.info('Pod is orphaned and has not been started', field);
      return klog.info(
        'Pod has been terminated and is no longer known to the kubelet, remove all history',
        field,
      );
    case 'beganTermination':
      return klog.info('Pod is orphaned and still running, began terminating', field);
    case 'replayed':
    case 'alreadyPending':
    case 'leftAlone': // Nothing to replay yet: the kubelet says the same.
      return klog.info('Pod is orphaned and still terminating, notified the pod worker', field);
  }
};

const historyRemoved: LinesOf<'historyRemoved'> = (event, klog) => {
  const uid = uidOf(event);
  const { willRestart } = event.data;
  klog.memory.pod(uid).mayRestart = willRestart;
  klog.info(
    willRestart
      ? 'Pod has been terminated but another pod with the same UID was created, remove history to allow restart'
      : 'Pod has been terminated and is no longer known to the kubelet, remove all history',
    klog.podUID(uid),
  );
};

const podRestarted: LinesOf<'podRestarted'> = (event, klog) => {
  const uid = uidOf(event);
  klog.memory.pod(uid).mayRestart = false;
  if (klog.dialect.since127) {
    klog.info(
      'Pod will be restarted because it is in the desired set and not known to the pod workers (likely due to UID reuse)',
      klog.podUID(uid),
    );
  } else {
    klog.info('Pod is restartable after termination due to UID reuse', ...klog.podAndUID(uid));
  }
};

const orphanedRuntimePod: LinesOf<'orphanedRuntimePod'> = ({ data: { pod } }, klog) => {
  klog.heardName(pod.uid, pod);
  const uid = klog.podUID(pod.uid);
  if (!klog.dialect.since127) return klog.info('Clean up orphaned pod containers', uid);
  klog.info('Clean up containers for orphaned pod we had not seen before', uid, [
    'killPodOptions',
    klog.dialect.since131
      ? '"<internal error: json: unsupported type: chan<- struct {}>"'
      : '&{CompletedCh:<nil> Evict:false PodStatusFunc:<nil> PodTerminationGracePeriodSecondsOverride:0xc000c0ffe8}',
  ]);
};

const terminalLeftover: LinesOf<'terminalLeftover'> = (event, klog) =>
  klog.info('Handling termination and deletion of the pod to pod workers', ...klog.podAndUID(uidOf(event)));

/** Known by its full name only. */
const mirrorPodOrphaned: LinesOf<'mirrorPodOrphaned'> = (
  { data }: TraceEventOf<'mirrorPodOrphaned'>,
  klog,
) => {
  const [name = '', namespace = ''] = data.name.split('_');
  const { nil, since127 } = klog.dialect;
  klog.info('Deleting a mirror pod', klog.text('pod', `${namespace}/${name}`), ['podUID', nil]);
  if (since127) klog.info('Deleted mirror pod', klog.text('podName', data.name));
};

/** Lines of the housekeeping pass (`kubelet_pods.go`, and of the workers' records that it visits). */
export const housekeepingLines = {
  housekeepingStarted,
  housekeepingEnded,
  housekeepingFailed,
  housekeepingSkipped,
  orphanMet,
  historyRemoved,
  podRestarted,
  orphanedRuntimePod,
  terminalLeftover,
  mirrorPodOrphaned,
};
