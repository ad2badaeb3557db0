import { type Bounds, bucketOf, checkedBounds, histogramSamples } from './buckets';
import { type Labels, shown } from './labels';
import {
  declare,
  finite,
  type Metric,
  type MetricFamily,
  type MetricOptions,
  type SavedValue,
} from './metric';
import { MetricError } from './metricError';
import { SeriesTable } from './seriesTable';

/** What a histogram is declared with. */
export interface HistogramOptions<Name extends string = string> extends MetricOptions<Name> {
  /** Upper bounds of the buckets, ascending, finite; `+Inf` is added to them. `le` is no label name. */
  readonly bounds: readonly number[];
}

/**
 * How observations spread over ranges, each counting once: seconds that a sync took. For observations that weigh
 * use `WeightedHistogram`; for how long a value was held use `TimingHistogram`.
 */
export class Histogram<Name extends string = never> implements Metric {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #bounds: Bounds;
  readonly #table: SeriesTable<HistogramSeries>;

  /** Throws a `MetricError` for a name, help, label names or bounds that Prometheus refuses. */
  constructor(options: HistogramOptions<Name>) {
    const { name, help, labelNames } = declare(options, ['le']);
    const bounds = checkedBounds(name, options.bounds);
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
    this.#table = new SeriesTable(name, labelNames, () => new HistogramSeries(name, bounds));
  }

  /**
   * The series with these labels, made empty if it was not there. Lasts until `clear`, `delete` or `restore` takes the
   * series away. Throws a `MetricError` for labels that are missing, unknown, or no text; so do the methods below.
   */
  with(labels: Labels<Name>): HistogramSeries {
    return this.#table.at(labels);
  }

  /** Counts one value. Throws a `MetricError`, without making the series, for a value that is not finite. */
  observe(labels: Labels<Name>, value: number): void {
    finite(this.name, value);
    this.#table.at(labels).observe(value);
  }

  /** Forgets one series; whether there was one. */
  delete(labels: Labels<Name>): boolean {
    return this.#table.delete(labels);
  }

  /** Forgets every series (Go's `Reset`). */
  clear(): void {
    this.#table.clear();
  }

  collect(): MetricFamily {
    const samples = this.#table.sorted().flatMap(({ labels, state }) => {
      const { buckets, sum } = state.read();
      let total = 0;
      const cumulative = buckets.map((bucket) => {
        total += bucket;
        return total;
      });
      return histogramSamples(labels, this.#bounds, cumulative, sum);
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

/** One series of a histogram. */
export class HistogramSeries {
  readonly #metric: string;
  readonly #bounds: Bounds;
  #buckets: number[];
  #sum = 0;

  /** Made by `Histogram.with`; `metric` is what errors name. */
  constructor(metric: string, bounds: Bounds) {
    this.#metric = metric;
    this.#bounds = bounds;
    this.#buckets = new Array<number>(bounds.length + 1).fill(0);
  }

  /** Counts one value; throws a `MetricError` unless it and the sum are finite. */
  observe(value: number): void {
    const sum = finite(this.#metric, this.#sum + finite(this.#metric, value), 'sum');
    const bucket = bucketOf(this.#bounds, value);
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#sum = sum;
  }

  /** How many values are in each bucket alone, the one up to infinity last, and the sum of the values (a float). */
  read(): { readonly buckets: readonly number[]; readonly sum: number } {
    return { buckets: [...this.#buckets], sum: this.#sum };
  }

  /** Buckets and sum, for `SeriesTable`. */
  save(): SavedValue {
    return { buckets: [...this.#buckets], sum: this.#sum };
  }

  /** Takes saved buckets and sum back, for `SeriesTable`. */
  restore(saved: unknown): void {
    const { buckets, sum } = Object(saved) as { buckets?: unknown; sum?: unknown };
    if (!Array.isArray(buckets) || buckets.length !== this.#buckets.length) {
      const got = shown(buckets);
      throw new MetricError(this.#metric, `saved buckets must be ${this.#buckets.length} counts, got ${got}`);
    }
    for (const [i, count] of buckets.entries()) {
      if (!Number.isSafeInteger(count) || count < 0) {
        throw new MetricError(this.#metric, `saved bucket ${i} must be a count, got ${shown(count)}`);
      }
    }
    this.#sum = finite(this.#metric, sum, 'saved sum');
    this.#buckets = [...buckets];
  }
}
