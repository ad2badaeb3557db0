import { type Bounds, bucketNear, bucketOf } from './buckets';
import { ExactIntegers } from './exactIntegers';
import { shown } from './labels';
import type { SavedValue } from './metric';
import { MetricError } from './metricError';
import {
  type NanoClock,
  type NanoTime,
  nanosecondsBetween,
  nanosecondsOf,
  nanoTime,
  roughNanosecondsBetween,
} from './nanoTime';
import type { WeightedReading } from './weightedHistogram';

/**
 * One series of a timing histogram: a value, the bucket it is in, and the time spent in each bucket up to `#at`.
 *
 *     value   0─────────3──────────────1────────
 *     time    │         │              │       now
 *             made   set(3)         set(1)      └ read
 *
 * Every change and every reading first counts the span since `#at` for the value held during it, then moves `#at`.
 * `#at` is the latest moment ever read: a clock that stands still or goes back adds nothing, the value set meanwhile
 * holds from `#at` on, and later readings count only what lies beyond it. No span is counted twice or lost.
 * Values are safe integers, negative ones included; all totals are exact.
 */
export class TimingHistogramSeries {
  readonly #metric: string;
  readonly #bounds: Bounds;
  readonly #clock: NanoClock;
  /** Nanoseconds in each bucket alone, then the integral of the value. */
  readonly #totals: ExactIntegers;
  #value: number;
  /** The bucket of `#value`, found when it changes, since most time is counted between two changes. */
  #bucket: number;
  #at: NanoTime;

  /** Made by `TimingHistogram.with`, and counts from that moment. `initial` is a safe integer. */
  constructor(metric: string, bounds: Bounds, clock: NanoClock, initial: number) {
    this.#metric = metric;
    this.#bounds = bounds;
    this.#clock = clock;
    this.#totals = new ExactIntegers(bounds.length + 2);
    this.#value = initial;
    this.#bucket = bucketOf(bounds, initial);
    this.#at = clock();
  }

  /** The value held now. */
  get value(): number {
    return this.#value;
  }

  /** From now on the value is `value`. Throws a `MetricError`, counting nothing, unless it is a safe integer. */
  set(value: number): void {
    this.#change(value, this.#clock());
  }

  /** From now on 1 more. */
  inc(): void {
    this.#change(this.#value + 1, this.#clock());
  }

  /** From now on 1 less. */
  dec(): void {
    this.#change(this.#value - 1, this.#clock());
  }

  /** From now on `delta` more. Throws a `MetricError`, counting nothing, unless it and the outcome are safe integers. */
  add(delta: number): void {
    safeInteger(this.#metric, delta, 'delta');
    this.#change(this.#value + delta, this.#clock());
  }

  /** From now on `delta` less. Throws as `add`. */
  sub(delta: number): void {
    safeInteger(this.#metric, delta, 'delta');
    this.#change(this.#value - delta, this.#clock());
  }

  /** From now on the value is the clock's reading, whole seconds since the run began, rounded down. One reading. */
  setToCurrentTime(): void {
    const now = this.#clock();
    this.#change(Math.floor(now.ms / 1000), now);
  }

  /** The exact contents up to now, in nanoseconds. */
  read(): WeightedReading {
    this.#count(this.#clock());
    const totals = this.#totals.toArray();
    return { buckets: totals.slice(0, -1), sum: totals.at(-1) ?? 0n };
  }

  /** The value, the moment up to which time is counted (ns), and the totals, for `SeriesTable`. */
  save(): SavedValue {
    this.#count(this.#clock());
    return { value: this.#value, at: String(nanosecondsOf(this.#at)), totals: this.#totals.save() };
  }

  /** Takes saved contents back, for `SeriesTable`. Counting goes on from the saved moment, by the clock as it is then. */
  restore(saved: unknown): void {
    const { value, at, totals } = Object(saved) as { value?: unknown; at?: unknown; totals?: unknown };
    const restored = safeInteger(this.#metric, value, 'saved value');
    if (typeof at !== 'string' || !/^-?\d{1,21}$/.test(at)) {
      throw new MetricError(
        this.#metric,
        `saved moment must be nanoseconds as a decimal text, got ${shown(at)}`,
      );
    }
    this.#totals.restore(totals, this.#metric, this.#bounds.length + 1);
    this.#value = restored;
    this.#bucket = bucketOf(this.#bounds, restored);
    this.#at = nanoTime(BigInt(at));
  }

  #change(value: number, now: NanoTime): void {
    if (!Number.isSafeInteger(value)) safeInteger(this.#metric, value, 'value');
    this.#count(now);
    this.#value = value;
    this.#bucket = bucketNear(this.#bounds, value, this.#bucket);
  }

  #count(now: NanoTime): void {
    const elapsed = roughNanosecondsBetween(this.#at, now);
    if (elapsed <= 0) return;
    if (elapsed <= Number.MAX_SAFE_INTEGER) this.#totals.addWeighted(this.#bucket, this.#value, elapsed);
    else this.#countLarge(now);
    this.#at = now;
  }

  #countLarge(now: NanoTime): void {
    this.#totals.addWeightedLarge(this.#bucket, BigInt(this.#value), nanosecondsBetween(this.#at, now));
  }
}

/** `value` when it is a safe integer; otherwise a `MetricError`. */
export function safeInteger(metric: string, value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new MetricError(metric, `${what} must be a safe integer, got ${shown(value)}`);
}
