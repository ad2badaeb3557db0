import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

/** Refused and deleted, and its object stays. */
export const terminalPodNotDeleted: Rule = {
  id: 'terminal-pod-not-deleted',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const { deletedAt, inConfig, run: index } = pod.facts;
      const end = run.runs[index]?.last.at ?? null;
      if (pod.final !== 'rejected' || deletedAt === null || inConfig === false) return [];
      if (end === null || deletedAt.at === null || end - deletedAt.at < 10_000) return [];
      const broken = run.kubelet !== null && /^1\.27\.[0-3]\b/.test(run.kubelet);
      return [
        {
          rule: 'terminal-pod-not-deleted',
          pod: nameOf(pod),
          confidence: broken ? 'certain' : 'likely',
          title: 'It was refused, then deleted, and nobody removes its object',
          why: 'Since 1.27 the object goes when the worker is through; a pod that was refused has no worker. From 1.27.4 on housekeeping hands such pods to the workers.',
          evidence: evidenceOf([...eventsOf(pod, 'admissionDenied'), deletedAt]),
          freesNow: 'force delete the object: nothing of it runs here',
          fixedIn: 'v1.27.4',
          issues: ['kubernetes/kubernetes#118472', 'kubernetes/kubernetes#118497'],
        },
      ];
    }),
};
