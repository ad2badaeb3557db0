import { eventsOf, evidenceOf, lasting, nameOf } from '../evidence';
import type { Rule } from '../finding';
import { isSince127, standingOf } from '../standing';

/** The bug of kubelets before 1.27: a failed stop of a pod that left config is never tried again. */
export const stopFailedNotRetried: Rule = {
  id: 'stop-failed-not-retried',
  find: (run) =>
    run.pods.flatMap((pod) => {
      const { stuck, idle, startsShown } = standingOf(pod, run);
      if (pod.final !== 'terminating' || stuck !== true) return [];
      const failures = eventsOf(
        pod,
        'criError',
        'killContainerFailed',
        'sandboxStopFailed',
        'killPodFailed',
        'syncError',
      );
      const proven = startsShown && idle !== null && idle > 165_000 && isSince127(pod, run) === false;
      return [
        {
          rule: 'stop-failed-not-retried',
          pod: nameOf(pod),
          confidence: proven ? 'certain' : 'likely',
          title: 'Stopping it failed, and this kubelet never tries again',
          why: `The pod left config, then its stop failed. The retry was queued, but the sync loop asks the pod manager, which has forgotten the pod; housekeeping before 1.27 leaves a terminating worker alone. Nothing began for ${lasting(idle ?? 0)} while the log goes on.`,
          evidence: evidenceOf([
            pod.facts.removedAt,
            ...failures,
            ...eventsOf(pod, 'attemptDone').slice(-1),
            ...eventsOf(pod, 'stillNotTerminated').slice(-1),
          ]),
          freesNow:
            'restart the kubelet: it finds the containers in the runtime and stops them; or stop the sandbox by hand (crictl stopp)',
          fixedIn: 'v1.27.0',
          issues: [
            'kubernetes/kubernetes#113145',
            'kubernetes/kubernetes#105790',
            'kubernetes/kubernetes#126021',
          ],
        },
      ];
    }),
};
