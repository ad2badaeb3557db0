import type { LaneMark, LaneSpan } from './laneTypes';

/** The index of the first entry for which `holds`, of a list in which it holds from some index on; its length if for none. */
export function firstIndex<T>(list: readonly T[], holds: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry !== undefined && holds(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The index of the first span that reaches `at` or lies later. */
export const firstSpanFrom = (spans: readonly LaneSpan[], at: number): number =>
  firstIndex(spans, ({ to }) => to === null || to >= at);

/** The index of the first mark or tick at `at` or later. */
export const firstMarkFrom = (marks: readonly Pick<LaneMark, 'at'>[], at: number): number =>
  firstIndex(marks, (mark) => mark.at >= at);

/** The pod's event after (or before) the event `id`; with `id` `null`, the one after (or before) the time `at`. */
export function neighbourEvent(
  ids: readonly number[],
  timeOf: (id: number) => number,
  from: { readonly id: number | null; readonly at: number },
  direction: 1 | -1,
): number | null {
  const { id, at } = from;
  if (direction === 1) {
    const next = firstIndex(ids, (other) => (id === null ? timeOf(other) > at : other > id));
    return ids[next] ?? null;
  }
  const here = firstIndex(ids, (other) => (id === null ? timeOf(other) >= at : other >= id));
  return ids[here - 1] ?? null;
}
