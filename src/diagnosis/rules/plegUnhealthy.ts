import { evidenceOf } from '../evidence';
import type { Rule } from '../finding';
import { everything, node } from '../nodeFindings';

/** PLEG has not listed the runtime's pods for too long. */
export const plegUnhealthy: Rule = {
  id: 'pleg-unhealthy',
  find: (run) => {
    const events = everything(run).filter(({ error }) =>
      /PLEG is not healthy: pleg was last seen active/i.test(error ?? ''),
    );
    if (events.length === 0) return [];
    return [
      node({
        rule: 'pleg-unhealthy',
        confidence: 'certain',
        title: 'PLEG is not healthy: the sync loop is skipped',
        why: 'Listing the runtime’s pods takes longer than three minutes. Meanwhile no update from config is handled, and workers wait for a status newer than their last turn.',
        evidence: evidenceOf(events),
        freesNow: 'find what makes the runtime slow to list or inspect',
        issues: ['kubernetes/kubernetes#93925'],
      }),
    ];
  },
};
