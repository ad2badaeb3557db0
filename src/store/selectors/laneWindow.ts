/** A stretch of virtual ms that is shown. */
export interface LaneWindow {
  readonly from: number;
  readonly to: number;
}

/** Closer than this nothing more is to be seen, virtual ms. */
const NARROWEST = 50;

/** Past its end a run is shown in steps of this, so that the axis does not creep while it plays. */
const GROWTH = 10_000;

/** How far the lanes go: to the scenario's end, or beyond if the playhead is. */
export function extentOf(ends: readonly number[], playhead: number): number {
  const end = Math.max(1000, ...ends);
  return playhead <= end ? end : Math.ceil(playhead / GROWTH) * GROWTH;
}

/** What the lanes show: the zoom if there is one. */
export const windowOf = (zoom: LaneWindow | null, extent: number): LaneWindow =>
  zoom === null || zoom.to <= zoom.from ? { from: 0, to: extent } : zoom;

/** Moved into the extent; `null` if it is all of it. */
function kept({ from, to }: LaneWindow, extent: number): LaneWindow | null {
  const width = Math.max(NARROWEST, to - from);
  if (width >= extent) return null;
  const start = Math.max(0, Math.min(from, extent - width));
  return { from: start, to: start + width };
}

/** Closer by `factor` (below 1) or wider; what is at time `at` stays where it is. */
export function zoomAround(shown: LaneWindow, at: number, factor: number, extent: number): LaneWindow | null {
  const width = Math.max(NARROWEST, (shown.to - shown.from) * factor);
  const part = (at - shown.from) / (shown.to - shown.from);
  const from = at - part * width;
  return kept({ from, to: from + width }, extent);
}

/** Later by `by` virtual ms (earlier if negative). */
export const panBy = (shown: LaneWindow, by: number, extent: number): LaneWindow | null =>
  kept({ from: shown.from + by, to: shown.to + by }, extent);

/** The same width, turned to where the playhead is; the window itself if it is inside. */
export function following(shown: LaneWindow, playhead: number, extent: number): LaneWindow | null {
  if (playhead >= shown.from && playhead <= shown.to) return shown;
  return panBy(shown, playhead - shown.from - (shown.to - shown.from) * 0.15, extent);
}

/** Round times at least `apart` of the window's `width` apart (both px), and the step between them. */
export function ticksOf(
  { from, to }: LaneWindow,
  width: number,
  apart: number,
): { readonly step: number; readonly times: readonly number[] } {
  const least = ((to - from) * apart) / Math.max(1, width);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least) ?? 10 * power;
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return { step, times: Array.from({ length: count }, (_, i) => (first + i) * step) };
}

/** A time of the axis in seconds, with as many digits as the step needs. */
export const timeLabel = (at: number, step: number): string => {
  const digits = step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
  return `${(at / 1000).toFixed(digits)} s`;
};
