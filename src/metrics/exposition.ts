import { failure, type Result, success } from '../base/result';
import { isLabelName, type Labels } from './labels';
import { isMetricName, type MetricFamily } from './metric';

/** A series as its key names it. */
export interface SeriesName {
  readonly name: string;
  readonly labels: Labels;
}

/**
 * The families in Prometheus' text format 0.0.4, each line ended by a line feed: what a kubelet answers on `/metrics`.
 * The order is the order given. A family without samples is left out, as Prometheus' own writer does.
 */
export function formatExposition(families: readonly MetricFamily[]): string {
  let text = '';
  for (const { name, help, type, samples } of families) {
    if (samples.length === 0) continue;
    text += `# HELP ${name} ${help.replace(/[\\\n]/g, escaped)}\n# TYPE ${name} ${type}\n`;
    for (const { suffix = '', labels, value } of samples) {
      text += `${seriesKey(name + suffix, labels)} ${formatFloat(value)}\n`;
    }
  }
  return text;
}

/** Every sample by its series key, in the order given: what scenarios expect and `--format json` lists. */
export function seriesValues(families: readonly MetricFamily[]): Record<string, number> {
  const values: Record<string, number> = {};
  for (const { name, samples } of families) {
    for (const { suffix = '', labels, value } of samples) values[seriesKey(name + suffix, labels)] = value;
  }
  return values;
}

/**
 * The one way to write a series: `name{a="1",b="2"}`, labels in code-point order but `le` last, no braces without
 * labels. Equal series give equal keys.
 */
export function seriesKey(name: string, labels: Labels): string {
  const names = Object.keys(labels).sort(byLabelName);
  if (names.length === 0) return name;
  const pairs = names.map((label) => `${label}="${(labels[label] ?? '').replace(/[\\\n"]/g, escaped)}"`);
  return `${name}{${pairs.join(',')}}`;
}

/**
 * Reads a series as people and Prometheus write it: labels in any order, blanks between the parts, a comma after the
 * last label. `seriesKey` of the outcome is the canonical key.
 */
export function parseSeriesKey(text: string): Result<SeriesName> {
  const head = /^\s*([^\s{]*)\s*(\{)?/.exec(text);
  const name = head?.[1] ?? '';
  if (!isMetricName(name))
    return bad(text, 0, `no metric name at the start of the series ${JSON.stringify(text)}`);
  const labels: Record<string, string> = {};
  let at = head?.[0].length ?? 0;
  if (head?.[2] === undefined) {
    return at === text.length ? success({ name, labels }) : bad(text, at, `expected { after ${name}`);
  }
  const pair = /\s*([^\s=,{}"]*)\s*=\s*"((?:[^\\"\n]|\\[\\"n])*)"\s*(,?)/y;
  const end = /\s*\}\s*/y;
  for (let more = true; ; ) {
    end.lastIndex = at;
    if (end.test(text)) {
      if (end.lastIndex === text.length) return success({ name, labels });
      return bad(text, end.lastIndex, 'expected nothing after }');
    }
    pair.lastIndex = at;
    const found: RegExpExecArray | null = more ? pair.exec(text) : null;
    if (found === null) return bad(text, at, more ? 'expected label="value" or }' : 'expected , or }');
    const [all, label = '', value = '', comma = '']: readonly string[] = found;
    if (!isLabelName(label)) return bad(text, at, `not a label name: ${JSON.stringify(label)}`);
    if (Object.hasOwn(labels, label)) return bad(text, at, `label ${label} is given twice`);
    Object.defineProperty(labels, label, {
      value: value.replace(/\\(.)/g, (_all, c: string) => (c === 'n' ? '\n' : c)),
      enumerable: true,
    });
    at += all.length;
    more = comma === ',';
  }
}

/**
 * A number as Go's Prometheus writer prints it: the fewest digits that read back the same, `1e+06` from a million on,
 * `1e-05` below a ten-thousandth, `+Inf`, `-Inf`, `NaN`.
 */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return '0';
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  // JavaScript turns to exponents at 1e21 and 1e-7, Go at 1e6 (shortest form) and below 1e-4.
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function byLabelName(a: string, b: string): number {
  if ((a === 'le') !== (b === 'le')) return a === 'le' ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function escaped(character: string): string {
  return character === '\n' ? '\\n' : `\\${character}`;
}

function bad(text: string, at: number, message: string): Result<SeriesName> {
  const column = at + 1 + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
  return failure({
    severity: 'error',
    column,
    message,
    tip: 'Write it as name{label="value",other="value"}',
  });
}
