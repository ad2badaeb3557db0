import { type Bounds, bucketOf, checkedBounds, cumulated, histogramSamples } from './buckets';
import { ExactIntegers } from './exactIntegers';
import type { HistogramOptions } from './histogram';
import { type Labels, shown } from './labels';
import type { Metric, MetricFamily, SavedValue } from './metric';
import { declare } from './metric';
import { MetricError } from './metricError';
import { SeriesTable } from './seriesTable';

/**
 * How weight spreads over ranges of a value: observing `value` with weight `w` is observing it `w` times. Exposed as a
 * Prometheus histogram whose count is the total weight and whose sum is Σ value · weight.
 * Values are safe integers, weights are integers from 0: counts and sums are then exact, beyond 2^62 too.
 * For weights that are spans of time use `TimingHistogram`, which measures them itself and is faster.
 */
export class WeightedHistogram<Name extends string = never> implements Metric {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #bounds: Bounds;
  readonly #table: SeriesTable<WeightedHistogramSeries>;

  /** Throws a `MetricError` for a name, help, label names or bounds that Prometheus refuses. */
  constructor(options: HistogramOptions<Name>) {
    const { name, help, labelNames } = declare(options, ['le']);
    const bounds = checkedBounds(name, options.bounds);
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
    this.#table = new SeriesTable(name, labelNames, () => new WeightedHistogramSeries(name, bounds));
  }

  /**
   * The series with these labels, made empty if it was not there. Lasts until `clear`, `delete` or `restore` takes the
   * series away. Throws a `MetricError` for labels that are missing, unknown, or no text; so do the methods below.
   */
  with(labels: Labels<Name>): WeightedHistogramSeries {
    return this.#table.at(labels);
  }

  /** Adds weight at a value. Throws a `MetricError`, without making the series, for a wrong value or weight. */
  observe(labels: Labels<Name>, value: number, weight: number | bigint): void {
    checkObservation(this.name, value, weight);
    this.#table.at(labels).observe(value, weight);
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
      return histogramSamples(labels, this.#bounds, cumulated(buckets).map(Number), Number(sum));
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

/** Exact contents of a weighted or timing histogram. */
export interface WeightedReading {
  /** The weight in each bucket alone, the one up to infinity last. For a timing histogram nanoseconds. */
  readonly buckets: readonly bigint[];
  /** Σ value · weight. For a timing histogram the integral of the value over time, in value · nanoseconds. */
  readonly sum: bigint;
}

/** One series of a weighted histogram. */
export class WeightedHistogramSeries {
  readonly #metric: string;
  readonly #bounds: Bounds;
  /** The weight in each bucket alone, then the sum. */
  readonly #totals: ExactIntegers;

  /** Made by `WeightedHistogram.with`; `metric` is what errors name. */
  constructor(metric: string, bounds: Bounds) {
    this.#metric = metric;
    this.#bounds = bounds;
    this.#totals = new ExactIntegers(bounds.length + 2);
  }

  /**
   * Adds `weight` at `value`. Weight 0 adds nothing. Throws a `MetricError` unless the value is a safe integer and the
   * weight a bigint or safe integer from 0.
   */
  observe(value: number, weight: number | bigint): void {
    checkObservation(this.#metric, value, weight);
    const bucket = bucketOf(this.#bounds, value);
    if (typeof weight === 'number') this.#totals.addWeighted(bucket, value, weight);
    else this.#totals.addWeightedLarge(bucket, BigInt(value), weight);
  }

  /** The exact contents now. */
  read(): WeightedReading {
    const totals = this.#totals.toArray();
    return { buckets: totals.slice(0, -1), sum: totals.at(-1) ?? 0n };
  }

  /** Weights and sum as decimal texts, for `SeriesTable`. */
  save(): SavedValue {
    return this.#totals.save();
  }

  /** Takes saved weights and sum back, for `SeriesTable`. */
  restore(saved: unknown): void {
    this.#totals.restore(saved, this.#metric, this.#bounds.length + 1);
  }
}

function checkObservation(metric: string, value: number, weight: number | bigint): void {
  if (!Number.isSafeInteger(value))
    throw new MetricError(metric, `value must be a safe integer, got ${shown(value)}`);
  const fits = typeof weight === 'bigint' ? weight >= 0n : Number.isSafeInteger(weight) && weight >= 0;
  if (!fits) {
    throw new MetricError(
      metric,
      `weight must be a bigint or safe integer, not negative, got ${shown(weight)}`,
    );
  }
}
