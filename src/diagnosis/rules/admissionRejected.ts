import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

/** Admission on the node refused it. */
export const admissionRejected: Rule = {
  id: 'admission-rejected',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const refused = eventsOf(pod, 'admissionDenied');
      const last = refused.at(-1);
      if (last === undefined) return [];
      return [
        {
          rule: 'admission-rejected',
          pod: nameOf(pod),
          confidence: 'certain',
          title: `Admission refused it${last.reason === undefined ? '' : `: ${last.reason.slice(0, 80)}`}`,
          why: 'The node refused the pod when config listed it. It is Failed in the API and never had a worker here.',
          evidence: evidenceOf(refused),
          freesNow: null,
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};
