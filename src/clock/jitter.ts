import type { Random } from './random';
import { type Duration, duration } from './simTime';

/** `base` plus a random 0 to `fraction` of it: how the kubelet spreads its retries (`wait.Jitter`). */
export function jitter(base: Duration, fraction: number, random: Random): Duration {
  return duration(base + random.fraction() * fraction * base);
}
