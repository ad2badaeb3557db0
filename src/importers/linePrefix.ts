import { civilMs, parseRfc3339 } from './civilTime';
import type { KlogHeader } from './klogHeader';

/** What stands in front of a record: journald, syslog, a log shipper. Editors and grep tell nothing. */
export interface LinePrefix {
  readonly host?: string;
  /** A full time with year. */
  readonly stamp?: string;
}

const STAMP = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)`;
const SYSLOG = /\b[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? (?:([\w.-]+) )?[\w@./-]+\[\d+\]: *$/;
const ISO = new RegExp(String.raw`(${STAMP})(?: ([\w.-]+) [\w@./-]+\[\d+\]:)? *$`);

/** Reads the text in front of a header. */
export function linePrefix(prefix: string): LinePrefix {
  const syslog = SYSLOG.exec(prefix);
  if (syslog !== null) return syslog[1] === undefined ? {} : { host: syslog[1] };
  const iso = ISO.exec(prefix) ?? new RegExp(`(${STAMP})`).exec(prefix);
  if (iso === null) return {};
  const [, stamp, host] = iso;
  return { ...(stamp === undefined ? {} : { stamp }), ...(host === undefined ? {} : { host }) };
}

const MICROSECONDS = /^\d{16}$/;

/** The year and month of a full time. */
export function yearOfStamp(stamp: string): { readonly year: number; readonly month: number } | null {
  const match = /^(\d{4})-(\d\d)/.exec(stamp);
  if (match !== null) return { year: Number(match[1]), month: Number(match[2]) };
  if (!MICROSECONDS.test(stamp)) return null;
  const ms = Number(stamp) / 1000;
  for (let year = 2014; year < 2100; year++) {
    if (ms >= civilMs(year + 1, 1, 1, 0, 0, 0, 0)) continue;
    let month = 12;
    while (month > 1 && ms < civilMs(year, month, 1, 0, 0, 0, 0)) month--;
    return { year, month };
  }
  return null;
}

/** Minutes that the header's clock is east of UTC, by the full time of the same line; zones are quarters of an hour. */
export function offsetOf(stamp: string, header: KlogHeader): number | null {
  const utc = MICROSECONDS.test(stamp) ? Number(stamp) / 1000 : parseRfc3339(stamp);
  const year = yearOfStamp(stamp)?.year;
  if (utc === null || year === undefined) return null;
  const local = civilMs(year, header.month, header.day, 0, 0, 0, 0) + header.time;
  const minutes = Math.round((local - utc) / 900_000) * 15;
  return Math.abs(minutes) <= 14 * 60 ? minutes : null;
}
