import { shown } from './labels';
import type { Metric, MetricFamily, SavedValue } from './metric';
import { MetricError } from './metricError';

/** The values of every metric of a registry, by metric name. Plain JSON. */
export type SavedRegistry = Readonly<Record<string, SavedValue>>;

/**
 * The metrics of one kubelet, ordered by name as Prometheus lists them, whatever order they were registered in.
 * Holds declarations and values; a restored run registers the same metrics again and then calls `restore`.
 */
export class Registry {
  readonly #metrics = new Map<string, Metric>();

  /**
   * Adds a metric and gives it back. Throws a `MetricError` if one of the names it is exposed under is taken: a
   * histogram `x` also takes `x_bucket`, `x_sum` and `x_count`.
   */
  register<M extends Metric>(metric: M): M {
    const names = exposedNames(metric);
    for (const other of this.#metrics.values()) {
      const taken = exposedNames(other).find((name) => names.includes(name));
      if (taken !== undefined) {
        throw new MetricError(metric.name, `the name ${taken} is taken by ${other.type} ${other.name}`);
      }
    }
    this.#metrics.set(metric.name, metric);
    return metric;
  }

  /** What every metric exposes now. Looking changes nothing that `save` would show. */
  collect(): MetricFamily[] {
    return this.#sorted().map((metric) => metric.collect());
  }

  /** All values, plain JSON. */
  save(): SavedRegistry {
    return Object.fromEntries(this.#sorted().map((metric) => [metric.name, metric.save()]));
  }

  /**
   * Puts back what `save` gave, for a registry with the same metrics. Throws a `MetricError`, with nothing changed,
   * when a metric is missing or unknown or its values do not fit its declaration.
   */
  restore(saved: unknown): void {
    if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) {
      throw new MetricError('(all)', `saved registry must be an object, got ${shown(saved)}`);
    }
    const values = new Map<string, unknown>(Object.entries(saved));
    for (const name of values.keys()) {
      if (!this.#metrics.has(name)) throw new MetricError(name, 'saved, but not registered');
    }
    for (const name of this.#metrics.keys()) {
      if (!values.has(name)) throw new MetricError(name, 'registered, but not saved');
    }
    const before = this.#sorted().map((metric) => ({ metric, state: metric.save() }));
    try {
      for (const { metric } of before) metric.restore(values.get(metric.name));
    } catch (error) {
      for (const { metric, state } of before) metric.restore(state);
      throw error;
    }
  }

  #sorted(): Metric[] {
    return [...this.#metrics.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function exposedNames({ name, type }: Metric): readonly string[] {
  return type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}
