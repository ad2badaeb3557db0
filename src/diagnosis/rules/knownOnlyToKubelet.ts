import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

/** The kubelet runs a pod that the API server has never heard of. */
export const knownOnlyToKubelet: Rule = {
  id: 'known-only-to-kubelet',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      if (pod.final !== 'running' || pod.facts.inConfig === false) return [];
      const missing =
        pod.isStatic === true
          ? eventsOf(pod, 'mirrorCreateFailed').filter(({ error }) => REFUSED.test(error ?? ''))
          : eventsOf(pod, 'statusFailed').filter(({ error, text }) =>
              /not found|does not exist on the server/i.test(error ?? text),
            );
      if (missing.length === 0) return [];
      return [
        {
          rule: 'known-only-to-kubelet',
          pod: nameOf(pod),
          confidence: missing.length > 1 || (missing[0]?.count ?? 1) > 1 ? 'likely' : 'possible',
          title: 'The kubelet works on a pod that the API server does not have',
          why:
            pod.isStatic === true
              ? 'It is a static pod, and the API server refuses its mirror: it runs all the same, and nobody sees it there.'
              : 'Its worker syncs it as if it were desired, while every write of its status is answered with “not found”: the removal never reached this kubelet.',
          evidence: evidenceOf(missing),
          freesNow:
            pod.isStatic === true
              ? 'mend what the API server names, such as a namespace that is not there'
              : 'restart the kubelet: it lists its pods anew',
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};

/** The API server answered that it will have no such mirror. */
const REFUSED = /failed calling webhook|not found|forbidden|denied|Invalid value|is invalid/i;
