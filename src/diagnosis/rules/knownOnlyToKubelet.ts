import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

/** The kubelet runs a pod that the API server has never heard of. */
export const knownOnlyToKubelet: Rule = {
  id: 'known-only-to-kubelet',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const missing = eventsOf(pod, 'statusFailed').filter(({ error, text }) =>
        /not found|does not exist on the server/i.test(error ?? text),
      );
      if (
        missing.length === 0 ||
        pod.final !== 'running' ||
        pod.isStatic === true ||
        pod.facts.inConfig === false
      )
        return [];
      return [
        {
          rule: 'known-only-to-kubelet',
          pod: nameOf(pod),
          confidence: missing.length > 1 || (missing[0]?.count ?? 1) > 1 ? 'likely' : 'possible',
          title: 'The kubelet works on a pod that the API server does not have',
          why: 'Its worker syncs it as if it were desired, while every write of its status is answered with “not found”: the removal never reached this kubelet.',
          evidence: evidenceOf(missing),
          freesNow: 'restart the kubelet: it lists its pods anew',
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};
