import type { LogEvent } from '../../importers/logEvent';
import { isUnreached } from '../apiServerCalls';
import { evidenceOf } from '../evidence';
import type { Rule } from '../finding';
import { everything, node, total } from '../nodeFindings';

/** The kubelet cannot reach the API server. */
export const apiServerUnreachable: Rule = {
  id: 'api-server-unreachable',
  find: (run) => {
    const events = everything(run).filter(
      ({ kind, error }) => kind === 'apiServerUnreachable' || (CALLS.has(kind) && isUnreached(error)),
    );
    if (events.length === 0) return [];
    return [
      node({
        rule: 'api-server-unreachable',
        confidence: total(events) > 1 ? 'likely' : 'possible',
        title: 'The API server cannot be reached',
        why: 'Deletions do not arrive, statuses and mirror pods are not written, and a kubelet that has just begun waits with removals until the API server has answered once.',
        evidence: evidenceOf(events),
        freesNow: 'bring back the way to the API server',
      }),
    ];
  },
};

/** Calls to the API server about one pod. */
const CALLS: ReadonlySet<LogEvent['kind']> = new Set([
  'statusFailed',
  'mirrorCreateFailed',
  'mirrorDeleteFailed',
]);
