import type { StructField } from './dialect';
import { goDuration, goTime } from './goTime';
import { type LinesOf, uidOf } from './klogWriter';

const statusSet: LinesOf<'statusSet'> = (event, klog) => {
  const pod = klog.memory.pod(uidOf(event));
  pod.statusVersion++;
  pod.phase = event.data.phase;
};

const statusWritten: LinesOf<'statusWritten'> = (event, klog) => {
  const uid = uidOf(event);
  const { phase } = event.data;
  const { since127, since131, struct } = klog.dialect;
  const pod = klog.memory.pod(uid);
  pod.writtenPhase = phase;
  const patch = JSON.stringify({ metadata: { uid }, status: { phase } });
  const named = since127 ? klog.podAndUID(uid) : [klog.pod(uid)];
  klog.info('Patch status for pod', ...named, klog.text('patch', patch));
  const status: readonly StructField[] = [[since131 ? 'phase' : 'Phase', phase]];
  const version = klog.number('statusVersion', pod.statusVersion);
  klog.info('Status for pod updated successfully', klog.pod(uid), version, ['status', struct(status)]);
};

const apiWriteFailed: LinesOf<'apiWriteFailed'> = (event, klog) => {
  const uid = uidOf(event);
  const { what, error } = event.data;
  const isDeletion = what === 'deletion';
  if (isDeletion) klog.memory.pod(uid).deleting = false;
  klog.info(
    isDeletion ? 'Failed to delete status for pod' : 'Failed to update status for pod',
    klog.pod(uid),
    klog.text('err', error),
  );
};

const apiDeleteSent: LinesOf<'apiDeleteSent'> = (event, klog) => {
  const uid = uidOf(event);
  const pod = klog.memory.pod(uid);
  pod.deleting = true;
  if (!klog.dialect.since127) return;
  klog.info(
    'The pod termination is finished as SyncTerminatedPod completes its execution',
    ['phase', klog.dialect.typed(pod.phase)],
    ['localPhase', klog.dialect.typed(pod.writtenPhase)],
    ...klog.podAndUID(uid),
  );
};

/** Nothing that a kubelet logs, but for the deletion that it asked for: that it worked shows here alone. */
const apiObjectChanged: LinesOf<'apiObjectChanged'> = (event, klog) => {
  const uid = uidOf(event);
  const pod = klog.memory.pod(uid);
  if (event.data.what !== 'removed' || !pod.deleting) return;
  pod.deleting = false;
  klog.info('Pod fully terminated and removed from etcd', klog.pod(uid));
};

const mirrorPodCreated: LinesOf<'mirrorPodCreated'> = (event, klog) =>
  klog.info('Creating a mirror pod for static pod', ...klog.podAndUID(uidOf(event)));

const mirrorPodDeleted: LinesOf<'mirrorPodDeleted'> = (event, klog) => {
  const named = klog.podAndUID(uidOf(event));
  klog.info('Trying to delete pod', ...named);
  klog.info('Deleting a mirror pod', ...named);
  klog.info(
    klog.dialect.since127
      ? "Deleted mirror pod as it didn't match the static Pod"
      : 'Deleted mirror pod because it is outdated',
    ...named,
  );
};

const volumesMounted: LinesOf<'volumesMounted'> = (event, klog) =>
  klog.info('All volumes are attached and mounted for pod', klog.pod(uidOf(event)));

/** In every release a line without a message. All the volumes of a pod are modelled as one, which has no name. */
const volumeFailed: LinesOf<'volumeFailed'> = (event, klog) => {
  const uid = uidOf(event);
  const { operation, error, again } = event.data;
  const since = ((again - klog.memory.kubeletStartedAt) / 1000).toFixed(6);
  const what = operation === 'MountVolume' ? 'MountVolume.SetUp' : 'UnmountVolume.TearDown';
  const { name } = klog.nameOf(uid);
  const volume = 'kubernetes.io/csi/volumes';
  klog.unstructured(
    'volumeOperation',
    `Operation for "{volumeName:${volume} podName:${uid} nodeName:}" failed. No retries permitted until ` +
      `${goTime(again)} m=+${since} (durationBeforeRetry ${goDuration(again - event.at)}). Error: ${what} failed ` +
      `for volume "volumes" (UniqueName: "${volume}") pod "${name}" (UID: "${uid}") : ${error}`,
  );
};

/** Lines of the status manager, the volume manager and the mirror client. */
export const managerLines = {
  statusSet,
  statusWritten,
  apiWriteFailed,
  apiDeleteSent,
  apiObjectChanged,
  mirrorPodCreated,
  mirrorPodDeleted,
  volumesMounted,
  volumeFailed,
};
