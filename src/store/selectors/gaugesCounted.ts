import type { PodMoment, PodUID, TraceEvent } from '../../transport/protocol';
import type { GaugeColumn } from './gaugesSeries';

/** Whom a value counts, as well as can be told; `remark` says where the list may differ from the number. */
export interface Counted {
  readonly pods: readonly { readonly uid: PodUID; readonly name: string }[];
  readonly remark: string;
}

type Pod = Pick<PodMoment, 'uid' | 'name' | 'static' | 'kubectl' | 'worker'>;

const LIFECYCLE: Readonly<Record<PodMoment['worker'], string>> = {
  observed: 'sync',
  syncing: 'sync',
  terminating: 'terminating',
  terminated: 'terminated',
  finished: 'terminated',
  forgotten: '',
};
const NOW = 'by their state at the playhead; the number is of the last housekeeping pass';
const GUESS = 'whether a source still wants a static pod cannot be told here';

/** The pod's API object (a static pod's: its mirror pod) is there, so the kubelet's source has it, give or take a moment. */
const isThere = ({ kubectl }: Pod): boolean => kubectl !== '(gone)';

const matchesStatic = (pod: Pod, label: string | undefined): boolean =>
  label === undefined || label === 'unknown' || pod.static === (label === 'true');

/** The pods that a series counts at `time`: gauges from the pods as they are, counters from the trace. */
export function countedBy(
  metric: string,
  { labels }: GaugeColumn,
  pods: readonly Pod[],
  events: readonly TraceEvent[],
  time: number,
  nameOf: (uid: PodUID) => string,
): Counted {
  const those = (fits: (pod: Pod) => boolean, remark = NOW): Counted => ({
    pods: pods
      .filter((pod) => matchesStatic(pod, labels.static) && fits(pod))
      .map(({ uid, name }) => ({ uid, name })),
    remark,
  });
  const happened = (uids: readonly PodUID[]): Counted => ({
    pods: [...new Set(uids)].map((uid) => ({ uid, name: nameOf(uid) })),
    remark: 'it happened to these up to the playhead',
  });
  const wanted = (pod: Pod): boolean => (pod.static ? pod.worker !== 'forgotten' : isThere(pod));
  switch (metric) {
    case 'kubelet_desired_pods':
      return those(wanted, labels.static === 'true' ? GUESS : NOW);
    case 'kubelet_active_pods':
      return those((pod) => wanted(pod) && ['observed', 'syncing', 'terminating'].includes(pod.worker));
    case 'kubelet_mirror_pods':
      return those((pod) => pod.static && isThere(pod), 'the static pods that have a mirror pod');
    case 'kubelet_working_pods':
      if (labels.config === 'runtime_only') {
        return { pods: [], remark: 'known from the runtime only: they cannot be named here' };
      }
      return those(
        (pod) =>
          LIFECYCLE[pod.worker] === labels.lifecycle &&
          (pod.static || isThere(pod) === (labels.config === 'desired')),
        labels.static === 'true' ? GUESS : NOW,
      );
    case 'kubelet_restarted_pods_total':
      return happened(
        untilTime(events, time).flatMap(({ kind, pod }) => {
          const is = pods.find(({ uid }) => uid === pod);
          return kind === 'podRestarted' &&
            pod !== null &&
            (is === undefined || matchesStatic(is, labels.static))
            ? [pod]
            : [];
        }),
      );
    default:
      return happened(
        untilTime(events, time).flatMap((event) =>
          event.kind === 'orphanedRuntimePod' ? [event.data.pod.uid] : [],
        ),
      );
  }
}

const untilTime = (events: readonly TraceEvent[], time: number): readonly TraceEvent[] =>
  events.filter(({ at }) => at <= time);
