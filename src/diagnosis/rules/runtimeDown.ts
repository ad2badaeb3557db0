import { isPluginError } from '../../importers/pluginErrors';
import { evidenceOf } from '../evidence';
import type { Rule } from '../finding';
import { everything, node, span, total } from '../nodeFindings';

/** The container runtime does not answer. */
export const runtimeDown: Rule = {
  id: 'runtime-down',
  find: (run) => {
    const events = everything(run).filter(
      ({ kind, error }) =>
        kind === 'runtimeDown' ||
        (kind === 'syncLoopSkipped' && /container runtime is down/i.test(error ?? '')) ||
        (error !== undefined &&
          /\.sock\b/.test(error) &&
          /refused|no such file|Unavailable/i.test(error) &&
          !isPluginError(error)),
    );
    // A kubelet that has just begun says once that it has not looked at the runtime yet.
    const waiting = run.nodeEvents.filter(
      ({ kind, error }) =>
        kind === 'syncLoopSkipped' && /status check may not have completed/.test(error ?? ''),
    );
    const found = events.length > 0 ? events : total(waiting) > 3 && span(waiting) > 30_000 ? waiting : [];
    if (found.length === 0) return [];
    return [
      node({
        rule: 'runtime-down',
        confidence: total(found) > 1 ? 'certain' : 'likely',
        title: 'The container runtime does not answer',
        why: 'Every stop fails, and while the runtime counts as down the sync loop handles no updates from config.',
        evidence: evidenceOf(found),
        freesNow:
          'bring the container runtime back; before 1.27 restart the kubelet afterwards, if pods were removed meanwhile',
      }),
    ];
  },
};
