import { GAUGE_COLUMNS, GAUGE_WIDTH } from '../vocabulary';

/** A metric of the strip and the columns of a sample that hold its series (1 is the first after the time). */
export interface GaugeFigure {
  readonly metric: string;
  readonly series: readonly GaugeColumn[];
}

/** One series: where it stands in a sample, and its labels as read by people. */
export interface GaugeColumn {
  readonly column: number;
  readonly labels: Readonly<Record<string, string>>;
  /** `orphan, terminating, static`; `pods` where there is nothing to tell. */
  readonly label: string;
}

const METRICS = [
  'kubelet_desired_pods',
  'kubelet_active_pods',
  'kubelet_mirror_pods',
  'kubelet_working_pods',
  'kubelet_restarted_pods_total',
  'kubelet_orphaned_runtime_pods_total',
] as const;

export type GaugeMetric = (typeof METRICS)[number];

function columnOf(series: string, i: number): GaugeColumn {
  const labels = Object.fromEntries(
    [...series.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const { config = '', lifecycle = '', static: isStatic = '' } = labels;
  const words = [config.replace('_', ' '), lifecycle, isStatic === 'true' ? 'static' : ''].filter(Boolean);
  return { column: i + 1, labels, label: words.join(', ') || 'pods' };
}

/** The six figures of the strip. */
export const GAUGE_FIGURES: readonly GaugeFigure[] = METRICS.map((metric) => ({
  metric,
  series: GAUGE_COLUMNS.map(columnOf).filter((_, i) => GAUGE_COLUMNS[i]?.split('{')[0] === metric),
}));

/** One number of a flat list of samples. */
const numberAt = (samples: readonly number[], sample: number, column: number): number =>
  samples[sample * GAUGE_WIDTH + column] ?? 0;

/** The number of the last sample at `time` or before; -1: none yet. */
function sampleAt(samples: readonly number[], time: number): number {
  let low = 0;
  let high = Math.floor(samples.length / GAUGE_WIDTH);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberAt(samples, middle, 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What a series showed at `time`; `null`: no housekeeping pass had been. */
export function valueAt(samples: readonly number[], column: number, time: number): number | null {
  const sample = sampleAt(samples, time);
  return sample < 0 ? null : numberAt(samples, sample, column);
}

/** The series of a figure that are ever more than zero in any of the runs; the first one if there is none. */
export function seriesShown(
  figure: GaugeFigure,
  runs: readonly (readonly number[])[],
): readonly GaugeColumn[] {
  const shown = figure.series.filter(({ column }) => runs.some((samples) => everNonZero(samples, column)));
  return shown.length > 0 ? shown : figure.series.slice(0, 1);
}

function everNonZero(samples: readonly number[], column: number): boolean {
  for (let i = column; i < samples.length; i += GAUGE_WIDTH) if (samples[i] !== 0) return true;
  return false;
}

/** A point of a chart: the time, then the value of every series of every run (`run`-`column`); absent before its first sample. */
export type GaugePoint = { readonly at: number } & Readonly<Record<string, number>>;

/** The name of a series of a run in a point. */
export const keyOf = (run: number, column: number): string => `${run}-${column}`;

/**
 * The steps of some series as at most `most` points: times at which nothing changes are left out, then changes that lie too close
 * together give way to the highest of them, so that a short peak stays to be seen. The last point is always there.
 */
export function pointsOf(
  runs: readonly (readonly number[])[],
  series: readonly GaugeColumn[],
  most = 300,
): readonly GaugePoint[] {
  const times = new Set<number>();
  for (const samples of runs) {
    for (let i = 0; i * GAUGE_WIDTH < samples.length; i++) {
      const last = (i + 1) * GAUGE_WIDTH >= samples.length;
      const changes = series.some(
        ({ column }) => i === 0 || numberAt(samples, i, column) !== numberAt(samples, i - 1, column),
      );
      if (changes || last) times.add(numberAt(samples, i, 0));
    }
  }
  const points = [...times].sort((a, b) => a - b).map((at) => pointAt(at, runs, series));
  return points.length <= most ? points : thinned(points, most);
}

function pointAt(
  at: number,
  runs: readonly (readonly number[])[],
  series: readonly GaugeColumn[],
): GaugePoint {
  const values = runs.flatMap((samples, run) =>
    series.flatMap(({ column }): [string, number][] => {
      const value = valueAt(samples, column, at);
      return value === null ? [] : [[keyOf(run, column), value]];
    }),
  );
  return { at, ...Object.fromEntries(values) } as GaugePoint;
}

const heightOf = ({ at: _, ...values }: GaugePoint): number =>
  Object.values(values).reduce((sum, value) => sum + value, 0);

/** Two points of every stretch: the highest and the last, in order of time. */
function thinned(points: readonly GaugePoint[], most: number): readonly GaugePoint[] {
  const size = Math.ceil(points.length / Math.floor(most / 2));
  const kept: GaugePoint[] = [];
  for (let i = 0; i < points.length; i += size) {
    const stretch = points.slice(i, i + size);
    const high = stretch.reduce((best, point) => (heightOf(point) > heightOf(best) ? point : best));
    const last = stretch.at(-1);
    kept.push(high);
    if (last !== undefined && last !== high) kept.push(last);
  }
  return kept;
}
