/** From `line` on (as it stands in the file) a clock shows times that do not follow on those before it. */
export interface ClockStep {
  readonly line: number;
  /** Milliseconds by which the times before it have to move so that durations across it hold; negative: set back. */
  readonly by: number;
}

/** Lines of one process differ by microseconds, those of a shipper by seconds: no more is a step of the clock. */
const DISORDER = 5000;
/** A shipper is this late at most; whoever returns in one jump after that long had a clock set back. */
const LATE = 120_000;
/** A clock that was never set begins on January 1st; a node boots within half an hour. */
const BOOT = 1_800_000;
const DAY = 86_400_000;
/** A clock is set now and then; a file that goes back over and over is only out of order. */
const MOST = 4;

interface Low {
  readonly line: number;
  readonly before: number;
  readonly first: number;
}

/**
 * Watches the times of one process line by line for steps of its clock: daylight saving time that ends, a correction by
 * NTP, a node that boots in 1970. Lines that come late are no step: after them time is where it was before.
 */
export class ClockSteps {
  private readonly found: ClockStep[] = [];
  private readonly lows: Low[] = [];
  private high = Number.NaN;
  private first = Number.NaN;
  private last = 0;

  /** `inYear`: milliseconds since January 1st, where the line has no year; `null` for a full time. */
  observe(line: number, at: number, inYear: number | null): void {
    this.last = line;
    if (at >= this.high) {
      if (this.lows.length > 0) this.rise(at);
      else if (at - this.high > 3 * DAY && this.first < BOOT) {
        this.found.push({ line, by: at - this.high });
        this.first = Number.NaN;
      }
      this.high = at;
    } else if (at < this.high - DISORDER) {
      this.lows.push({ line, before: this.high, first: at });
      this.high = at;
    } else if (Number.isNaN(this.high)) {
      this.high = at;
      this.first = inYear ?? at;
    }
  }

  /** The latest moment since time last went back. */
  get latest(): number {
    return this.high;
  }

  /** The steps in the order of the lines; none if the lines are only out of order. */
  all(): readonly ClockStep[] {
    // The very last line may be late as well.
    const lasting = this.lows.filter((low) => low.line < this.last || low.before - low.first > LATE);
    const open = lasting.map(({ line, before, first }) => ({ line, by: first - before }));
    const all = [...this.found, ...open].sort((a, b) => a.line - b.line);
    return all.filter(({ by }) => by < 0).length > MOST ? all.filter(({ by }) => by > 0) : all;
  }

  /** Time has come back to where it was before one or more lows. */
  private rise(at: number): void {
    for (let low = this.lows.at(-1); low !== undefined && at >= low.before; low = this.lows.at(-1)) {
      this.lows.pop();
      const size = low.before - low.first;
      const inOneJump = at - this.high >= size / 2;
      if (!(inOneJump && size <= LATE)) this.found.push({ line: low.line, by: -size });
      this.high = low.before;
    }
  }
}
