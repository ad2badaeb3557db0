import type { TraceEvent } from '../../transport/protocol';

/** How many of `events` have happened at `time`; they are in order of time. */
export function countUntil(events: readonly TraceEvent[], time: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.at ?? Number.POSITIVE_INFINITY) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last event at `time` that `counts`; `null` if there is none. */
export function lastBefore(
  events: readonly TraceEvent[],
  time: number,
  counts: (event: TraceEvent) => boolean,
): TraceEvent | null {
  for (let i = countUntil(events, time) - 1; i >= 0; i--) {
    const event = events[i];
    if (event !== undefined && counts(event)) return event;
  }
  return null;
}

/** The first event after `time` that `counts`; `null` if there is none. */
export function firstAfter(
  events: readonly TraceEvent[],
  time: number,
  counts: (event: TraceEvent) => boolean,
): TraceEvent | null {
  for (let i = countUntil(events, time); i < events.length; i++) {
    const event = events[i];
    if (event !== undefined && counts(event)) return event;
  }
  return null;
}
