import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

/** Eviction waits for a pod that has ended long ago. */
export const evictionWaits: Rule = {
  id: 'eviction-of-finished-pod-waits',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const waits = eventsOf(pod, 'evictionFailed', 'evictionWaitTimedOut');
      const first = waits[0];
      if (first === undefined) return [];
      const ended = pod.events.find(
        ({ kind, line }) => line < first.line && (kind === 'complete' || kind === 'finishedNoUpdates'),
      );
      if (ended === undefined) return [];
      return [
        {
          rule: 'eviction-of-finished-pod-waits',
          pod: nameOf(pod),
          confidence: 'certain',
          title: 'Eviction waits for a pod whose worker is done',
          why: 'The eviction manager asks for a kill and waits for the answer. A finished worker takes no more updates, so none comes and the wait times out.',
          evidence: evidenceOf([ended, ...waits]),
          freesNow: null,
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};
