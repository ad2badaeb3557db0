import { AWAITS_POD_STATUS, type LaneBar } from '../../store/selectors/laneTypes';
import type { Palette } from './palette';

/** Where a bar is drawn, px. */
export interface BarBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One bar by its phase: colour and fill pattern, so that colour alone is never needed. */
export function drawBar(ctx: CanvasRenderingContext2D, palette: Palette, bar: LaneBar, box: BarBox): void {
  const { x, y, width, height } = box;
  const colour = palette.phase[bar.phase];
  ctx.fillStyle = colour;
  ctx.strokeStyle = colour;
  if (height <= 3) return drawThin(ctx, bar, box);
  switch (bar.phase) {
    case 'sync':
    case 'terminating':
      if (bar.note === AWAITS_POD_STATUS && width > 3) return drawAwaiting(ctx, box);
      if (bar.phase === 'terminating' && width > height / 2) return fillNotched(ctx, box);
      return ctx.fillRect(x, y, width, height);
    case 'terminated':
      return ctx.fillRect(x, y + height / 2, width, height / 2);
    case 'idle':
      return ctx.fillRect(x, y + height / 2 - 1, width, 2);
    case 'waiting':
      ctx.setLineDash([2, 2]);
      ctx.lineWidth = 1.5;
      ctx.strokeRect(x + 0.75, y + 0.75, Math.max(0.5, width - 1.5), height - 1.5);
      return ctx.setLineDash([]);
    case 'finished':
      ctx.lineWidth = 1;
      return ctx.strokeRect(x + 0.5, y + 0.5, Math.max(0.5, width - 1), height - 1);
    case 'backoff':
      return strokeWave(ctx, box);
  }
}

function drawThin(ctx: CanvasRenderingContext2D, { phase }: LaneBar, { x, y, width, height }: BarBox): void {
  const isLight = phase === 'idle' || phase === 'finished' || phase === 'waiting';
  ctx.fillRect(x, isLight ? y + height / 2 - 0.5 : y, width, isLight ? 1 : height);
}

/** In the turn, before the call: the same colour, not yet full. */
function drawAwaiting(ctx: CanvasRenderingContext2D, { x, y, width, height }: BarBox): void {
  ctx.save();
  ctx.globalAlpha *= 0.3;
  ctx.fillRect(x, y, width, height);
  ctx.restore();
  ctx.lineWidth = 1;
  ctx.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
}

function fillNotched(ctx: CanvasRenderingContext2D, { x, y, width, height }: BarBox): void {
  const notch = Math.min(height / 2, width / 2);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x + width, y);
  ctx.lineTo(x + width - notch, y + height / 2);
  ctx.lineTo(x + width, y + height);
  ctx.lineTo(x, y + height);
  ctx.fill();
}

const WAVE = 8;

function strokeWave(ctx: CanvasRenderingContext2D, { x, y, width, height }: BarBox): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y, width, height);
  ctx.clip();
  ctx.beginPath();
  const middle = y + height / 2;
  const swing = height / 2 - 2;
  ctx.moveTo(x, middle);
  for (let at = x, up = true; at < x + width; at += WAVE, up = !up) {
    ctx.quadraticCurveTo(at + WAVE / 2, middle + (up ? -2 : 2) * swing, at + WAVE, middle);
  }
  ctx.lineWidth = 2;
  ctx.stroke();
  ctx.restore();
}

let hatch: { readonly colour: string; readonly pattern: CanvasPattern } | null = null;

/** Lines at 45°, 8 px apart. */
function hatchOf(ctx: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
  if (hatch?.colour === colour) return hatch.pattern;
  const tile = document.createElement('canvas');
  tile.width = 8;
  tile.height = 8;
  const pen = tile.getContext('2d');
  if (pen === null) return colour;
  pen.strokeStyle = colour;
  pen.lineWidth = 2;
  pen.beginPath();
  for (const shift of [-8, 0, 8]) {
    pen.moveTo(shift - 1, 9);
    pen.lineTo(shift + 9, -1);
  }
  pen.stroke();
  const pattern = ctx.createPattern(tile, 'repeat');
  if (pattern === null) return colour;
  hatch = { colour, pattern };
  return pattern;
}

/** The overlay of a pod that nothing will move: hatch and a thick border. */
export function drawStuck(ctx: CanvasRenderingContext2D, palette: Palette, box: BarBox): void {
  const { x, y, width, height } = box;
  ctx.fillStyle = height <= 3 ? palette.stuck : hatchOf(ctx, palette.stuck);
  ctx.fillRect(x, y, width, height);
  if (height <= 3) return;
  ctx.strokeStyle = palette.stuck;
  ctx.lineWidth = 2;
  ctx.strokeRect(x + 1, y + 1, Math.max(1, width - 2), height - 2);
}

/** Its word, if there is room. */
export function drawStuckWord(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  { x, y, width, height }: BarBox,
  text: string,
): void {
  ctx.font = `bold ${Math.min(13, height - 2)}px ${palette.font}`;
  const room = ctx.measureText(text).width + 10;
  if (room + 4 > width) return;
  ctx.fillStyle = palette.stuck;
  ctx.fillRect(x + 4, y, room, height);
  ctx.fillStyle = palette.on(palette.stuck);
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  ctx.fillText(text, x + 9, y + height / 2 + 0.5);
}
