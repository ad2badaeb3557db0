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

/**
 * A number that only grows, one for each combination of label values: how often something happened since the kubelet
 * started. Its name ends in `_total`. It falls to 0 only by `clear`, which is what a restart of the kubelet is.
 * For what may fall use `Gauge`.
 */
export class Counter<Name extends string = never> implements Metric {
  readonly type = 'counter';
  readonly name: string;
  readonly help: string;
  readonly #table: SeriesTable<CounterSeries>;

  /** Throws a `MetricError` for a name, help or label names that Prometheus refuses, or a name without `_total`. */
  constructor(options: MetricOptions<Name>) {
    const { name, help, labelNames } = declare(options);
    if (!name.endsWith('_total')) throw new MetricError(name, 'the name of a counter must end in _total');
    this.name = name;
    this.help = help;
    this.#table = new SeriesTable(name, labelNames, () => new CounterSeries(name));
  }

  /**
   * The series with these labels, made at 0 if it was not there. Lasts until `clear`, `delete` or `restore` takes the
   * series away. Throws a `MetricError` for labels that are missing, unknown, or no text; so do all methods below.
   */
  with(labels: Labels<Name>): CounterSeries {
    return this.#table.at(labels);
  }

  /** Adds 1. */
  inc(labels: Labels<Name>): void {
    this.#table.at(labels).add(1);
  }

  /** Adds `amount`. Throws a `MetricError`, without making the series, for a negative amount or one that is not finite. */
  add(labels: Labels<Name>, amount: number): void {
    growth(this.name, amount, 'amount');
    this.#table.at(labels).add(amount);
  }

  /** The value of the series, `undefined` when it was never touched. Makes no series. */
  get(labels: Labels<Name>): number | undefined {
    return this.#table.find(labels)?.value;
  }

  /** Forgets one series; whether there was one. */
  delete(labels: Labels<Name>): boolean {
    return this.#table.delete(labels);
  }

  /** Forgets every series (Go's `Reset`); a counter without labels is 0 again. */
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

/** One series of a counter. */
export class CounterSeries {
  readonly #metric: string;
  #value = 0;

  /** Made by `Counter.with`; `metric` is what errors name. */
  constructor(metric: string) {
    this.#metric = metric;
  }

  /** The value now, never negative. */
  get value(): number {
    return this.#value;
  }

  /** Adds 1. */
  inc(): void {
    this.#value += 1;
  }

  /** Adds `amount`; throws a `MetricError` if it is negative, or it or the outcome not finite. */
  add(amount: number): void {
    this.#value = finite(this.#metric, this.#value + growth(this.#metric, amount, 'amount'));
  }

  /** The value, for `SeriesTable`. */
  save(): SavedValue {
    return this.#value;
  }

  /** Takes a saved value back, for `SeriesTable`. */
  restore(saved: unknown): void {
    this.#value = growth(this.#metric, saved, 'saved value');
  }
}

function growth(metric: string, value: unknown, what: string): number {
  const number = finite(metric, value, what);
  if (number < 0)
    throw new MetricError(metric, `${what} of a counter must not be negative, got ${shown(value)}`);
  return number;
}
