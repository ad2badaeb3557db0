import { lastBefore } from '../../store/selectors/eventsAt';
import type { PodUID, TraceEvent } from '../../transport/protocol';

/** The last event of a pod at `time` that `counts`; `null` if there is none. */
export function lastEventOf(
  events: readonly TraceEvent[],
  pod: PodUID,
  time: number,
  counts: (event: TraceEvent) => boolean = () => true,
): TraceEvent | null {
  return lastBefore(events, time, (event) => event.pod === pod && counts(event));
}

/** Since when a pod is stuck at `time`, virtual ms; `null`: it is not, or nothing tells. */
export function stuckSince(events: readonly TraceEvent[], pod: PodUID, time: number): number | null {
  const turn = lastEventOf(events, pod, time, ({ kind }) => kind === 'becameStuck' || kind === 'freed');
  return turn?.kind === 'becameStuck' ? turn.at : null;
}

/** From what began it all to `event`, each the cause of the next. Causes are older, so it ends. */
export function causeChain(events: readonly TraceEvent[], event: TraceEvent): readonly TraceEvent[] {
  const chain = [event];
  for (let at = event; at.causedBy !== null && at.causedBy < at.id; ) {
    const cause = events[at.causedBy];
    if (cause === undefined) break;
    chain.unshift(cause);
    at = cause;
  }
  return chain;
}
