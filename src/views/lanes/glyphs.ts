import type { LaneMarkKind } from '../../store/selectors/laneTypes';
import type { Palette } from './palette';

interface Glyph {
  /** In a box of 12 by 12. */
  readonly path: string;
  readonly how: 'fill' | 'stroke';
  readonly colour: (palette: Palette) => string;
}

const CIRCLE = 'M10 6a4 4 0 1 1-8 0a4 4 0 1 1 8 0z';

/** Pictures as paths: emoji need a font that many machines lack. */
export const GLYPHS: Readonly<Record<LaneMarkKind, Glyph>> = {
  create: { path: 'M5 2h2v3h3v2H7v3H5V7H2V5h3z', how: 'fill', colour: (p) => p.ok },
  delete: {
    path: 'M2 3h8v1.5H2zM4.5 1.5h3V3h-3zM3 5.5h6L8.5 11h-5z',
    how: 'fill',
    colour: (p) => p.text,
  },
  forceDelete: {
    path: 'M9.5 1 4.2 7.4M2.5 1l5.3 6.4M4.6 9a1.7 1.7 0 1 1-3.4 0a1.7 1.7 0 1 1 3.4 0zM10.8 9a1.7 1.7 0 1 1-3.4 0a1.7 1.7 0 1 1 3.4 0z',
    how: 'stroke',
    colour: (p) => p.danger,
  },
  evict: { path: 'M6 1l5 5.5H1zM1 8.5h10v2H1z', how: 'fill', colour: (p) => p.danger },
  reuse: {
    path: 'M7.5 6a2.75 2.75 0 1 1-5.5 0a2.75 2.75 0 1 1 5.5 0zM10.5 6a2.75 2.75 0 1 1-5.5 0a2.75 2.75 0 1 1 5.5 0z',
    how: 'stroke',
    colour: (p) => p.accent,
  },
  command: { path: 'M2 1.5 10.5 6 2 10.5z', how: 'fill', colour: (p) => p.text },
  fault: { path: 'M7.5 0 1.5 7H5l-1 5 6.5-7.5H7z', how: 'fill', colour: (p) => p.danger },
  lift: { path: 'M7.5 0 1.5 7H5l-1 5 6.5-7.5H7z', how: 'stroke', colour: (p) => p.ok },
  error: {
    path: 'M3.4 2 6 4.6 8.6 2 10 3.4 7.4 6 10 8.6 8.6 10 6 7.4 3.4 10 2 8.6 4.6 6 2 3.4z',
    how: 'fill',
    colour: (p) => p.danger,
  },
  dropped: { path: 'M6 1v6.5M3 5l3 3 3-3M1.5 11l9-2', how: 'stroke', colour: (p) => p.danger },
  leftAlone: { path: CIRCLE, how: 'stroke', colour: (p) => p.dim },
  acted: { path: CIRCLE, how: 'fill', colour: (p) => p.ok },
  restart: { path: 'M9.5 3.5A4.3 4.3 0 1 0 10.3 6M10.5 1v3.2H7.3', how: 'stroke', colour: (p) => p.ok },
  kubeletStopped: { path: 'M2.5 2.5h7v7h-7z', how: 'fill', colour: (p) => p.danger },
  kubeletStarted: { path: 'M3 1.5 10 6 3 10.5z', how: 'fill', colour: (p) => p.ok },
};

const paths = new Map<string, Path2D>();

/** Draws a glyph with its middle at (x, y), `size` px wide, on a rim of the ground so that bars do not swallow it. */
export function drawGlyph(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  kind: LaneMarkKind,
  at: { readonly x: number; readonly y: number; readonly size: number },
): void {
  const { path, how, colour } = GLYPHS[kind];
  const shape = paths.get(path) ?? new Path2D(path);
  paths.set(path, shape);
  ctx.save();
  ctx.translate(at.x - at.size / 2, at.y - at.size / 2);
  ctx.scale(at.size / 12, at.size / 12);
  ctx.lineJoin = 'round';
  ctx.strokeStyle = palette.surface;
  ctx.lineWidth = 3.5;
  ctx.stroke(shape);
  ctx.strokeStyle = colour(palette);
  ctx.fillStyle = colour(palette);
  ctx.lineWidth = 1.6;
  if (how === 'fill') ctx.fill(shape);
  else ctx.stroke(shape);
  ctx.restore();
}

/** What matters most is drawn where two glyphs want one place. */
export const isMinorMark = (kind: LaneMarkKind): boolean => kind === 'leftAlone' || kind === 'acted';
