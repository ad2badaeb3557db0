/** A sample line of the exposition format. */
export interface ExpositionSample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
  /** The third column as it is written, without a unit: milliseconds in Prometheus' format, seconds in OpenMetrics. */
  readonly timestamp: string | null;
}

const NAME = /[a-zA-Z_:][\w:.]*/y;
const LABEL = /[ \t]*([a-zA-Z_][\w.]*|"[\w.:/-]+")[ \t]*=[ \t]*"/y;
const AFTER_LABEL = /[ \t]*(?:(,)[ \t]*(\})?|(\}))/y;
const VALUE =
  /[ \t]*([+-]?(?:\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|inf(?:inity)?|nan))(?:[ \t]+([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?))?[ \t]*(?:#.*)?$/iy;

/**
 * Reads `name{label="value",…} value [timestamp] [# exemplar]`. A label with an empty value is absent, as in Prometheus.
 * `null` for anything else: comments, blanks, lines that are cut.
 */
export function parseExpositionLine(line: string): ExpositionSample | null {
  NAME.lastIndex = 0;
  const name = NAME.exec(line)?.[0];
  if (name === undefined) return null;
  const labels = new Map<string, string>();
  let at = name.length;
  while (line[at] === ' ' || line[at] === '\t') at++;
  if (line[at] === '{') {
    const end = readLabels(line, at + 1, labels);
    if (end === null) return null;
    at = end;
  } else if (at === name.length) return null;
  VALUE.lastIndex = at;
  const found = VALUE.exec(line);
  const value = found === null ? null : parseFloatOf(found[1] ?? '');
  if (value === null) return null;
  return { name, labels, value, timestamp: found?.[2] ?? null };
}

/** Reads labels up to the closing brace; where to go on, or `null`. */
function readLabels(line: string, from: number, labels: Map<string, string>): number | null {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t') at++;
  if (line[at] === '}') return at + 1;
  for (;;) {
    LABEL.lastIndex = at;
    const label = LABEL.exec(line)?.[1];
    if (label === undefined) return null;
    const start = LABEL.lastIndex;
    let end = start;
    while (end < line.length && line[end] !== '"') end += line[end] === '\\' ? 2 : 1;
    if (end >= line.length) return null;
    const value = line.slice(start, end);
    if (value !== '') labels.set(label, value.includes('\\') ? unescaped(value) : value);
    AFTER_LABEL.lastIndex = end + 1;
    const after = AFTER_LABEL.exec(line);
    if (after === null) return null;
    at = AFTER_LABEL.lastIndex;
    if (after[2] !== undefined || after[3] !== undefined) return at;
  }
}

const unescaped = (text: string): string =>
  text.replace(/\\([\s\S])/g, (all, c: string) => (c === 'n' ? '\n' : c === '"' || c === '\\' ? c : all));

/** A number as Go's `ParseFloat` takes it: `+Inf`, `NaN`, `1.7e+09`. */
export function parseFloatOf(text: string): number | null {
  const word = text.toLowerCase().replace(/^\+/, '');
  if (word === 'inf' || word === 'infinity') return Number.POSITIVE_INFINITY;
  if (word === '-inf' || word === '-infinity') return Number.NEGATIVE_INFINITY;
  if (word === 'nan' || word === '-nan') return Number.NaN;
  const value = Number(word);
  return word === '' || Number.isNaN(value) ? null : value;
}
