const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Days of 400 years: after them the Gregorian calendar repeats. */
const DAYS_OF_ERA = 146_097;
/** Days from March 1st of year 0 to January 1st, 1970. */
const EPOCH = 719_468;

/**
 * Milliseconds since 1970 (UTC) of a moment of the Gregorian calendar. The month counts from 1; parts out of their range
 * carry over, as 24:00 is 0:00 of the next day. Use `parseRfc3339` for text, which refuses those.
 */
export function civilMs(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  ms: number,
): number {
  return daysSince1970(year, month, day) * DAY + hour * HOUR + minute * MINUTE + second * SECOND + ms;
}

/** The date of a moment in UTC, with the month from 1. */
export interface CivilTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly ms: number;
}

/** The inverse of `civilMs`: milliseconds since 1970 as a date in UTC. */
export function civilTime(at: number): CivilTime {
  const days = Math.floor(at / DAY);
  const rest = at - days * DAY;
  // Years begin in March here, so that a leap day is the last day of its year.
  const shifted = days + EPOCH;
  const era = Math.floor(shifted / DAYS_OF_ERA);
  const dayOfEra = shifted - era * DAYS_OF_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
    hour: Math.floor(rest / HOUR),
    minute: Math.floor(rest / MINUTE) % 60,
    second: Math.floor(rest / SECOND) % 60,
    ms: Math.floor(rest % SECOND),
  };
}

const RFC3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,12}))?(?:[Zz]|([+-])(\d\d):?(\d\d))$/;

/**
 * Milliseconds since 1970 of a text such as `2024-03-11T08:15:21.499871223Z` or with an offset such as `+02:00`, cut to
 * the millisecond; `null` if it is none, or names a day or hour that does not exist. Without a zone it is none.
 */
export function parseRfc3339(text: string): number | null {
  const found = RFC3339.exec(text);
  if (found === null) return null;
  const part = (i: number): number => Number(found[i] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  if (month < 1 || month > 12 || day < 1 || day > daysOfMonth(year, month)) return null;
  // A leap second is 60; it counts as the next second.
  if (hour > 23 || minute > 59 || second > 60 || part(9) > 23 || part(10) > 59) return null;
  const ms = Number((found[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const offset = (part(9) * HOUR + part(10) * MINUTE) * (found[8] === '-' ? -1 : 1);
  return civilMs(year, month, day, hour, minute, second, ms) - offset;
}

/** A moment as `2024-03-11T08:15:21Z`, with milliseconds where there are any. For years 0 to 9999. */
export function formatRfc3339(at: number): string {
  const { year, month, day, hour, minute, second, ms } = civilTime(at);
  const fraction = ms === 0 ? '' : `.${String(ms).padStart(3, '0')}`;
  return (
    `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` +
    `T${two(hour)}:${two(minute)}:${two(second)}${fraction}Z`
  );
}

/** Days of a month (from 1) of the Gregorian calendar. */
export function daysOfMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_OF_ERA + dayOfEra - EPOCH;
}

const two = (n: number): string => String(n).padStart(2, '0');
