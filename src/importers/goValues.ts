/** Reading what Go's klog writes: quoted strings, and `key=value` pairs (`klog serialize.KVListFormat`). */

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);

/** Where a quoted text that begins at `from` ends: the place of its closing quote; -1 if it is cut off. */
export function closingQuote(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return -1;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return quote;
    at = quote + 1;
  }
}

/** The text between Go's quotes, with its escapes undone. What is no escape stays as it is. */
export function unescapeGo(inner: string): string {
  if (!inner.includes('\\')) return inner;
  // Mostly quotes within quotes, as in a patch: those need no look at each.
  if (!/\\[^"\\]/.test(inner)) return inner.replace(/\\(["\\])/g, '$1');
  return inner.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/gs,
    (whole, hex?: string, four?: string, eight?: string, char?: string) => {
      const digits = hex ?? four ?? eight;
      if (digits !== undefined) {
        const code = Number.parseInt(digits, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      }
      return char === undefined ? whole : (ESCAPES.get(char) ?? char);
    },
  );
}

/** The pairs of a record. Keys come from outside: a map holds them as plain data. */
export interface Pairs {
  readonly fields: ReadonlyMap<string, string>;
  /** A value had no end: the line was cut. */
  readonly cut: boolean;
}

/** Where the key that begins at `at` ends, at its `=`; -1 if there is no key. Letters, digits and `_.-`, no digit first. */
function endOfKey(text: string, at: number): number {
  let end = at;
  for (let code = text.charCodeAt(end); isKeyCharacter(code); code = text.charCodeAt(++end));
  if (end === at || text.charCodeAt(end) !== 61) return -1;
  const first = text.charCodeAt(at);
  return first === 45 || first === 46 || (first >= 48 && first <= 57) ? -1 : end;
}

const isKeyCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 46 ||
  code === 45;

/** Reads pairs from `from` on. What is no pair ends the reading. */
export function readPairs(text: string, from: number): Pairs {
  const fields = new Map<string, string>();
  let at = from;
  for (;;) {
    for (let code = text.charCodeAt(at); code <= 32 || code === 44; code = text.charCodeAt(++at));
    const equals = endOfKey(text, at);
    if (equals < 0) return { fields, cut: false };
    const key = text.slice(at, equals);
    at = equals + 1;
    const char = text[at];
    if (char === '"') {
      const end = closingQuote(text, at);
      if (end < 0) {
        fields.set(key, unescapeGo(text.slice(at + 1)));
        return { fields, cut: true };
      }
      fields.set(key, unescapeGo(text.slice(at + 1, end)));
      at = end + 1;
    } else if (char === '<' && /^<\s*\n/.test(text.slice(at, at + 8))) {
      const end = text.indexOf('\n >', at);
      fields.set(key, manyLines(text.slice(text.indexOf('\n', at) + 1, end < 0 ? text.length : end)));
      if (end < 0) return { fields, cut: true };
      at = end + 3;
    } else if (char === '{' || char === '[' || (char === '&' && text[at + 1] === '{')) {
      const end = closingBracket(text, at);
      fields.set(key, text.slice(at, end < 0 ? text.length : end + 1));
      if (end < 0) return { fields, cut: true };
      at = end + 1;
    } else {
      let end = at;
      while (end < text.length && text.charCodeAt(end) > 32) end++;
      fields.set(key, text.slice(at, end));
      at = end;
    }
  }
}

/** A value of several lines, each with a tab in front. */
const manyLines = (block: string): string =>
  block
    .split('\n')
    .map((line) => line.replace(/^\t/, ''))
    .join('\n');

function closingBracket(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = closingQuote(text, at);
      if (end < 0) return -1;
      at = end;
    } else if (char === '{' || char === '[') {
      depth++;
    } else if (char === '}' || char === ']') {
      if (--depth === 0) return at;
    }
  }
  return -1;
}

/** Every pod of a list as klog writes it: `[ns/a ns/b]`, `"[ns/a ns/b]"`, `["ns/a","ns/b"]`, or objects in JSON. */
export function podsOfList(value: string): string[] {
  if (value.includes('{')) {
    return [...value.matchAll(/\{[^{}]*\}/g)].map(([object]) => podOfRef(object)).filter((pod) => pod !== '');
  }
  return value
    .replace(/^\[|\]$/g, '')
    .split(/[\s,]+/)
    .map((pod) => pod.replace(/^"|"$/g, ''))
    .filter((pod) => pod !== '');
}

/** A reference to a pod: `ns/name`, `name`, or `{"name":"a","namespace":"b"}` in either order. */
export function podOfRef(value: string): string {
  if (!value.startsWith('{')) return value;
  const part = (key: string) => new RegExp(`"?${key}"?:\\s*"?([^",}\\s]*)`, 'i').exec(value)?.[1] ?? '';
  const name = part('name');
  const namespace = part('namespace');
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** The bare id of a container or sandbox: `containerd://x`, `{"Type":"containerd","ID":"x"}`, `{Type:docker ID:x}`, `x`. */
export function bareId(value: string): string {
  const struct = /\bID"?:\s*"?([^"\s,}]+)/.exec(value)?.[1];
  return struct ?? value.slice(value.lastIndexOf('/') + 1);
}
