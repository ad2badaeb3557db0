import { closingQuote, unescapeGo } from './goValues';

/** A line of containerd, CRI-O or dockerd: `time="2024-…" level=error msg="StopPodSandbox for \"id\" failed" error="…"`. */
export interface LogfmtRecord {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly error: string | null;
  readonly fields: ReadonlyMap<string, string>;
}

/** Finds such a record in a line, journald's prefix or not. `null` if there is none. */
export function logfmtRecord(text: string): LogfmtRecord | null {
  const start = text.indexOf('time="');
  if (start < 0 || start > 200 || !text.includes(' msg=')) return null;
  const fields = new Map<string, string>();
  const key = /\s*([\w.-]+)=/y;
  let at = start;
  for (;;) {
    key.lastIndex = at;
    const match = key.exec(text);
    if (match === null) break;
    at = key.lastIndex;
    if (text[at] === '"') {
      const end = closingQuote(text, at);
      fields.set(match[1] ?? '', unescapeGo(text.slice(at + 1, end < 0 ? text.length : end)));
      if (end < 0) break;
      at = end + 1;
    } else {
      const end = text.slice(at).search(/\s/);
      fields.set(match[1] ?? '', text.slice(at, end < 0 ? text.length : at + end));
      at = end < 0 ? text.length : at + end;
    }
  }
  const time = fields.get('time');
  const message = fields.get('msg');
  if (time === undefined || message === undefined) return null;
  return { time, message, level: fields.get('level') ?? '', error: fields.get('error') ?? null, fields };
}

/** The id of the container or sandbox that a message speaks of: 12 to 64 hex digits, quoted or of its own field. */
export function idOfLogfmt(record: LogfmtRecord): string | null {
  return (
    /\\?"([0-9a-f]{12,64})\\?"/.exec(record.message)?.[1] ??
    /\b([0-9a-f]{64})\b/.exec(record.message)?.[1] ??
    /\b([0-9a-f]{64})\b/.exec(record.error ?? '')?.[1] ??
    null
  );
}
