/** What the page is watched with, from before its own script on. Runs in the page: it may use nothing from outside. */
export function watchPage(): void {
  const watch = {
    shift: 0,
    firstLane: null as number | null,
    interactions: {} as Record<string, number>,
    charts: 0,
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

/** Counts how often the first gauge's line is drawn anew while `ms` go by. Runs in the page. */
export async function countChartUpdates(ms: number): Promise<number> {
  const chart = document.querySelector('.gauge-chart');
  if (chart === null) return Number.NaN;
  let updates = 0;
  const observer = new MutationObserver((changes) => {
    const drawn = changes.some(
      ({ target }) => target instanceof SVGElement || (target as Element).closest?.('svg') !== null,
    );
    if (drawn) updates++;
  });
  observer.observe(chart, { subtree: true, childList: true, attributes: true });
  await new Promise((done) => setTimeout(done, ms));
  observer.disconnect();
  return updates / (ms / 1000);
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
