import { closingQuote, readPairs, unescapeGo } from './goValues';
import type { KlogHeader } from './klogHeader';

/** A record of a kubelet's log, text or JSON, taken apart. */
export interface LogRecord {
  readonly severity: 'I' | 'W' | 'E' | 'F';
  /** `kubelet.go`. */
  readonly file: string;
  /** The quoted message of a structured record; `null` if there is none. */
  readonly message: string | null;
  /** What follows the header of an unstructured record; empty for a structured one. */
  readonly free: string;
  readonly fields: ReadonlyMap<string, string>;
  /** Some value had no end. */
  readonly cut: boolean;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** The quoted message at `from`, without taking anything else apart; `null` if the record is not structured. */
export function messageAt(
  text: string,
  from: number,
): { readonly message: string; readonly end: number } | null {
  if (text.charCodeAt(from) !== 34) return null;
  const end = closingQuote(text, from);
  if (end < 0) return { message: unescapeGo(text.slice(from + 1)), end: text.length };
  return { message: unescapeGo(text.slice(from + 1, end)), end: end + 1 };
}

/** A text record from its header on; `quoted` is its `messageAt` the header's end. */
export function textRecord(
  text: string,
  header: KlogHeader,
  quoted: ReturnType<typeof messageAt>,
): LogRecord {
  const { severity, file } = header;
  if (quoted === null) {
    return { severity, file, message: null, free: text.slice(header.end), fields: NONE, cut: false };
  }
  const { fields, cut } = readPairs(text, quoted.end);
  return { severity, file, message: quoted.message, free: '', fields, cut };
}

/** A record of `--logging-format=json`, with its moment in milliseconds since 1970. */
export interface JsonRecord extends LogRecord {
  readonly ts: number;
}

/** Reads a record in JSON. `null` for an object that is none. */
export function jsonRecord(object: { readonly [key: string]: unknown }): JsonRecord | null {
  const own = (key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined);
  const message = own('msg');
  const ts = own('ts');
  if (typeof message !== 'string' || typeof ts !== 'number' || !Number.isFinite(ts)) return null;
  const fields = new Map<string, string>();
  for (const [key, value] of Object.entries(object)) {
    if (key === 'ts' || key === 'msg' || key === 'caller' || key === 'v') continue;
    fields.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const caller = own('caller');
  const file = typeof caller === 'string' ? (caller.split('/').at(-1)?.split(':')[0] ?? '') : '';
  const isError = own('v') === undefined && (fields.has('err') || own('err') !== undefined);
  return { ts, severity: isError ? 'E' : 'I', file, message, free: '', fields, cut: false };
}
