import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Rule } from '../finding';
import { holderOf, standingOf } from '../standing';

/** A static pod that may not start, since another of the same full name has not ended. */
export const staticWaitingForName: Rule = {
  id: 'static-waiting-for-name',
  find: (run) =>
    run.pods.flatMap((pod) => {
      const { waitsForName } = pod.facts;
      if (pod.final !== 'running' || waitsForName === null) return [];
      const holder = holderOf(pod, run);
      const holderStuck = holder !== null && standingOf(holder, run).stuck === true;
      const repeated = waitsForName.count > 1 || eventsOf(pod, 'cannotStartYet').length > 1;
      if (!holderStuck && !repeated) return [];
      return [
        {
          rule: 'static-waiting-for-name',
          pod: nameOf(pod),
          confidence: holderStuck ? 'certain' : 'likely',
          title: 'It waits for its full name, which an older copy still holds',
          why: `Only one static pod of a full name may run at a time, and ${holder === null ? 'another uid' : `uid ${holder.uid ?? 'unknown'}`} has it${holderStuck ? ' and will never give it back' : ''}.`,
          evidence: evidenceOf([
            holder?.facts.removedAt,
            ...(holder === null ? [] : eventsOf(holder, 'deleteRefused')),
            ...eventsOf(pod, 'cannotStartYet'),
          ]),
          freesNow: holderStuck
            ? 'restart the kubelet while all of its sources can be reached'
            : 'look at why the older copy does not end',
          fixedIn: holderStuck ? 'v1.27.0' : null,
          issues: [
            'kubernetes/kubernetes#109596',
            'kubernetes/kubernetes#116880',
            'kubernetes/kubernetes#107733',
          ],
        },
      ];
    }),
};
