/** An event of Chromium's trace, as far as it is read here; times in microseconds. */
export interface TraceEntry {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** How much of `dur` the thread had a core. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly functionName?: string } };
}

/** What runs the page's script, on the trace's outermost level. */
const SCRIPT = new Set([
  'FireAnimationFrame',
  'FunctionCall',
  'RunMicrotasks',
  'EventDispatch',
  'TimerFire',
  'HandlePostMessage',
  'EvaluateScript',
  'MinorGC',
  'MajorGC',
]);

/**
 * Milliseconds of script in each frame of the busiest page's main thread (the engine's worker is another thread): from one
 * animation frame to the next, everything between included, garbage collection too; layout and painting are not script. Counts the
 * thread's own time: while another process has the core, the page does nothing.
 */
export function scriptTimes(trace: readonly TraceEntry[]): readonly number[] {
  const isMain = mainThreadOf(trace);
  const spans = trace
    .filter((entry) => entry.ph === 'X' && SCRIPT.has(entry.name) && isMain(entry))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const frames: number[] = [];
  let frameStart = Number.NEGATIVE_INFINITY;
  let covered = Number.NEGATIVE_INFINITY;
  for (const { name, ts, dur = 0, tdur = dur } of spans) {
    const share = dur === 0 ? 1 : Math.min(1, tdur / dur);
    // Several callbacks of one frame follow each other closely.
    if (name === 'FireAnimationFrame' && ts - frameStart > 8000 && ts - covered > 1000) {
      frames.push(0);
      frameStart = ts;
    }
    const fresh = Math.max(0, ts + dur - Math.max(ts, covered));
    covered = Math.max(covered, ts + dur);
    if (frames.length > 0) frames[frames.length - 1] = (frames.at(-1) ?? 0) + (fresh * share) / 1000;
  }
  return frames;
}

/** Tasks of the main thread that had a core for longer than 50 ms. */
export const longTasks = (trace: readonly TraceEntry[]): readonly number[] => {
  const isMain = mainThreadOf(trace);
  return trace
    .filter((entry) => entry.name === 'RunTask' && isMain(entry))
    .map((entry) => (entry.tdur ?? entry.dur ?? 0) / 1000)
    .filter((ms) => ms > 50);
};

/** What the longest tasks were made of: the parts of each that took longest, as the trace calls them. */
export function longestTasks(trace: readonly TraceEntry[], most: number): readonly string[] {
  const isMain = mainThreadOf(trace);
  const spans = trace.filter((entry) => entry.ph === 'X' && isMain(entry));
  const ms = ({ dur = 0, tdur = dur }: TraceEntry): number => tdur / 1000;
  return spans
    .filter((entry) => entry.name === 'RunTask' && ms(entry) > 50)
    .sort((a, b) => ms(b) - ms(a))
    .slice(0, most)
    .map((task) => {
      const parts = spans
        .filter((span) => span !== task && span.ts >= task.ts && span.ts < task.ts + (task.dur ?? 0))
        .sort((a, b) => ms(b) - ms(a))
        .slice(0, 5);
      const told = parts.map(
        (part) => `${part.name} ${part.args?.data?.functionName ?? ''} ${ms(part).toFixed(0)}`,
      );
      return `${ms(task).toFixed(0)} ms: ${told.join(', ')}`;
    });
}

/** The renderer's main thread that has the most animation frames. */
function mainThreadOf(trace: readonly TraceEntry[]): (entry: TraceEntry) => boolean {
  const counts = new Map<string, number>();
  for (const { name, pid, tid } of trace) {
    if (name === 'FireAnimationFrame') counts.set(`${pid} ${tid}`, (counts.get(`${pid} ${tid}`) ?? 0) + 1);
  }
  const [busiest] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [''];
  return ({ pid, tid }) => `${pid} ${tid}` === busiest;
}
