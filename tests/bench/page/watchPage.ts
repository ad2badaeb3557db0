/** What the page is watched with, from before its own script on. Runs in the page: it may use nothing from outside. */
export function watchPage(): void {
  const watch = {
    shift: 0,
    firstLane: null as number | null,
    interactions: {} as Record<string, number>,
  };
  Object.assign(window, { __watch: watch });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) watch.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId !== 0)
        watch.interactions[interactionId] = Math.max(watch.interactions[interactionId] ?? 0, duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  // A lane moves when there is a lane's canvas and the playhead has left the start.
  requestAnimationFrame(function look() {
    const { __lab } = window as unknown as { __lab?: { now(): number } };
    if (document.querySelector('.lane-canvas') !== null && (__lab?.now() ?? 0) > 0)
      watch.firstLane ??= performance.now();
    else requestAnimationFrame(look);
  });
}

/** How the charts were drawn anew while `watchCharts` looked. */
export interface ChartUpdates {
  /** Updates a second of the chart that was drawn most often. */
  readonly fastest: number;
  /** Most charts that were drawn anew between two frames. */
  readonly together: number;
}

/** Looks at the gauges' charts for `ms`. Runs in the page. */
export async function watchCharts(ms: number): Promise<ChartUpdates> {
  const charts = [...document.querySelectorAll('.gauge-chart')];
  const counts = charts.map(() => 0);
  let together = 0;
  let drawn = new Set<number>();
  const observers = charts.map((chart, i) => {
    const observer = new MutationObserver((changes) => {
      // The playhead that lies over a chart is no part of it.
      const isDrawn = changes.some(
        ({ target }) => target instanceof Element && target.closest('svg') !== null,
      );
      if (isDrawn) drawn.add(i);
    });
    observer.observe(chart, { subtree: true, childList: true, attributes: true });
    return observer;
  });
  let looking = true;
  requestAnimationFrame(function frame() {
    for (const i of drawn) counts[i] = (counts[i] ?? 0) + 1;
    together = Math.max(together, drawn.size);
    drawn = new Set();
    if (looking) requestAnimationFrame(frame);
  });
  await new Promise((done) => setTimeout(done, ms));
  looking = false;
  for (const observer of observers) observer.disconnect();
  return { fastest: Math.max(...counts) / (ms / 1000), together };
}

/** Milliseconds from a jump to `share` of the run until the node of that time has been answered and drawn. Runs in the page. */
export async function seekTo(share: number): Promise<number> {
  type Lab = { snapshot(): readonly { readonly moment: { readonly at: number } | null }[]; now(): number };
  const { __lab: lab } = window as unknown as { __lab: Lab };
  const input = document.querySelector<HTMLInputElement>('.scrubber input');
  if (input === null) return Number.NaN;
  const before = lab.snapshot()[0]?.moment;
  const value = Math.round((Number(input.max) * share) / 10) * 10;
  const start = performance.now();
  // React hears of a value only when it is set past its own setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, String(value));
  input.dispatchEvent(new Event('input', { bubbles: true }));
  return new Promise((done) => {
    requestAnimationFrame(function look() {
      const { moment } = lab.snapshot()[0] ?? {};
      if (moment !== before || performance.now() - start > 20_000)
        requestAnimationFrame(() => done(performance.now() - start));
      else requestAnimationFrame(look);
    });
  });
}
