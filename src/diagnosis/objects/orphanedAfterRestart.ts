import type { Finding, Rule } from '../finding';
import { lastScrapes, podCount, positive, sampleLines, total } from './facts';

/** Pods that a kubelet met in the runtime only, and that it still works on. */
export const orphanedAfterRestart: Rule = {
  id: 'orphaned-after-restart',
  find: (run) =>
    lastScrapes(run).flatMap(({ last }): Finding[] => {
      const met = positive(last, 'kubelet_orphaned_runtime_pods_total');
      const working = positive(last, 'kubelet_working_pods', { config: 'runtime_only' });
      if (met.length === 0 || working.length === 0) return [];
      return [
        {
          rule: 'orphaned-after-restart',
          pod: null,
          confidence: 'possible',
          title: `Known from the runtime alone, and being stopped: ${podCount(total(working))}`,
          why:
            'A kubelet that starts knows no pod. What runs and no source lists was deleted while it was away: it gets a worker with ' +
            'nothing but the containers, which goes straight to its terminating phase.',
          evidence: [...sampleLines(met), ...sampleLines(working)],
          freesNow:
            'Housekeeping stops them. If the gauge does not fall, see what the runtime says to `crictl stopp`.',
          fixedIn: null,
          issues: ['kubernetes/kubernetes#113145'],
        },
      ];
    }),
};
