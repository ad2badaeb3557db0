import { eventsOf, evidenceOf, lasting, nameOf } from '../evidence';
import type { Rule } from '../finding';
import { isSince127, standingOf } from '../standing';

/** The same bug one step later: the clean-up of volumes or cgroups failed once. */
export const terminatedStepNotRetried: Rule = {
  id: 'terminated-step-not-retried',
  find: (run) =>
    run.pods.flatMap((pod) => {
      const { stuck, idle, startsShown } = standingOf(pod, run);
      if (pod.final !== 'terminated' || stuck !== true) return [];
      const proven = startsShown && idle !== null && idle > 165_000 && isSince127(pod, run) === false;
      return [
        {
          rule: 'terminated-step-not-retried',
          pod: nameOf(pod),
          confidence: proven ? 'certain' : 'likely',
          title: 'Its containers are gone, but cleaning up failed and is never tried again',
          why: `SyncTerminatedPod failed after the pod had left config. Before 1.27 the queued retry is dropped, since the pod manager no longer knows the pod. Nothing began for ${lasting(idle ?? 0)}.`,
          evidence: evidenceOf([
            pod.facts.removedAt,
            ...eventsOf(pod, 'syncError', 'cgroupRemovalFailed', 'volumeOperationFailed'),
            ...eventsOf(pod, 'stillNotTerminated').slice(-1),
          ]),
          freesNow: 'restart the kubelet',
          fixedIn: 'v1.27.0',
          issues: ['kubernetes/kubernetes#113145', 'kubernetes/kubernetes#113065'],
        },
      ];
    }),
};
