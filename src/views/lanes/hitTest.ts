import { firstMarkFrom, firstSpanFrom } from '../../store/selectors/laneSearch';
import type { LaneRow, NodeLane } from '../../store/selectors/laneTypes';
import { AXIS, bandOf, type Density, glyphsAt, type Half, HEAD, MINIMAP, type Scale } from './geometry';

/** How far beside a glyph still means it, px. */
const REACH = 7;

/** What lies under the pointer: a mark or a bar by the event that it began with, or neither. */
export interface Hit {
  readonly eventId: number | null;
  /** The bar, if it is one and no mark. */
  readonly bar: LaneRow['bars'][number] | null;
}

/** The index of the row at `y` px from the top of the lanes. */
export const rowIndexAt = (y: number, scrollTop: number, density: Density): number =>
  Math.floor((y - HEAD + scrollTop) / density);

/** Which half of a row of an overlay lies `inRow` px from its top. */
export const halfAt = (inRow: number, density: Density): Half =>
  inRow < bandOf(density, 'lower').top - 0.5 ? 'upper' : 'lower';

export type Zone = 'minimap' | 'axis' | 'node' | 'rows';

export function zoneOf(y: number): Zone {
  if (y < MINIMAP) return 'minimap';
  if (y < MINIMAP + AXIS) return 'axis';
  return y < HEAD ? 'node' : 'rows';
}

function nearestMark(
  marks: readonly { readonly at: number; readonly eventId: number }[],
  scale: Scale,
  x: number,
): number | null {
  let best: number | null = null;
  let nearest = REACH;
  for (let i = firstMarkFrom(marks, scale.toTime(x - REACH)); i < marks.length; i++) {
    const mark = marks[i];
    if (mark === undefined || scale.toX(mark.at) > x + REACH) break;
    const distance = Math.abs(scale.toX(mark.at) - x);
    if (distance < nearest) {
      best = mark.eventId;
      nearest = distance;
    }
  }
  return best;
}

/** The mark at `x` of the node's lane. */
export function hitNode(node: NodeLane, scale: Scale, x: number): number | null {
  return nearestMark(node.marks, scale, x) ?? nearestMark(node.ticks, scale, x);
}

/** What is at `x` in a row, `inRow` px from its top: a glyph before the bar under it. */
export function hitRow(
  row: LaneRow,
  scale: Scale,
  x: number,
  inRow: number,
  density: Density,
  half: Half,
): Hit {
  const glyphs = glyphsAt(density, half);
  const band = bandOf(density, half);
  const isBeside = half === 'lower' ? inRow >= band.top + band.height : inRow <= Math.max(14, band.top);
  const eventId = glyphs !== null && isBeside ? nearestMark(row.marks, scale, x) : null;
  if (eventId !== null) return { eventId, bar: null };
  const at = scale.toTime(x);
  const bar = row.bars[firstSpanFrom(row.bars, at)];
  if (bar === undefined || bar.from > at) return { eventId: null, bar: null };
  return { eventId: bar.event, bar };
}
