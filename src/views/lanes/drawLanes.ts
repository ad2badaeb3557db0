import { firstMarkFrom, firstSpanFrom } from '../../store/selectors/laneSearch';
import type { LaneRow, LaneTick, NodeLane } from '../../store/selectors/laneTypes';
import { type LaneWindow, ticksOf, timeLabel } from '../../store/selectors/laneWindow';
import { drawRowBars, drawRowMarks, drawRowWords } from './drawRow';
import { AXIS, type Density, HEAD, MINIMAP, NODE_LANE, type Scale, scaleOf } from './geometry';
import { drawGlyph } from './glyphs';
import type { Palette } from './palette';

/** Everything that one picture of the lanes is made from. Sizes in px, times in virtual ms. */
export interface LaneScene {
  readonly rows: readonly LaneRow[];
  readonly node: NodeLane;
  readonly window: LaneWindow;
  readonly playhead: number;
  /** How far the run has been simulated: what lasts is drawn up to here. */
  readonly now: number;
  readonly density: Density;
  readonly scrollTop: number;
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  /** The opacity of what lies behind the playhead. */
  readonly future: number;
}

/** Draws axis, node lane and the rows in view; the overview strip is drawn by `minimap.ts`. */
export function drawLanes(ctx: CanvasRenderingContext2D, scene: LaneScene): void {
  const { width, height, window, playhead } = scene;
  const scale = scaleOf(window, width);
  ctx.clearRect(0, MINIMAP, width, height - MINIMAP);
  drawAxis(ctx, scene, scale);
  const head = Math.max(0, Math.min(width, scale.toX(playhead)));
  // Past and future are the same picture, the future fainter: what is to come stays readable and cannot be mistaken.
  for (const part of [
    { from: 0, to: head, alpha: 1 },
    { from: head, to: width, alpha: scene.future },
  ]) {
    if (part.to <= part.from) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(part.from, HEAD, part.to - part.from, height - HEAD);
    ctx.clip();
    ctx.globalAlpha = part.alpha;
    const seen = { from: scale.toTime(part.from), to: scale.toTime(part.to) };
    const half = { ...scene, window: seen };
    for (const [row, y] of rowsInView(scene)) drawRowBars(ctx, half, scale, row, y);
    ctx.restore();
  }
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, HEAD, width, height - HEAD);
  ctx.clip();
  for (const [row, y] of rowsInView(scene)) {
    drawRowWords(ctx, scene, scale, row, y);
    drawRowMarks(ctx, scene, scale, row, y);
  }
  ctx.restore();
  drawNodeLane(ctx, scene, scale);
  drawPlayhead(ctx, scene, scale);
}

function rowsInView(scene: LaneScene): (readonly [LaneRow, number])[] {
  const { rows, density, scrollTop, height } = scene;
  const first = Math.max(0, Math.floor(scrollTop / density));
  const last = Math.ceil((scrollTop + height - HEAD) / density);
  return rows
    .slice(first, last)
    .map((row, i): readonly [LaneRow, number] => [row, HEAD + (first + i) * density - scrollTop]);
}

function drawAxis(ctx: CanvasRenderingContext2D, scene: LaneScene, scale: Scale): void {
  const { palette, width, height } = scene;
  const { step, times } = ticksOf(scene.window, width, 76);
  ctx.font = `11px ${palette.font}`;
  ctx.textBaseline = 'middle';
  for (const at of times) {
    const x = Math.round(scale.toX(at)) + 0.5;
    ctx.strokeStyle = palette.line;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(x, MINIMAP + AXIS - 5);
    ctx.lineTo(x, height);
    ctx.stroke();
    ctx.fillStyle = palette.dim;
    const label = timeLabel(at, step);
    const room = ctx.measureText(label).width;
    ctx.textAlign = x < room / 2 ? 'left' : x > width - room / 2 ? 'right' : 'center';
    const labelX = ctx.textAlign === 'left' ? 2 : ctx.textAlign === 'right' ? width - 2 : x;
    // The playhead's own label needs the room.
    if (Math.abs(x - scale.toX(scene.playhead)) < room / 2 + 36) continue;
    ctx.fillText(label, labelX, MINIMAP + AXIS / 2 - 1);
  }
  ctx.strokeStyle = palette.line;
  ctx.beginPath();
  for (const y of [MINIMAP - 0.5, MINIMAP + AXIS - 0.5, HEAD - 0.5]) {
    ctx.moveTo(0, y);
    ctx.lineTo(width, y);
  }
  ctx.stroke();
}

function drawNodeLane(ctx: CanvasRenderingContext2D, scene: LaneScene, scale: Scale): void {
  const { node, window, palette, playhead } = scene;
  const y = MINIMAP + AXIS + NODE_LANE / 2;
  for (let i = firstSpanFrom(node.down, window.from); i < node.down.length; i++) {
    const span = node.down[i];
    if (span === undefined || span.from > window.to) break;
    ctx.globalAlpha = span.from <= playhead ? 1 : scene.future;
    ctx.fillStyle = palette.line;
    const x = scale.toX(span.from);
    ctx.fillRect(x, y - 7, Math.max(2, scale.toX(span.to ?? scene.now) - x), 14);
  }
  let free = Number.NEGATIVE_INFINITY;
  for (let i = firstMarkFrom(node.ticks, window.from); i < node.ticks.length; i++) {
    const tick = node.ticks[i];
    if (tick === undefined || tick.at > window.to) break;
    const x = scale.toX(tick.at);
    if (x < free) continue;
    free = x + (tick.kind === 'tick' ? 3 : 7);
    ctx.globalAlpha = tick.at <= playhead ? 1 : scene.future;
    drawTick(ctx, palette, tick, x, y);
  }
  for (let i = firstMarkFrom(node.marks, window.from); i < node.marks.length; i++) {
    const mark = node.marks[i];
    if (mark === undefined || mark.at > window.to) break;
    ctx.globalAlpha = mark.at <= playhead ? 1 : scene.future;
    drawGlyph(ctx, palette, mark.kind, { x: Math.max(7, scale.toX(mark.at)), y, size: 12 });
  }
  ctx.globalAlpha = 1;
}

function drawTick(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  tick: LaneTick,
  x: number,
  y: number,
): void {
  const at = { x, y, size: 9 };
  switch (tick.kind) {
    case 'tick':
      ctx.fillStyle = palette.lineStrong;
      return ctx.fillRect(x - 0.5, y - 3, 1, 6);
    case 'leftAlone':
    case 'acted':
      return drawGlyph(ctx, palette, tick.kind, at);
    case 'both':
      drawGlyph(ctx, palette, 'leftAlone', { ...at, size: 12 });
      return drawGlyph(ctx, palette, 'acted', { ...at, size: 5 });
    case 'failed':
    case 'skipped':
      return drawGlyph(ctx, palette, tick.kind === 'failed' ? 'error' : 'dropped', at);
  }
}

function drawPlayhead(ctx: CanvasRenderingContext2D, scene: LaneScene, scale: Scale): void {
  const { palette, width, height, playhead } = scene;
  const x = scale.toX(playhead);
  if (x < -1 || x > width + 1) return;
  ctx.fillStyle = palette.accent;
  ctx.fillRect(x - 0.75, MINIMAP, 1.5, height - MINIMAP);
  ctx.font = `bold 11px ${palette.font}`;
  const label = `${(playhead / 1000).toFixed(2)} s`;
  const room = ctx.measureText(label).width + 10;
  const left = Math.max(0, Math.min(width - room, x - room / 2));
  ctx.beginPath();
  ctx.roundRect(left, MINIMAP + 2, room, AXIS - 7, 4);
  ctx.fill();
  ctx.fillStyle = palette.accentText;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(label, left + 5, MINIMAP + AXIS / 2 - 1);
}
