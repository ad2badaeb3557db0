import { laneModelOf } from '../../store/selectors/laneModel';
import { firstIndex } from '../../store/selectors/laneSearch';
import type { PodUID, TraceEvent } from '../../transport/protocol';

/** The last event of a pod at `time`; `null` if there is none. */
export function lastEventOf(events: readonly TraceEvent[], pod: PodUID, time: number): TraceEvent | null {
  const ids = laneModelOf(events).rowOf(pod)?.events ?? [];
  const next = firstIndex(ids, (id) => (events[id]?.at ?? 0) > time);
  return events[ids[next - 1] ?? -1] ?? null;
}

/** The event by which a pod became stuck, if it is stuck at `time`; `null`: it is not, or nothing tells. */
export function becameStuck(events: readonly TraceEvent[], pod: PodUID, time: number): TraceEvent | null {
  const spans = laneModelOf(events).rowOf(pod)?.stuck ?? [];
  const span = spans.findLast(({ from }) => from <= time);
  return span === undefined || (span.to !== null && span.to <= time) ? null : (events[span.event] ?? null);
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
