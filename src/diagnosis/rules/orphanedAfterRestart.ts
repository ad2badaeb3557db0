import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

/** The runtime had a pod that this kubelet process was never told of. */
export const orphanedAfterRestart: Rule = {
  id: 'orphaned-after-restart',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const killed = pod.events.filter(
        ({ kind, reason }) =>
          kind === 'runtimeOrphanKilled' || (kind === 'terminationRequested' && reason === 'orphaned'),
      );
      const first = killed[0];
      if (first === undefined) return [];
      // A worker of the same process that was there before: the runtime's view was only old.
      if (
        pod.events.some(
          (event) => event.run === first.run && event.line < first.line && KNOWN.has(event.kind),
        )
      )
        return [];
      return [
        {
          rule: 'orphaned-after-restart',
          pod: nameOf(pod),
          confidence: run.runs[first.run]?.startSeen === true ? 'certain' : 'likely',
          title: 'It was removed while no kubelet looked; its containers were found in the runtime',
          why: 'No source lists it, so housekeeping makes a worker that only stops what the runtime has, with the shortest grace period. Such a worker leaves no history.',
          evidence: evidenceOf([
            ...killed,
            ...eventsOf(pod, 'gracePeriod', 'orphanTerminated', 'enter', 'containersStopped'),
          ]),
          freesNow:
            pod.final === 'gone' ? null : 'wait for it: it is tried again on every pass of housekeeping',
          fixedIn: null,
          issues: ['kubernetes/kubernetes#113145'],
        },
      ];
    }),
};

/** A worker of this process that was there before. */
const KNOWN: ReadonlySet<string> = new Set([
  'configAdd',
  'historyRemoved',
  'complete',
  'attemptStart',
  'configDelete',
  'configRemove',
]);
