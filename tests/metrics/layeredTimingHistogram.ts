import type { Bounds } from '../../src/metrics/buckets';
import { MetricError } from '../../src/metrics/metricError';
import {
  type NanoClock,
  type NanoTime,
  nanosecondsBetween,
  roughNanosecondsBetween,
} from '../../src/metrics/nanoTime';
import { WeightedHistogramSeries, type WeightedReading } from '../../src/metrics/weightedHistogram';

/**
 * A timing histogram as a thin layer over a weighted one: the value it held, observed with the nanoseconds it held it.
 * The reference that the direct form must equal, and what it is measured against. As careful and as quick as the
 * weighted histogram lets it be: spans are handed over as numbers while those are exact.
 */
export class LayeredTimingHistogram {
  readonly #weighted: WeightedHistogramSeries;
  readonly #metric: string;
  readonly #clock: NanoClock;
  #value: number;
  #at: NanoTime;

  constructor(metric: string, bounds: Bounds, clock: NanoClock, initial = 0) {
    this.#metric = metric;
    this.#weighted = new WeightedHistogramSeries(metric, bounds);
    this.#clock = clock;
    this.#value = initial;
    this.#at = clock();
  }

  get value(): number {
    return this.#value;
  }

  set(value: number): void {
    this.#change(value, this.#clock());
  }

  inc(): void {
    this.add(1);
  }

  dec(): void {
    this.add(-1);
  }

  add(delta: number): void {
    this.#change(this.#value + delta, this.#clock());
  }

  sub(delta: number): void {
    this.#change(this.#value - delta, this.#clock());
  }

  setToCurrentTime(): void {
    const now = this.#clock();
    this.#change(Math.floor(now.ms / 1000), now);
  }

  read(): WeightedReading {
    this.#count(this.#clock());
    return this.#weighted.read();
  }

  #change(value: number, now: NanoTime): void {
    if (!Number.isSafeInteger(value))
      throw new MetricError(this.#metric, `value must be a safe integer, got ${value}`);
    this.#count(now);
    this.#value = value;
  }

  #count(now: NanoTime): void {
    const elapsed = roughNanosecondsBetween(this.#at, now);
    if (elapsed <= 0) return;
    const exact = elapsed <= Number.MAX_SAFE_INTEGER ? elapsed : nanosecondsBetween(this.#at, now);
    this.#weighted.observe(this.#value, exact);
    this.#at = now;
  }
}
