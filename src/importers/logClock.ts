import { civilMs, civilTime } from './civilTime';
import type { ClockAssumptions } from './importedRun';

/** Every nominal year is as long as a leap year, so that a 29th of February fits whatever year it turns out to be. */
const NOMINAL_YEAR = 366 * 86_400_000;
const DAYS_BEFORE = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335];
/** Going back by more than this is a new year, not disorder. */
const DAY = 86_400_000;
const TURN = 300 * DAY;
const UUID_1 = /^([\da-f]{8})-([\da-f]{4})-1([\da-f]{3})-[89ab][\da-f]{3}-[\da-f]{12}$/i;
/** Milliseconds from the beginning of the Gregorian calendar, 1582-10-15, to 1970. */
const GREGORIAN = 12_219_292_800_000;
const BOOT = 1_800_000;

/**
 * The times of a log whose lines have no year. A moment is first nominal (years since the first line, counted from
 * New Years that are passed); when all is read and some line has told the year, it becomes milliseconds since 1970.
 */
export class LogClock {
  private years = 0;
  private last: number | null = null;
  private current: number | null = null;
  private readonly hints = new Map<
    number,
    { readonly from: string; count: number; readonly weight: number }
  >();
  private readonly offsets = new Map<number, number>();

  /** The nominal moment of a header's month, day and time of day. */
  nominal(month: number, day: number, time: number): number {
    const inYear = ((DAYS_BEFORE[month - 1] ?? 0) + day - 1) * 86_400_000 + time;
    let at = this.years * NOMINAL_YEAR + inYear;
    if (this.last !== null && at < this.last - TURN) {
      this.years++;
      at += NOMINAL_YEAR;
    } else if (this.last !== null && at > this.last + TURN && !this.wasSet(at)) {
      this.current = at - NOMINAL_YEAR; // Of before New Year: it came late, or the newest lines are first.
      this.inYear = inYear;
      return this.current;
    }
    this.last = at;
    this.current = at;
    this.inYear = inYear;
    if (this.early.length > 0)
      for (const [year, of, from] of this.early.splice(0)) this.hint(year, of, from, 3);
    return at;
  }

  /** Milliseconds from January 1st to the last moment that was asked about. */
  inYear = 0;

  /** A full date that a line of its own tells; `early` if no record has come yet, whose time it could be set against. */
  fullDate(year: number, month: number, from: string, early: boolean): void {
    if (early) this.early.push([year, month, from]);
    else this.hint(year, month, from, 3);
  }

  /** Whether any line has told a full date. */
  get isDated(): boolean {
    return this.hints.size > 0;
  }

  /** Uids of the time-based kind (version 1) tell when their pods were made: the youngest is of the log's year, or before. */
  uids(uids: Iterable<string | null>): void {
    let youngest = 0;
    for (const uid of uids) {
      const found = uid === null ? null : UUID_1.exec(uid);
      if (found === null) continue;
      const ticks = BigInt(`0x${found[3]}${found[2]}${found[1]}`);
      youngest = Math.max(youngest, Number(ticks / 10_000n) - GREGORIAN);
    }
    if (youngest <= 0) return;
    const { year, month } = civilTime(youngest);
    this.hint(year, month, 'the uid of a pod, which tells when it was made', 1);
  }

  private readonly early: [year: number, month: number, from: string][] = [];

  /** A node that boots in the first minutes of January 1st, and finds months later what time it is. */
  private wasSet(at: number): boolean {
    const { last } = this;
    if (last === null || last - this.years * NOMINAL_YEAR > BOOT) return false;
    return last - (at - NOMINAL_YEAR) > 3 * DAY;
  }

  /** Some text of the current line tells a full date. Heavier hints win. */
  hint(year: number, month: number, from: string, weight = 2): void {
    if (year < 2014 || year > 2200) return; // Clocks of 1970 tell nothing, and there was no kubelet.
    const lineMonth = this.current === null ? month : monthOf(this.current);
    // A date may be a little ahead (a retry, a grace period), over New Year.
    const turned = month <= 2 && lineMonth >= 11 ? 1 : month >= 11 && lineMonth <= 2 ? -1 : 0;
    const first = year - turned - (this.current === null ? 0 : Math.floor(this.current / NOMINAL_YEAR));
    const known = this.hints.get(first);
    if (known === undefined) this.hints.set(first, { from, count: 1, weight });
    else known.count++;
  }

  /** The header's time and the time of what wraps it, with its zone, are of one moment: minutes east of UTC. */
  offset(minutes: number): void {
    this.offsets.set(minutes, (this.offsets.get(minutes) ?? 0) + 1);
  }

  /** What was found out. */
  assumptions(reversed: boolean): ClockAssumptions {
    let best: { year: number; from: string; score: number } | null = null;
    for (const [year, { from, count, weight }] of this.hints) {
      const score = weight * 1_000_000 + count;
      if (best === null || score > best.score) best = { year, from, score };
    }
    let offsetMinutes: number | null = null;
    let most = 0;
    for (const [minutes, count] of this.offsets) {
      if (count > most) {
        most = count;
        offsetMinutes = minutes;
      }
    }
    return { year: best?.year ?? null, yearFrom: best?.from ?? null, offsetMinutes, reversed };
  }
}

/** Which nominal month a nominal moment is in, 1 to 12. */
function monthOf(nominal: number): number {
  const day = Math.floor((nominal - Math.floor(nominal / NOMINAL_YEAR) * NOMINAL_YEAR) / 86_400_000);
  let month = 12;
  while (month > 1 && (DAYS_BEFORE[month - 1] ?? 0) > day) month--;
  return month;
}

/**
 * A nominal moment as milliseconds since 1970, on the log's own clock, if the first line is of that year. With no year
 * known 2000 stands for it: order and distances are right, the date is not shown.
 */
export function settle(nominal: number, year: number | null): number {
  const years = Math.floor(nominal / NOMINAL_YEAR);
  const rest = nominal - years * NOMINAL_YEAR;
  const month = monthOf(nominal);
  const inMonth = rest - (DAYS_BEFORE[month - 1] ?? 0) * 86_400_000;
  const day = Math.floor(inMonth / 86_400_000);
  return civilMs((year ?? 2000) + years, month, day + 1, 0, 0, 0, 0) + (inMonth - day * 86_400_000);
}
