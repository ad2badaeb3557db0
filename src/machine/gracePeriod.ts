import type { Pod } from '../api/pod';

/** A grace period in seconds, at least 1, and whether it cuts short one that was recorded before. */
export interface GracePeriod {
  readonly seconds: number;
  readonly shortened: boolean;
}

/**
 * The grace period that a termination gets (`calculateEffectiveGracePeriod`). It can only shrink: the recorded value
 * (0: none yet) gives way to the pod's deletion grace period and to `override` only if they are smaller. A pod's
 * own termination grace period counts where nothing else does; with `remembersOverride` an explicit 0 counts as
 * something, without it (v1.26, v1.27.0) it is mistaken for nothing.
 */
export function computeGracePeriod(
  recorded: number,
  pod: Pod | null,
  override: number | null,
  remembersOverride: boolean,
): GracePeriod {
  let grace = recorded;
  let overridden = false;
  for (const wish of [pod?.deletion?.gracePeriod ?? null, override]) {
    if (wish !== null && (grace === 0 || wish < grace)) {
      grace = wish;
      overridden = true;
    }
  }
  if (grace === 0 && !(overridden && remembersOverride)) grace = pod?.terminationGracePeriod ?? 0;
  const seconds = Math.max(grace, 1);
  return { seconds, shortened: recorded > 0 && seconds !== recorded };
}
