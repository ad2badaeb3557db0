import type { Pod, PodUID } from '../api/pod';
import { NO_STATUS } from '../api/podStatus';
import { canonicalJson } from '../base/canonicalJson';

/** The mirror pod that shows `pod` to the API server, to be created under `uid` (`CreateMirrorPod`). */
export const mirrorPodFor = (pod: Pod, uid: PodUID): Pod => ({
  ...pod,
  uid,
  source: 'api',
  mirrors: pod.uid,
  finalizers: [],
  deletion: null,
  status: NO_STATUS,
});

/** Does the mirror pod still show this static pod (`IsMirrorPodOf`)? Not if the manifest changed, nor if it is being deleted. */
export const isMirrorPodOf = (mirror: Pod, pod: Pod): boolean =>
  mirror.deletion === null &&
  mirror.mirrors === pod.uid &&
  canonicalJson(mirror.spec) === canonicalJson(pod.spec);
