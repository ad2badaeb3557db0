import { evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';
import { standingOf } from '../standing';

/** It failed, and the log does not go on long enough to tell. */
export const logEndsTooEarly: Rule = {
  id: 'log-ends-too-early',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const { stuck, attempt, why } = standingOf(pod, run);
      if (stuck !== 'unknown' || attempt === null || attempt.error === null || pod.final === 'unknown')
        return [];
      return [
        {
          rule: 'log-ends-too-early',
          pod: nameOf(pod),
          confidence: 'likely',
          title: `Unknown after line ${attempt.end?.line ?? attempt.start.line}`,
          why: `Its last attempt failed, and ${why}: whether another began cannot be told.`,
          evidence: evidenceOf(pod.events.slice(-2)),
          freesNow: 'give more of the log: at least three minutes after the failure',
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};
