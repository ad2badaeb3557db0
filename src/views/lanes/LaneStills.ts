import type { LaneScene } from './drawLanes';

type Layer = 'bars' | 'marks';
type Draw = (ctx: CanvasRenderingContext2D, scene: LaneScene) => void;

/** The parts of a scene that its still layers are made from. */
const MADE_FROM = [
  'rows',
  'lower',
  'length',
  'now',
  'lowerNow',
  'density',
  'scrollTop',
  'width',
  'height',
  'palette',
] as const;

/**
 * The lanes without the playhead, kept as pictures: most frames of a run that plays only lay them again. Measured with 110 pods:
 * drawing every bar and glyph took 10 ms a frame, laying two pictures takes less than one.
 */
export class LaneStills {
  private readonly layers: Readonly<Record<Layer, HTMLCanvasElement>> = {
    bars: document.createElement('canvas'),
    marks: document.createElement('canvas'),
  };
  private made: { readonly scene: LaneScene; readonly ratio: number } | null = null;

  /** Draws the layers anew if the scene is another one. */
  update(scene: LaneScene, ratio: number, draw: Readonly<Record<Layer, Draw>>): void {
    if (this.made !== null && this.made.ratio === ratio && isSameStill(this.made.scene, scene)) return;
    this.made = { scene, ratio };
    for (const layer of ['bars', 'marks'] as const) {
      const canvas = this.layers[layer];
      canvas.width = Math.max(1, Math.round(scene.width * ratio));
      canvas.height = Math.max(1, Math.round(scene.height * ratio));
      const ctx = canvas.getContext('2d');
      if (ctx === null) continue;
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      draw[layer](ctx, scene);
    }
  }

  /** Lays a layer on the canvas: as it is up to `head` px, with opacity `future` behind. */
  lay(ctx: CanvasRenderingContext2D, layer: Layer, head: number, future: number): void {
    const { width, height } = this.layers[layer];
    const split = Math.round(head * (this.made?.ratio ?? 1));
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    for (const [from, to, alpha] of [
      [0, split, 1],
      [split, width, future],
    ] as const) {
      if (to <= from) continue;
      ctx.globalAlpha = alpha;
      ctx.drawImage(this.layers[layer], from, 0, to - from, height, from, 0, to - from, height);
    }
    ctx.restore();
  }
}

/** Scenes that look the same but for the playhead and what lies over it. */
export const isSameStill = (a: LaneScene, b: LaneScene): boolean =>
  a.window.from === b.window.from &&
  a.window.to === b.window.to &&
  MADE_FROM.every((part) => a[part] === b[part]);
