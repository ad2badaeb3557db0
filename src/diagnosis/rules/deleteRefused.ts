import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Rule } from '../finding';

/** A removal came before every source had reported, so the worker was not told. */
export const deleteRefused: Rule = {
  id: 'delete-refused-sources-not-ready',
  find: (run) =>
    run.pods.flatMap((pod) => {
      const refused = eventsOf(pod, 'deleteRefused');
      if (refused.length === 0) return [];
      return [
        {
          rule: 'delete-refused-sources-not-ready',
          pod: nameOf(pod),
          confidence: 'certain',
          title: 'It left its source before all sources had reported; its worker was not told',
          why: 'The kubelet deletes nothing until every source of pods was seen once. The pod manager forgets the pod all the same, so before 1.27 nobody ever tells the worker; since then housekeeping does, once the sources are ready.',
          evidence: evidenceOf([pod.facts.removedAt, ...refused, ...eventsOf(pod, 'stillNotTerminated')]),
          freesNow: 'make the API server reachable; before 1.27 restart the kubelet after that',
          fixedIn: 'v1.27.0',
          issues: ['kubernetes/kubernetes#109596', 'kubernetes/kubernetes#116880'],
        },
      ];
    }),
};
