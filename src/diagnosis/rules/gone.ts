import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

/** The kubelet is through with it. */
export const gone: Rule = {
  id: 'gone',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      if (pod.final !== 'gone' || pod.events.length === 0) return [];
      const last = pod.intervals.findLast(({ phase }) => phase === 'gone');
      const said = pod.events.filter(({ line }) => line === last?.from.line);
      return [
        {
          rule: 'gone',
          pod: nameOf(pod),
          confidence: pod.finalCertainty === 'observed' ? 'certain' : 'likely',
          title: 'The kubelet is through with it',
          why: `${pod.told[0]?.toUpperCase() ?? ''}${pod.told.slice(1)}. Nothing is left to do on this node.`,
          evidence: evidenceOf([
            ...eventsOf(
              pod,
              'terminated',
              'complete',
              'removedFromAPI',
              'historyRemoved',
              'orphanTerminated',
            ),
            ...said,
            ...pod.events.slice(-1),
          ]),
          freesNow: null,
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};
