import type { LaneWindow } from '../../store/selectors/laneWindow';

/** Heights of the parts above the rows, px: overview, axis, the node's own lane. */
export const MINIMAP = 18;
export const AXIS = 24;
export const NODE_LANE = 20;
export const HEAD = MINIMAP + AXIS + NODE_LANE;

/** Height of a row, px. At 56 there is room for two runs in it with their words; at 3 only colour and the hatch are left. */
export type Density = 56 | 44 | 28 | 14 | 3;

/** The more rows, the thinner. */
export function densityOf(rows: number, isOverlay = false): Density {
  if (rows <= 6) return isOverlay ? 56 : 44;
  return rows <= 40 ? 28 : rows <= 200 ? 14 : 3;
}

/** Which part of its row a run takes: all of it, or one half of an overlay. */
export type Half = 'whole' | 'upper' | 'lower';

interface Band {
  readonly top: number;
  readonly height: number;
}

/** Where in a row the bars lie, px from its top. */
const BANDS: Readonly<Record<Density, Readonly<Record<Half, Band>>>> = {
  56: {
    whole: { top: 14, height: 28 },
    upper: { top: 14, height: 13 },
    lower: { top: 29, height: 13 },
  },
  44: {
    whole: { top: 19, height: 20 },
    upper: { top: 19, height: 9 },
    lower: { top: 30, height: 9 },
  },
  28: {
    whole: { top: 13, height: 12 },
    upper: { top: 12, height: 6 },
    lower: { top: 20, height: 6 },
  },
  14: {
    whole: { top: 2, height: 10 },
    upper: { top: 1, height: 5 },
    lower: { top: 8, height: 5 },
  },
  3: { whole: { top: 0, height: 2 }, upper: { top: 0, height: 1 }, lower: { top: 1.5, height: 1 } },
};

export const bandOf = (density: Density, half: Half): Band => BANDS[density][half];

/** Where in a row the middle of its glyphs lies, px from its top; `null`: they have no room of their own. */
export function glyphsAt(density: Density, half: Half): number | null {
  if (density === 3) return null;
  if (half === 'lower') return density === 56 ? 49 : null;
  return density === 44 ? 10 : 7;
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
