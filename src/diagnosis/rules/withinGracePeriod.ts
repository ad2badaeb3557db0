import { eventsOf, evidenceOf, lasting, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

/** It is being stopped, and its time is not over. */
export const withinGracePeriod: Rule = {
  id: 'within-grace-period',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      if (
        pod.final !== 'terminating' ||
        pod.attempts.some(({ error, phase }) => error !== null && phase !== 'syncing')
      )
        return [];
      const start =
        pod.attempts.findLast(({ phase }) => phase === 'terminating')?.start ?? pod.intervals.at(-1)?.from;
      const end = run.runs[pod.facts.run]?.last.at ?? null;
      if (start?.at == null || end === null || pod.events.length === 0) return [];
      const grace = pod.facts.gracePeriod;
      if (end - start.at > (grace ?? 30) * 1000 + 2000) return [];
      return [
        {
          rule: 'within-grace-period',
          pod: nameOf(pod),
          confidence: grace === null ? 'possible' : 'likely',
          title: 'It is being stopped, and its grace period is not over',
          why: `The stop began ${lasting(end - start.at)} before the log ends${grace === null ? '' : `, and it may take ${grace} s`}. The worker waits inside the call; that is as it should be.`,
          evidence: evidenceOf([
            pod.facts.deletedAt,
            ...eventsOf(pod, 'gracePeriod', 'killingContainer').slice(-2),
            ...pod.events.slice(-1),
          ]),
          freesNow: null,
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};
