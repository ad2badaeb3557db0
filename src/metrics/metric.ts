import { checkedLabelNames, isWholeText, shown } from './labels';
import { MetricError } from './metricError';

/** What Prometheus calls the kind of a metric. Weighted and timing histograms are histograms to a reader. */
export type MetricType = 'gauge' | 'counter' | 'histogram';

/** One number as it is exposed. Series name = the family's name + `suffix`. */
export interface Sample {
  /** Absent for gauges and counters. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
  /** With `le` where the suffix is `_bucket`; keys in the order they are written in. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Everything one metric exposes at one moment, its series in the order of their label values. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  readonly samples: readonly Sample[];
}

/** Any value that survives JSON. */
export type SavedValue =
  | null
  | boolean
  | number
  | string
  | readonly SavedValue[]
  | { readonly [field: string]: SavedValue };

/** What the registry asks of a metric. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  /** The metric's samples now. Looking changes nothing that `save` would show. */
  collect(): MetricFamily;
  /** All values of all series as plain JSON, enough for `restore` of an equally declared metric. */
  save(): SavedValue;
  /** Puts back what `save` gave. Throws a `MetricError`, with nothing changed, for anything else. */
  restore(saved: unknown): void;
}

/** What every metric is declared with. */
export interface MetricOptions<Name extends string = string> {
  readonly name: string;
  /** One sentence in our own words; required. */
  readonly help: string;
  /** Fixed for good. Without label names the metric is one series, there from the beginning. */
  readonly labelNames?: readonly Name[];
}

/** Options that have been checked, with the label names in code-point order. */
export interface Declaration {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** Whether Prometheus takes `name` for a metric: letters, digits, `_` and `:`, no digit first. */
export function isMetricName(name: string): boolean {
  return /^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name);
}

/** Checks the options of a metric by Prometheus' rules; throws a `MetricError` naming what is wrong. */
export function declare(options: MetricOptions, reservedLabels: readonly string[] = []): Declaration {
  const { name, help, labelNames = [] } = options;
  if (typeof name !== 'string' || !isMetricName(name)) {
    throw new MetricError(String(name), 'the name is not one: letters, digits, _ and :, no digit first');
  }
  if (typeof help !== 'string' || help.trim() === '') throw new MetricError(name, 'help is missing');
  if (help.endsWith('..')) throw new MetricError(name, `help ends in two full stops: ${shown(help)}`);
  if (!isWholeText(help)) throw new MetricError(name, 'help holds half a surrogate pair');
  return { name, help, labelNames: checkedLabelNames(name, labelNames, reservedLabels) };
}

/** `value` when it is a finite number, which JSON can carry; otherwise a `MetricError`. */
export function finite(metric: string, value: unknown, what = 'value'): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new MetricError(metric, `${what} must be a finite number, got ${shown(value)}`);
}
