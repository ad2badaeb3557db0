import { firstMarkFrom, firstSpanFrom } from '../../store/selectors/laneSearch';
import type { LaneBar, LaneRow, LaneSpan } from '../../store/selectors/laneTypes';
import { type BarBox, drawBar, drawStuck, drawStuckWord } from './drawBar';
import type { LaneScene } from './drawLanes';
import { bandOf, type Density, glyphsAt, type Half, type Scale } from './geometry';
import { drawGlyph, isMinorMark } from './glyphs';

const labelSize = (density: Density): number => (density === 44 ? 12 : 10);

const LABELS: Readonly<Record<LaneBar['phase'], string>> = {
  waiting: 'waiting',
  sync: 'sync',
  idle: '',
  backoff: 'back-off',
  terminating: 'terminating',
  terminated: 'cleaning up',
  finished: 'finished',
};

/** Where a span lies in the picture; never so thin that it cannot be seen. */
function boxOf(span: LaneSpan, scene: LaneScene, scale: Scale, top: number, height: number): BarBox {
  const x = Math.max(-4, scale.toX(span.from));
  const end = Math.min(scene.width + 4, scale.toX(span.to ?? scene.now));
  return { x, y: top, width: Math.max(1.5, end - x - 1), height };
}

/** The bars of a row whose top is at `y`: only those in the window, and of many in one pixel only the first. */
export function drawRowBars(
  ctx: CanvasRenderingContext2D,
  scene: LaneScene,
  scale: Scale,
  row: LaneRow,
  y: number,
  half: Half,
): void {
  const { palette, density, window } = scene;
  const band = bandOf(density, half);
  let painted = Number.NEGATIVE_INFINITY;
  for (let i = firstSpanFrom(row.bars, window.from); i < row.bars.length; i++) {
    const bar = row.bars[i];
    if (bar === undefined || bar.from > window.to) break;
    const box = boxOf(bar, scene, scale, y + band.top, band.height);
    if (box.width <= 1.5 && box.x < painted + 0.75) continue;
    painted = box.x + (box.width <= 1.5 ? 0 : box.width);
    drawBar(ctx, palette, bar, box);
    if (band.height >= 12) drawLabel(ctx, scene, bar, box);
  }
  drawRuntimeOnly(ctx, scene, scale, row, y, half);
  for (let i = firstSpanFrom(row.stuck, window.from); i < row.stuck.length; i++) {
    const span = row.stuck[i];
    if (span === undefined || span.from > window.to) break;
    drawStuck(ctx, palette, boxOf(span, scene, scale, y + band.top, band.height));
  }
}

/** The word STUCK and for how long, over what is past and what is to come: a word cut in two is none. */
export function drawRowWords(
  ctx: CanvasRenderingContext2D,
  scene: LaneScene,
  scale: Scale,
  row: LaneRow,
  y: number,
  half: Half,
): void {
  const { density, window, playhead, palette, now } = scene;
  const band = bandOf(density, half);
  if (band.height < 10) return;
  for (let i = firstSpanFrom(row.stuck, window.from); i < row.stuck.length; i++) {
    const span = row.stuck[i];
    if (span === undefined || span.from > window.to) break;
    const isToCome = span.from > playhead;
    const length = Math.min(span.to ?? now, playhead) - span.from;
    ctx.globalAlpha = isToCome ? scene.future : 1;
    const text = isToCome ? 'STUCK' : `STUCK ${Math.round(length / 1000)} s`;
    drawStuckWord(ctx, palette, boxOf(span, scene, scale, y + band.top, band.height), text);
  }
  ctx.globalAlpha = 1;
}

function drawLabel(ctx: CanvasRenderingContext2D, scene: LaneScene, bar: LaneBar, box: BarBox): void {
  const { palette } = scene;
  const label = LABELS[bar.phase];
  if (label === '' || box.width < 34) return;
  ctx.font = `${labelSize(scene.density)}px ${palette.font}`;
  const room = ctx.measureText(label).width + 8;
  if (room + 8 > box.width) return;
  const isSolid = (bar.phase === 'sync' || bar.phase === 'terminating') && bar.note !== '';
  const isFilled = isSolid && !bar.note.startsWith('waits');
  if (bar.phase === 'backoff' || bar.phase === 'terminated') {
    ctx.fillStyle = palette.surface;
    ctx.fillRect(box.x + 2, box.y, room, box.height);
  }
  ctx.fillStyle = isFilled ? palette.on(palette.phase[bar.phase]) : palette.text;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  ctx.fillText(label, box.x + 6, box.y + box.height / 2 + 0.5);
}

function drawRuntimeOnly(
  ctx: CanvasRenderingContext2D,
  scene: LaneScene,
  scale: Scale,
  row: LaneRow,
  y: number,
  half: Half,
): void {
  const { palette, density, window } = scene;
  const band = bandOf(density, half);
  for (let i = firstSpanFrom(row.runtimeOnly, window.from); i < row.runtimeOnly.length; i++) {
    const span = row.runtimeOnly[i];
    if (span === undefined || span.from > window.to) break;
    const box = boxOf(span, scene, scale, y + band.top, band.height);
    ctx.strokeStyle = palette.dim;
    ctx.lineWidth = 1.5;
    ctx.setLineDash([5, 3]);
    ctx.strokeRect(box.x + 0.75, box.y + 0.75, Math.max(1, box.width - 1.5), Math.max(1, box.height - 1.5));
    ctx.setLineDash([]);
    if (band.height < 12 || box.width < 84) continue;
    ctx.font = `${labelSize(density)}px ${palette.font}`;
    ctx.fillStyle = palette.dim;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    ctx.fillText('runtime only', box.x + 6, box.y + box.height / 2 + 0.5);
  }
}

/** The glyphs of a row. What a person did and what failed has the right of way over housekeeping's rings. */
export function drawRowMarks(
  ctx: CanvasRenderingContext2D,
  scene: LaneScene,
  scale: Scale,
  row: LaneRow,
  y: number,
  half: Half,
): void {
  const { palette, density, window } = scene;
  const middle = glyphsAt(density, half);
  if (middle === null) return;
  const taken: number[] = [];
  const size = density === 44 ? 14 : density === 28 || density === 56 ? 12 : 9;
  for (const minor of [false, true]) {
    const apart = minor ? 8 : size / 2;
    for (let i = firstMarkFrom(row.marks, window.from); i < row.marks.length; i++) {
      const mark = row.marks[i];
      if (mark === undefined || mark.at > window.to) break;
      if (isMinorMark(mark.kind) !== minor) continue;
      const x = Math.max(size / 2 + 1, Math.min(scene.width - size / 2, scale.toX(mark.at)));
      if (taken.some((other) => Math.abs(other - x) < apart)) continue;
      taken.push(x);
      drawGlyph(ctx, palette, mark.kind, {
        x,
        y: y + middle,
        size: minor ? size - 5 : size,
      });
    }
  }
}
