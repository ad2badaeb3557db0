const DAY = 86_400_000;
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A moment of virtual time as a date. */
export interface CalendarTime {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  /** `hh:mm:ss` */
  readonly clock: string;
  readonly millisecond: number;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** Virtual time 0 is midnight of January 1st, 1970. No year is a leap year: virtual time has no years of its own. */
export function calendarTime(at: number): CalendarTime {
  const days = Math.floor(at / DAY);
  let day = days % 365;
  let month = 0;
  for (const length of MONTHS) {
    if (day < length) break;
    day -= length;
    month++;
  }
  const second = Math.floor((at % DAY) / 1000);
  return {
    year: String(1970 + Math.floor(days / 365)),
    month: two(month + 1),
    day: two(day + 1),
    clock: `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`,
    millisecond: at % 1000,
  };
}

const fraction = (ms: number): string =>
  ms === 0 ? '' : `.${String(ms).padStart(3, '0').replace(/0+$/, '')}`;

/** A moment as Go prints a `time.Time`: `1970-01-01 00:00:10.5 +0000 UTC`. */
export function goTime(at: number): string {
  const { year, month, day, clock, millisecond } = calendarTime(at);
  return `${year}-${month}-${day} ${clock}${fraction(millisecond)} +0000 UTC`;
}

/** A moment as Go writes a `time.Time` into JSON: `1970-01-01T00:00:10.5Z`. */
export function rfc3339(at: number): string {
  const { year, month, day, clock, millisecond } = calendarTime(at);
  return `${year}-${month}-${day}T${clock}${fraction(millisecond)}Z`;
}

/** A length of time as Go prints a `time.Duration`: `0s`, `250ms`, `1.5s`, `2m2s`, `1h0m0s`. */
export function goDuration(ms: number): string {
  if (ms !== 0 && ms < 1000) return `${ms}ms`;
  const total = Math.floor(ms / 1000);
  const seconds = `${total % 60}${fraction(ms % 1000)}s`;
  if (total < 60) return seconds;
  const minutes = `${Math.floor(total / 60) % 60}m${seconds}`;
  return total < 3600 ? minutes : `${Math.floor(total / 3600)}h${minutes}`;
}
