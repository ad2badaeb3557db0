import { MetricError } from './metricError';

/** The labels of one series: a text for every label name of its metric, `{ config: 'api', static: 'false' }`. */
export type Labels<Name extends string = string> = Readonly<Record<Name, string>>;

/** Whether Prometheus takes `name` for a label: letters, digits and `_`, no digit first. */
export function isLabelName(name: string): boolean {
  return /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name);
}

/**
 * The label names of a metric in code-point order, the order of every series key. Throws a `MetricError` for a name
 * that Prometheus refuses or keeps for itself (a leading `__`), for one named twice, and for one in `reserved`
 * (a histogram writes `le` itself).
 */
export function checkedLabelNames(
  metric: string,
  names: readonly string[],
  reserved: readonly string[],
): readonly string[] {
  for (const [i, name] of names.entries()) {
    if (typeof name !== 'string' || !isLabelName(name)) {
      throw new MetricError(
        metric,
        `label name ${shown(name)} is not one: letters, digits and _, no digit first`,
      );
    }
    if (name.startsWith('__'))
      throw new MetricError(metric, `label name ${shown(name)} is reserved: leading __`);
    if (reserved.includes(name)) throw new MetricError(metric, `label name ${shown(name)} is reserved`);
    if (names.indexOf(name) !== i) throw new MetricError(metric, `label name ${shown(name)} is given twice`);
  }
  return [...names].sort();
}

/**
 * The label values in the order of `names`, which must be exactly the labels given. Throws a `MetricError` for a
 * label that is missing, unknown, or no text.
 */
export function labelValues(metric: string, names: readonly string[], labels: Labels): string[] {
  if (typeof labels !== 'object' || labels === null) {
    throw new MetricError(metric, `labels must be an object, got ${shown(labels)}`);
  }
  const values: string[] = [];
  for (const name of names) {
    if (!Object.hasOwn(labels, name)) {
      throw new MetricError(metric, `label ${shown(name)} is missing, expected ${expected(names)}`);
    }
    const value: unknown = labels[name];
    if (typeof value !== 'string') {
      throw new MetricError(metric, `label ${shown(name)} must be a text, got ${shown(value)}`);
    }
    values.push(value);
  }
  const given = Object.keys(labels);
  if (given.length !== names.length) {
    const unknown = given.find((name) => !names.includes(name));
    throw new MetricError(metric, `label ${shown(unknown)} is unknown, expected ${expected(names)}`);
  }
  return values;
}

/** Whether a text is made of whole characters; half a surrogate pair cannot be written as UTF-8. */
export function isWholeText(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** A wrong value as an error message shows it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return String(value);
}

function expected(names: readonly string[]): string {
  return names.length === 0 ? 'no labels' : names.join(', ');
}
