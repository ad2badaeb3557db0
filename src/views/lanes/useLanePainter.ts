import { type RefObject, useEffect, useRef } from 'react';
import type { Lab } from '../../store/lab';
import { laneModelOf } from '../../store/selectors/laneModel';
import type { LaneRow } from '../../store/selectors/laneTypes';
import { extentOf, following, windowOf } from '../../store/selectors/laneWindow';
import { partingOf } from '../../store/selectors/parting';
import type { RunView } from '../../store/simulationStore';
import { drawLanes, type LaneScene, type LowerLanes } from './drawLanes';
import { type Density, scaleOf } from './geometry';
import { isSameStill, LaneStills } from './LaneStills';
import { Minimap } from './minimap';
import { readPalette, watchTheme } from './palette';

/** What the painter cannot find in the lab: what this pane shows, and how large it is, px. */
export interface PaintInput {
  readonly run: RunView;
  readonly rows: readonly LaneRow[];
  /** The second run of an overlay, in the lower halves; `null`: there is one run. */
  readonly under: { readonly run: RunView; readonly lanes: LowerLanes } | null;
  readonly density: Density;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Where the playhead hardly moves, its time is written this often, wall ms: nobody reads hundredths as they fly by. */
const HARDLY_MS = 60;

/** Would drawing `now` in place of `before` move nothing by a quarter of a pixel? */
const hardlyMoves = (before: LaneScene, now: LaneScene): boolean => {
  const { toX } = scaleOf(now.window, now.width);
  return (
    isSameStill(before, now) &&
    before.parting === now.parting &&
    Math.abs(toX(before.playhead) - toX(now.playhead)) < 0.25
  );
};

/** How far the lanes of all panes go. */
export const extentIn = (lab: Lab): number =>
  extentOf(
    lab.panes().map(({ end }) => end),
    lab.view.getState().playhead,
  );

/** Where the runs of two panes part, virtual ms. */
function partingIn(lab: Lab): number | null {
  const [a, b] = lab.panes();
  return a === undefined || b === undefined ? null : (partingOf(a, b)?.at ?? null);
}

/** Paints the lanes on a canvas, in an animation frame and only when something has changed. Returns how to ask for it. */
export function useLanePainter(
  lab: Lab,
  canvas: RefObject<HTMLCanvasElement | null>,
  scroller: RefObject<HTMLElement | null>,
  input: PaintInput,
): void {
  const latest = useRef(input);
  const request = useRef<() => void>(() => {});
  useEffect(() => {
    latest.current = input;
    request.current();
  }, [input]);
  useEffect(() => {
    const element = canvas.current;
    const ctx = element?.getContext('2d') ?? null;
    if (element === null || ctx === null) return;
    const minimap = new Minimap();
    const stills = new LaneStills();
    let palette = readPalette(element);
    const scrolled = scroller.current;
    // Kept, since asking for it in a frame makes the browser lay out the page there and then.
    let scrollTop = scrolled?.scrollTop ?? 0;
    let handle = 0;
    let painted: { readonly scene: LaneScene; readonly wall: number } | null = null;
    const ask = (): void => {
      if (handle === 0) handle = requestAnimationFrame(paint);
    };
    const scroll = (): void => {
      scrollTop = scrolled?.scrollTop ?? 0;
      ask();
    };
    const paint = (wall: number): void => {
      handle = 0;
      const { run, rows, under, density, width, height } = latest.current;
      const { playhead, zoom } = lab.view.getState();
      const extent = extentIn(lab);
      const upTo = (now: number): number => Math.min(now, Math.max(extent, playhead));
      const scene: LaneScene = {
        rows,
        node: laneModelOf(run.events).node,
        lower: under?.lanes ?? null,
        lowerNow: upTo(under?.run.now ?? 0),
        length: run.length + (under?.run.length ?? 0),
        window: windowOf(zoom, extent),
        playhead,
        parting: partingIn(lab),
        now: upTo(run.now),
        density,
        scrollTop,
        width,
        height,
        palette,
        future: 0.4,
      };
      if (painted !== null && wall - painted.wall < HARDLY_MS && hardlyMoves(painted.scene, scene))
        return ask();
      painted = { scene, wall };
      const ratio = window.devicePixelRatio || 1;
      resize(element, width, height, ratio);
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawLanes(ctx, scene, stills, ratio);
      if (!minimap.draw(ctx, scene, extent, ratio, wall)) ask();
    };
    request.current = ask;
    const stops = [
      lab.view.subscribe(ask),
      watchTheme(() => {
        palette = readPalette(element);
        ask();
      }),
    ];
    scrolled?.addEventListener('scroll', scroll, { passive: true });
    ask();
    return () => {
      cancelAnimationFrame(handle);
      scrolled?.removeEventListener('scroll', scroll);
      for (const stop of stops) stop();
    };
  }, [lab, canvas, scroller]);
}

function resize(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const wide = Math.max(1, Math.round(width * ratio));
  const high = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
}

/** Keeps the playhead in a zoomed window when it moves; one pane does it for all. */
export function useFollowing(lab: Lab, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    return lab.view.subscribe((view, before) => {
      if (view.zoom === null || view.playhead === before.playhead) return;
      const zoom = following(view.zoom, view.playhead, extentIn(lab));
      if (zoom !== view.zoom) lab.set({ zoom });
    });
  }, [lab, isOn]);
}
