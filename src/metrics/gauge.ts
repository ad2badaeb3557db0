import type { Labels } from './labels';
import {
  declare,
  finite,
  type Metric,
  type MetricFamily,
  type MetricOptions,
  type SavedValue,
} from './metric';
import { SeriesTable } from './seriesTable';

/**
 * A number that goes up and down, one for each combination of label values: how many pods a kubelet has in each state.
 * Values are finite, so that they survive JSON; the unit belongs into the metric's name.
 * For what only grows use `Counter`; for how long a value was held use `TimingHistogram`.
 */
export class Gauge<Name extends string = never> implements Metric {
  readonly type = 'gauge';
  readonly name: string;
  readonly help: string;
  readonly #table: SeriesTable<GaugeSeries>;

  /** Throws a `MetricError` for a name, help or label names that Prometheus refuses. */
  constructor(options: MetricOptions<Name>) {
    const { name, help, labelNames } = declare(options);
    this.name = name;
    this.help = help;
    this.#table = new SeriesTable(name, labelNames, () => new GaugeSeries(name));
  }

  /**
   * The series with these labels, made at 0 if it was not there. Lasts until `clear`, `delete` or `restore` takes the
   * series away. Throws a `MetricError` for labels that are missing, unknown, or no text; so do all methods below.
   */
  with(labels: Labels<Name>): GaugeSeries {
    return this.#table.at(labels);
  }

  /** Makes the series `value`. Throws a `MetricError`, without making the series, for a value that is not finite. */
  set(labels: Labels<Name>, value: number): void {
    finite(this.name, value);
    this.#table.at(labels).set(value);
  }

  /** Adds 1. */
  inc(labels: Labels<Name>): void {
    this.#table.at(labels).add(1);
  }

  /** Takes 1 away. */
  dec(labels: Labels<Name>): void {
    this.#table.at(labels).add(-1);
  }

  /** Adds `delta`, which may be negative. Throws a `MetricError`, without making the series, if it is not finite. */
  add(labels: Labels<Name>, delta: number): void {
    finite(this.name, delta, 'delta');
    this.#table.at(labels).add(delta);
  }

  /** The value of the series, `undefined` when it was never touched. Makes no series. */
  get(labels: Labels<Name>): number | undefined {
    return this.#table.find(labels)?.value;
  }

  /** Forgets one series: it is no longer exposed, rather than exposed as 0. Whether there was one. */
  delete(labels: Labels<Name>): boolean {
    return this.#table.delete(labels);
  }

  /** Forgets every series (Go's `Reset`); a gauge without labels is 0 again. */
  clear(): void {
    this.#table.clear();
  }

  collect(): MetricFamily {
    const samples = this.#table.sorted().map(({ labels, state }) => ({ labels, value: state.value }));
    return { name: this.name, help: this.help, type: this.type, samples };
  }

  save(): SavedValue {
    return this.#table.save();
  }

  restore(saved: unknown): void {
    this.#table.restore(saved);
  }
}

/** One series of a gauge. */
export class GaugeSeries {
  readonly #metric: string;
  #value = 0;

  /** Made by `Gauge.with`; `metric` is what errors name. */
  constructor(metric: string) {
    this.#metric = metric;
  }

  /** The value now. */
  get value(): number {
    return this.#value;
  }

  /** Makes it `value`; throws a `MetricError` unless finite. */
  set(value: number): void {
    this.#value = finite(this.#metric, value);
  }

  /** Adds 1. */
  inc(): void {
    this.add(1);
  }

  /** Takes 1 away. */
  dec(): void {
    this.add(-1);
  }

  /** Adds `delta`; throws a `MetricError` unless it and the outcome are finite. */
  add(delta: number): void {
    this.#value = finite(this.#metric, this.#value + finite(this.#metric, delta, 'delta'));
  }

  /** The value, for `SeriesTable`. */
  save(): SavedValue {
    return this.#value;
  }

  /** Takes a saved value back, for `SeriesTable`. */
  restore(saved: unknown): void {
    this.#value = finite(this.#metric, saved, 'saved value');
  }
}
