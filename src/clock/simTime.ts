import type { Brand } from '../base/brand';

/** A moment on the virtual clock, whole milliseconds since the run began. Nothing here reads the wall clock. */
export type SimTime = Brand<number, 'SimTime'>;

/** A length of virtual time in whole milliseconds. */
export type Duration = Brand<number, 'Duration'>;

/** The moment `ms` milliseconds after the run began. */
export const simTime = (ms: number): SimTime => Math.round(ms) as SimTime;

/** A duration of `ms` milliseconds. */
export const duration = (ms: number): Duration => Math.round(ms) as Duration;

/** A duration of whole or broken seconds; the kubelet's grace periods are seconds. */
export const seconds = (s: number): Duration => duration(s * 1000);

/** The moment `d` after `t`. */
export const after = (t: SimTime, d: Duration): SimTime => simTime(t + d);

/** How long from `a` to `b`; negative if `b` is earlier. */
export const between = (a: SimTime, b: SimTime): Duration => duration(b - a);

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** Reads `500ms`, `20s`, `1.5s`, `2m3s`, `1h`. `null` for anything else, a bare number and a negative one included. */
export function parseDuration(text: string): Duration | null {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return null;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (UNITS.get(unit ?? '') ?? Number.NaN);
  }
  return Number.isSafeInteger(Math.round(total)) ? duration(total) : null;
}

/** The shortest text that `parseDuration` reads back: `2m3s`, `500ms`, `0s`. */
export function formatDuration(d: Duration): string {
  const parts: string[] = [];
  let rest = d as number;
  for (const [unit, size] of [
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
    ['ms', 1],
  ] as const) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${count}${unit}`);
    rest -= count * size;
  }
  return parts.length === 0 ? '0s' : parts.join('');
}
