import type { LaneWindow } from '../../store/selectors/laneWindow';

/** Heights of the parts above the rows, px: overview, axis, the node's own lane. */
export const MINIMAP = 18;
export const AXIS = 24;
export const NODE_LANE = 20;
export const HEAD = MINIMAP + AXIS + NODE_LANE;

/** Height of a row, px. At 3 only colour and the hatch are left. */
export type Density = 44 | 28 | 14 | 3;

/** The more rows, the thinner. */
export function densityOf(rows: number): Density {
  if (rows <= 6) return 44;
  return rows <= 40 ? 28 : rows <= 200 ? 14 : 3;
}

/** Which columns stand beside the lanes: name over state, name and state side by side, or all. */
export type Columns = 'stack' | 'pair' | 'all';

export const columnsOf = (width: number): Columns => (width < 620 ? 'stack' : width < 1040 ? 'pair' : 'all');

/** Width of the columns, px: fixed, so that nothing moves while a run plays. */
export const LEFT: Readonly<Record<Columns, number>> = { stack: 132, pair: 236, all: 516 };

/** From virtual ms to px within the lanes and back. */
export interface Scale {
  readonly toX: (at: number) => number;
  readonly toTime: (x: number) => number;
}

export function scaleOf({ from, to }: LaneWindow, width: number): Scale {
  const perMs = width / (to - from);
  return { toX: (at) => (at - from) * perMs, toTime: (x) => from + x / perMs };
}
