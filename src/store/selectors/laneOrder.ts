import type { PodUID } from '../../transport/protocol';
import type { LaneRow } from './laneTypes';

/** The rows with the stuck pods first; the same list while none is stuck, so that nothing moves for nothing. */
export function stuckFirst(rows: readonly LaneRow[], stuck: ReadonlySet<PodUID>): readonly LaneRow[] {
  const first = rows.filter(({ uid }) => stuck.has(uid));
  return first.length === 0 ? rows : [...first, ...rows.filter(({ uid }) => !stuck.has(uid))];
}
