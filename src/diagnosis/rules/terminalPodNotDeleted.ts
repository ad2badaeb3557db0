import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';
import { isKeptAfterRefusal, keepsRefusedPods } from '../refusedPods';

/** Refused and deleted, and its object stays. */
export const terminalPodNotDeleted: Rule = {
  id: 'terminal-pod-not-deleted',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      if (!isKeptAfterRefusal(pod, run)) return [];
      return [
        {
          rule: 'terminal-pod-not-deleted',
          pod: nameOf(pod),
          confidence: keepsRefusedPods(pod.facts.run, run) === true ? 'certain' : 'likely',
          title: 'It was refused, then deleted, and nobody removes its object',
          why: 'Since 1.27 the object goes when the worker is through; a pod that was refused has no worker. From 1.27.4 on housekeeping hands such pods to the workers.',
          evidence: evidenceOf([...eventsOf(pod, 'admissionDenied'), pod.facts.deletedAt]),
          freesNow: 'force delete the object: nothing of it runs here',
          fixedIn: 'v1.27.4',
          issues: ['kubernetes/kubernetes#118472', 'kubernetes/kubernetes#118497'],
        },
      ];
    }),
};
