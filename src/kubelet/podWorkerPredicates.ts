import type { PodUID } from '../api/pod';
import {
  isTerminated,
  lifecycleOf,
  startedTerminating,
  terminationRequested,
} from '../machine/podSyncStatus';
import type { PodSnapshot } from '../machine/step';

/** What the questions need of the pod workers. */
interface KnownPods {
  readonly synced: boolean;
  snapshotOf(uid: PodUID): PodSnapshot | null;
}

type Question = (workers: KnownPods, uid: PodUID) => boolean;

/** A question about a record, and its answer where there is none. */
const ask =
  (ofRecord: (pod: PodSnapshot) => boolean, withoutRecord: (synced: boolean) => boolean): Question =>
  (workers, uid) => {
    const pod = workers.snapshotOf(uid);
    return pod === null ? withoutRecord(workers.synced) : ofRecord(pod);
  };

const no = (): boolean => false;
const onceSynced = (synced: boolean): boolean => synced;

/** The worker has stopped the pod's containers. Without a record: false, even if the pod never existed. */
export const isPodKnownTerminated = ask(isTerminated, no);

/** Containers of the pod may run, or come to run. Without a record: true until the first housekeeping. */
export const couldHaveRunningContainers = ask(
  (pod) => !isTerminated(pod),
  (synced) => !synced,
);

/** The worker has cleaned up after the pod; its API object may go. */
export const shouldPodBeFinished = ask((pod) => lifecycleOf(pod) === 'finished', onceSynced);

/** The pod's end has been asked for; it takes no new work. */
export const isPodTerminationRequested = ask(terminationRequested, no);

/** Nobody should start containers of the pod any more. */
export const shouldPodContainersBeTerminating = ask(startedTerminating, onceSynced);

/** The pod's containers are stopped: volumes, network and devices may be taken away. */
export const shouldPodRuntimeBeRemoved = ask(isTerminated, onceSynced);

/** The pod's leftovers may go: it was evicted, or it is deleted and its containers are stopped. */
export const shouldPodContentBeRemoved = ask(
  (pod) => pod.context.evicted || (pod.context.deleted && isTerminated(pod)),
  onceSynced,
);
