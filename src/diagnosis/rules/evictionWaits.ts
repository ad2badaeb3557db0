import type { ImportedPod } from '../../importers/importedRun';
import type { LogEvent } from '../../importers/logEvent';
import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

/** Eviction waits for a pod that has ended long ago. */
export const evictionWaits: Rule = {
  id: 'eviction-of-finished-pod-waits',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const waits = eventsOf(pod, 'evictionFailed', 'evictionWaitTimedOut');
      const first = waits[0];
      if (first === undefined) return [];
      const said = pod.events.find(
        ({ kind, line }) => line < first.line && (kind === 'complete' || kind === 'finishedNoUpdates'),
      );
      const ended = said ?? endedLongBefore(pod, first);
      if (ended === null) return [];
      return [
        {
          rule: 'eviction-of-finished-pod-waits',
          pod: nameOf(pod),
          confidence: said === undefined ? 'possible' : 'certain',
          title: 'Eviction waits for a pod whose worker is done',
          why: 'The eviction manager asks for a kill and waits for the answer. A finished worker takes no more updates, so none comes and the wait times out.',
          evidence: evidenceOf([ended, ...waits]),
          freesNow: null,
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};

/** Longer than eviction waits: ten seconds, or one and a half times a grace period that is not longer than this. */
const LONG_BEFORE = 300_000;

/** Where the worker's own lines are not printed: all that was seen of it ended long before, and nothing was stopped since. */
function endedLongBefore({ events }: ImportedPod, { line, at }: LogEvent): LogEvent | null {
  const alive = new Set<string>();
  let ended: LogEvent | null = null;
  for (const event of events) {
    if (event.line >= line) break;
    if (event.kind === 'killingContainer') return null;
    if (event.kind !== 'pleg' || event.id === undefined) continue;
    if (event.operation === 'ContainerStarted') alive.add(event.id);
    if (event.operation === 'ContainerDied') {
      alive.delete(event.id);
      ended = event;
    }
  }
  if (ended === null || alive.size > 0 || ended.at === null || at === null) return null;
  return at - ended.at > LONG_BEFORE ? ended : null;
}
