import { firstMarkFrom, firstSpanFrom } from '../../store/selectors/laneSearch';
import type { LaneRow, LaneTick, NodeLane } from '../../store/selectors/laneTypes';
import { type LaneWindow, ticksOf, timeLabel } from '../../store/selectors/laneWindow';
import type { PodUID } from '../../transport/protocol';
import { drawRowBars, drawRowMarks, drawRowWords } from './drawRow';
import { AXIS, type Density, type Half, HEAD, MINIMAP, NODE_LANE, type Scale, scaleOf } from './geometry';
import { drawGlyph } from './glyphs';
import type { LaneStills } from './LaneStills';
import type { Palette } from './palette';

/** The run that lies in the lower half of the rows. */
export interface LowerLanes {
  /** Its rows by the uid of the row above. */
  readonly rows: ReadonlyMap<PodUID, LaneRow>;
  readonly node: NodeLane;
}

/** Everything that one picture of the lanes is made from. Sizes in px, times in virtual ms. */
export interface LaneScene {
  readonly rows: readonly LaneRow[];
  readonly node: NodeLane;
  /** The second run of an overlay; `null`: there is one run. */
  readonly lower: LowerLanes | null;
  /** How far the second run has been simulated. */
  readonly lowerNow: number;
  /** Trace events that rows and node tell of; they grow in place. */
  readonly length: number;
  readonly window: LaneWindow;
  readonly playhead: number;
  /** Where the two runs part; `null`: they do not, or there is one. */
  readonly parting: number | null;
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

/**
 * Draws axis, node lane and the rows in view; the overview strip is drawn by `minimap.ts`. `stills` holds what does not change with
 * the playhead: of a picture that plays only the words and the playhead are drawn anew.
 */
export function drawLanes(
  ctx: CanvasRenderingContext2D,
  scene: LaneScene,
  stills: LaneStills,
  ratio: number,
): void {
  const { width, height, window, playhead } = scene;
  const scale = scaleOf(window, width);
  const head = Math.max(0, Math.min(width, scale.toX(playhead)));
  stills.update(scene, ratio, { bars: drawBars, marks: drawMarks });
  ctx.clearRect(0, MINIMAP, width, height - MINIMAP);
  drawAxis(ctx, scene, scale);
  // Past and future are the same picture, the future fainter: what is to come stays readable and cannot be mistaken.
  stills.lay(ctx, 'bars', head, scene.future);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, HEAD, width, height - HEAD);
  ctx.clip();
  eachRow(scene, (part, row, y, half) => drawRowWords(ctx, part, scale, row, y, half));
  ctx.restore();
  stills.lay(ctx, 'marks', head, scene.future);
  if (scene.parting !== null) drawParting(ctx, scene, scale.toX(scene.parting));
  drawPlayhead(ctx, scene, scale);
}

function drawBars(ctx: CanvasRenderingContext2D, scene: LaneScene): void {
  const scale = scaleOf(scene.window, scene.width);
  ctx.beginPath();
  ctx.rect(0, HEAD, scene.width, scene.height - HEAD);
  ctx.clip();
  eachRow(scene, (part, row, y, half) => drawRowBars(ctx, part, scale, row, y, half));
}

function drawMarks(ctx: CanvasRenderingContext2D, scene: LaneScene): void {
  const scale = scaleOf(scene.window, scene.width);
  const { lower } = scene;
  const middle = MINIMAP + AXIS + NODE_LANE / 2;
  drawNodeLane(ctx, scene, scale, lower === null ? middle : middle - 5);
  if (lower !== null)
    drawNodeLane(ctx, { ...scene, node: lower.node, now: scene.lowerNow }, scale, middle + 5);
  ctx.beginPath();
  ctx.rect(0, HEAD, scene.width, scene.height - HEAD);
  ctx.clip();
  eachRow(scene, (part, row, y, half) => drawRowMarks(ctx, part, scale, row, y, half));
}

/** Every row in view with what of it is to be drawn: one run in all of it, or two in its halves. */
function eachRow(
  scene: LaneScene,
  draw: (part: LaneScene, row: LaneRow, y: number, half: Half) => void,
): void {
  const { lower } = scene;
  const below = lower === null ? scene : { ...scene, now: scene.lowerNow };
  for (const [row, y] of rowsInView(scene)) {
    draw(scene, row, y, lower === null ? 'whole' : 'upper');
    const under = lower?.rows.get(row.uid);
    if (under !== undefined) draw(below, under, y, 'lower');
  }
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

function drawNodeLane(
  ctx: CanvasRenderingContext2D,
  scene: Pick<LaneScene, 'node' | 'window' | 'palette' | 'now'>,
  scale: Scale,
  y: number,
): void {
  const { node, window, palette } = scene;
  for (let i = firstSpanFrom(node.down, window.from); i < node.down.length; i++) {
    const span = node.down[i];
    if (span === undefined || span.from > window.to) break;
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
    drawTick(ctx, palette, tick, x, y);
  }
  for (let i = firstMarkFrom(node.marks, window.from); i < node.marks.length; i++) {
    const mark = node.marks[i];
    if (mark === undefined || mark.at > window.to) break;
    drawGlyph(ctx, palette, mark.kind, { x: Math.max(7, scale.toX(mark.at)), y, size: 12 });
  }
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

/** A flag on the axis of both panes where their runs part, on a dashed pole through the lanes. */
function drawParting(ctx: CanvasRenderingContext2D, { palette, width, height }: LaneScene, x: number): void {
  if (x < -1 || x > width + 1) return;
  const to = x > width - 14 ? -10 : 10;
  ctx.save();
  ctx.strokeStyle = palette.warn;
  ctx.fillStyle = palette.warn;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.moveTo(x, MINIMAP + 2);
  ctx.lineTo(x + to, MINIMAP + 6.5);
  ctx.lineTo(x, MINIMAP + 11);
  ctx.fill();
  ctx.setLineDash([4, 3]);
  ctx.beginPath();
  ctx.moveTo(x, MINIMAP + 2);
  ctx.lineTo(x, height);
  ctx.stroke();
  ctx.restore();
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
