import { isWholeText, type Labels, labelValues, shown } from './labels';
import type { SavedValue } from './metric';
import { MetricError } from './metricError';

/** The state of one series, whatever its kind. */
export interface SeriesState {
  save(): SavedValue;
  /** Throws a `MetricError`, with nothing changed, for what `save` cannot have given. */
  restore(saved: unknown): void;
}

/** A series of a table: its labels, in label-name order, and its state. */
export interface Series<State> {
  readonly labels: Labels;
  readonly state: State;
}

/**
 * The series of one metric by their label values. Every labelled metric has one and adds only what its kind of value
 * means. A state handed out stays the table's until `clear`, `delete`, or a `restore` of a save that lacks it:
 * ask for it again after those.
 */
export class SeriesTable<State extends SeriesState> {
  readonly #metric: string;
  readonly #labelNames: readonly string[];
  readonly #create: () => State;
  readonly #series = new Map<string, Series<State>>();

  /** `labelNames` in code-point order; `create` makes the state of a series nobody has touched. */
  constructor(metric: string, labelNames: readonly string[], create: () => State) {
    this.#metric = metric;
    this.#labelNames = labelNames;
    this.#create = create;
    this.clear();
  }

  /** The state of the series with these labels, made on first use. Throws a `MetricError` for labels that do not fit. */
  at(labels: Labels): State {
    const values = labelValues(this.#metric, this.#labelNames, labels);
    const key = keyOf(values);
    const known = this.#series.get(key);
    if (known !== undefined) return known.state;
    const series = { labels: this.#labelled(values), state: this.#create() };
    this.#series.set(key, series);
    return series.state;
  }

  /** As `at`, but never makes a series. */
  find(labels: Labels): State | undefined {
    return this.#series.get(keyOf(labelValues(this.#metric, this.#labelNames, labels)))?.state;
  }

  /** Forgets one series; whether there was one. */
  delete(labels: Labels): boolean {
    return this.#series.delete(keyOf(labelValues(this.#metric, this.#labelNames, labels)));
  }

  /** Forgets every series. A metric without label names keeps its one series, begun anew. */
  clear(): void {
    this.#series.clear();
    if (this.#labelNames.length === 0) this.at({});
  }

  /** All series, ordered by the values of their labels in label-name order, as Prometheus lists them. */
  sorted(): readonly Series<State>[] {
    return [...this.#series.values()].sort((a, b) => this.#compare(a.labels, b.labels));
  }

  /** `[label values in label-name order, state]` of every series, sorted: equal tables give equal JSON. */
  save(): SavedValue {
    return this.sorted().map(({ labels, state }) => [Object.values(labels), state.save()]);
  }

  /** Puts back what `save` gave, into the states already handed out where the series is the same. All or nothing. */
  restore(saved: unknown): void {
    const rows = this.#readRows(saved);
    for (const key of this.#series.keys()) if (!rows.has(key)) this.#series.delete(key);
    for (const [key, row] of rows) {
      const known = this.#series.get(key);
      if (known === undefined) this.#series.set(key, row.series);
      else known.state.restore(row.state);
    }
  }

  /** Tries every saved state on a fresh one first, so that a bad last row leaves the first rows alone. */
  #readRows(saved: unknown): Map<string, { series: Series<State>; state: unknown }> {
    if (!Array.isArray(saved))
      throw new MetricError(this.#metric, `saved series must be an array, got ${shown(saved)}`);
    const rows = new Map<string, { series: Series<State>; state: unknown }>();
    for (const [i, row] of saved.entries()) {
      const values: unknown = Array.isArray(row) && row.length === 2 ? row[0] : undefined;
      if (!isTextArray(values) || values.length !== this.#labelNames.length) {
        const names = `[${this.#labelNames.join(', ')}]`;
        throw new MetricError(this.#metric, `saved series ${i} must be [values of ${names}, state]`);
      }
      const key = keyOf(values);
      if (rows.has(key)) throw new MetricError(this.#metric, `saved series ${i} comes twice`);
      const state = this.#create();
      state.restore(row[1]);
      rows.set(key, { series: { labels: this.#labelled(values), state }, state: row[1] });
    }
    if (this.#labelNames.length === 0 && rows.size === 0) {
      throw new MetricError(this.#metric, 'the saved series is missing');
    }
    return rows;
  }

  #labelled(values: readonly string[]): Labels {
    const labels: Record<string, string> = {};
    for (const [i, name] of this.#labelNames.entries()) {
      const value = values[i] ?? '';
      if (!isWholeText(value))
        throw new MetricError(this.#metric, `label "${name}" holds half a surrogate pair`);
      labels[name] = value;
    }
    return Object.freeze(labels);
  }

  #compare(a: Labels, b: Labels): number {
    for (const name of this.#labelNames) {
      const left = a[name] ?? '';
      const right = b[name] ?? '';
      if (left !== right) return left < right ? -1 : 1;
    }
    return 0;
  }
}

/** Lengths in front, because a label value may hold any separator. */
function keyOf(values: readonly string[]): string {
  let key = '';
  for (const value of values) key += `${value.length}:${value}`;
  return key;
}

function isTextArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
