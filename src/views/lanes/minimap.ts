import type { LaneRow } from '../../store/selectors/laneTypes';
import type { LaneScene } from './drawLanes';
import { MINIMAP, scaleOf } from './geometry';

/** The overview is drawn anew at most this often while a run grows, wall ms. */
const PATIENCE = 300;

/** The strip over the axis: the whole run small, and which stretch of it is shown. Keeps its picture as long as it holds. */
export class Minimap {
  private readonly strip = document.createElement('canvas');
  private key = '';
  private drawnAt = Number.NEGATIVE_INFINITY;

  /** Draws the strip at the canvas's top. Returns whether it is up to date: if not, draw again soon. */
  draw(
    ctx: CanvasRenderingContext2D,
    scene: LaneScene,
    extent: number,
    ratio: number,
    wall: number,
  ): boolean {
    const { width, window, palette, playhead, now, rows } = scene;
    const key = [width, extent, ratio, rows.length, now, palette.phase.sync, palette.surface].join();
    const isDue = wall - this.drawnAt > PATIENCE || !this.key.startsWith(`${width},${extent},${ratio},`);
    if (key !== this.key && isDue) {
      this.key = key;
      this.drawnAt = wall;
      this.redraw(scene, extent, ratio);
    }
    ctx.clearRect(0, 0, width, MINIMAP);
    if (this.strip.width > 0) ctx.drawImage(this.strip, 0, 0, width, MINIMAP);
    const { toX } = scaleOf({ from: 0, to: extent }, width);
    const left = toX(window.from);
    const right = toX(window.to);
    ctx.fillStyle = palette.surface2;
    ctx.globalAlpha = 0.75;
    ctx.fillRect(0, 0, left, MINIMAP - 1);
    ctx.fillRect(right, 0, width - right, MINIMAP - 1);
    ctx.globalAlpha = 1;
    if (left > 0.5 || right < width - 0.5) {
      ctx.strokeStyle = palette.accent;
      ctx.lineWidth = 1.5;
      ctx.strokeRect(left + 0.75, 0.75, Math.max(3, right - left - 1.5), MINIMAP - 2.5);
    }
    ctx.fillStyle = palette.accent;
    ctx.fillRect(toX(playhead) - 0.5, 0, 1, MINIMAP - 1);
    return key === this.key;
  }

  private redraw(scene: LaneScene, extent: number, ratio: number): void {
    const { rows, width, palette, now } = scene;
    this.strip.width = Math.max(1, Math.round(width * ratio));
    this.strip.height = Math.round(MINIMAP * ratio);
    const ctx = this.strip.getContext('2d');
    if (ctx === null) return;
    ctx.scale(ratio, ratio);
    const { toX } = scaleOf({ from: 0, to: extent }, width);
    const room = MINIMAP - 6;
    const each = Math.min(4, room / Math.max(1, rows.length));
    // Of more rows than the strip has pixels, the stuck ones are still all drawn.
    const stride = Math.max(1, Math.ceil(rows.length / (room * 2)));
    const y = (i: number): number => 2 + (i * Math.min(room, each * rows.length)) / Math.max(1, rows.length);
    const height = Math.max(0.5, each - (each > 2 ? 1 : 0));
    rows.forEach((row, i) => {
      if (i % stride === 0) bars(ctx, row, y(i), height);
    });
    rows.forEach((row, i) => {
      ctx.fillStyle = palette.stuck;
      for (const { from, to } of row.stuck)
        ctx.fillRect(toX(from), y(i), toX(to ?? now) - toX(from), Math.max(1.5, height));
    });

    function bars(pen: CanvasRenderingContext2D, row: LaneRow, top: number, tall: number): void {
      let painted = -1;
      for (const { from, to, phase } of row.bars) {
        const x = toX(from);
        const end = toX(to ?? now);
        if (end < painted + 0.5) continue;
        painted = end;
        pen.globalAlpha = phase === 'idle' || phase === 'finished' ? 0.35 : 1;
        pen.fillStyle = palette.phase[phase];
        pen.fillRect(x, top, Math.max(0.5, end - x), tall);
      }
      pen.globalAlpha = 1;
    }
  }
}
