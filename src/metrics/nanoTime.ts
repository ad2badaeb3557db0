import { assert } from '../base/assert';
import type { Brand } from '../base/brand';
import type { SimTime } from '../clock/simTime';

/**
 * A moment on the virtual clock to the nanosecond, exact for any run: whole milliseconds since the run began and the
 * nanoseconds beyond them, 0 to 999,999. Two numbers, because one loses nanoseconds after 104 days and a bigint costs
 * an allocation for every step of arithmetic. Made only by `nanoTime` and `nanoTimeOf`, which check it.
 */
export type NanoTime = Brand<{ readonly ms: number; readonly ns: number }, 'NanoTime'>;

/** Reads the virtual clock. Calling it changes nothing. */
export type NanoClock = () => NanoTime;

const NANOSECONDS_PER_MILLISECOND = 1_000_000;

/** The moment of a run's clock, which counts whole milliseconds. */
export function nanoTimeOf(t: SimTime): NanoTime {
  const ms: number = t;
  // Not a text of our own for `assert`: building one for every reading cost about 15 ns.
  assert(Number.isSafeInteger(ms), 'a SimTime is a whole number of milliseconds');
  return { ms, ns: 0 } as NanoTime;
}

/** The clock of a run, read by `now`, for what wants nanoseconds. */
export function nanoClockOf(now: () => SimTime): NanoClock {
  return () => nanoTimeOf(now());
}

/** The moment `nanoseconds` after the run began; negative is before. At most 2^53 milliseconds away. */
export function nanoTime(nanoseconds: bigint): NanoTime {
  const ns = ((nanoseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const ms = Number((nanoseconds - ns) / 1_000_000n);
  assert(
    Number.isSafeInteger(ms),
    `a NanoTime is within 2^53 milliseconds of the beginning: ${nanoseconds} ns`,
  );
  return { ms, ns: Number(ns) } as NanoTime;
}

/** Nanoseconds from the run's beginning to `t`. */
export function nanosecondsOf(t: NanoTime): bigint {
  return BigInt(t.ms) * 1_000_000n + BigInt(t.ns);
}

/** Nanoseconds from `a` to `b`, exact; negative if `b` is earlier. */
export function nanosecondsBetween(a: NanoTime, b: NanoTime): bigint {
  return nanosecondsOf(b) - nanosecondsOf(a);
}

/**
 * As `nanosecondsBetween`, quickly and for short spans: exact within ±2^53 - 1 ns (104 days), beyond that a number
 * of greater magnitude, and `nanosecondsBetween` must be asked. (A millisecond is 64 · 15,625 ns: rounding begins at 2^59.)
 */
export function roughNanosecondsBetween(a: NanoTime, b: NanoTime): number {
  return (b.ms - a.ms) * NANOSECONDS_PER_MILLISECOND + (b.ns - a.ns);
}
