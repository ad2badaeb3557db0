import { type Bounds, checkedBounds, cumulated, histogramSamples } from './buckets';
import type { HistogramOptions } from './histogram';
import type { Labels } from './labels';
import { declare, type Metric, type MetricFamily, type SavedValue } from './metric';
import type { NanoClock } from './nanoTime';
import { SeriesTable } from './seriesTable';
import { safeInteger, TimingHistogramSeries } from './timingHistogramSeries';

/** What a timing histogram is declared with. */
export interface TimingHistogramOptions<Name extends string = string> extends HistogramOptions<Name> {
  /** Where time comes from; `nanoClockOf` makes one of a run's clock. */
  readonly clock: NanoClock;
  /** What a new series holds until it is told otherwise, a safe integer; 0 when absent. */
  readonly initialValue?: number;
}

/**
 * How long a gauge of counts stays in each range of values: how many seconds the kubelet had 0, up to 1, up to 5
 * terminating pods. Exposed as a Prometheus histogram whose count is the seconds since a series was made, whose buckets
 * are seconds, and whose sum is value · seconds; kept as whole nanoseconds and divided only when exposed.
 *
 * Looking (`collect`) and `save` first count the time since the last change, so that equal histories saved at the same
 * moment give equal JSON, looked at in between or not. For weights that are no time use `WeightedHistogram`.
 */
export class TimingHistogram<Name extends string = never> implements Metric {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #bounds: Bounds;
  readonly #table: SeriesTable<TimingHistogramSeries>;

  /** Throws a `MetricError` for a name, help, label names, bounds or initial value that do not fit. */
  constructor(options: TimingHistogramOptions<Name>) {
    const { name, help, labelNames } = declare(options, ['le']);
    const bounds = checkedBounds(name, options.bounds);
    const initial = safeInteger(name, options.initialValue ?? 0, 'initial value');
    const { clock } = options;
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
    this.#table = new SeriesTable(
      name,
      labelNames,
      () => new TimingHistogramSeries(name, bounds, clock, initial),
    );
  }

  /**
   * The series with these labels, where values are set. Made if it was not there, and counts time from then on. Lasts
   * until `clear`, `delete` or `restore` takes the series away. Throws a `MetricError` for labels that do not fit.
   */
  with(labels: Labels<Name>): TimingHistogramSeries {
    return this.#table.at(labels);
  }

  /** Sets the series' value. Throws a `MetricError`, without making the series, for a value that is no safe integer. */
  set(labels: Labels<Name>, value: number): void {
    safeInteger(this.name, value, 'value');
    this.#table.at(labels).set(value);
  }

  /** Forgets one series and its time; whether there was one. */
  delete(labels: Labels<Name>): boolean {
    return this.#table.delete(labels);
  }

  /** Forgets every series (Go's `Reset`); one without labels begins anew, from now. */
  clear(): void {
    this.#table.clear();
  }

  collect(): MetricFamily {
    const samples = this.#table.sorted().flatMap(({ labels, state }) => {
      const { buckets, sum } = state.read();
      return histogramSamples(labels, this.#bounds, cumulated(buckets).map(inSeconds), inSeconds(sum));
    });
    return { name: this.name, help: this.help, type: this.type, samples };
  }

  save(): SavedValue {
    return this.#table.save();
  }

  restore(saved: unknown): void {
    this.#table.restore(saved);
  }
}

/** The double nearest to `nanoseconds / 1e9`; dividing doubles would round twice. */
function inSeconds(nanoseconds: bigint): number {
  return Number(`${nanoseconds}e-9`);
}
