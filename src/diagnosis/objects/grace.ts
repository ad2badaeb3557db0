import type { ReportedFact } from '../../importers/importedRun';
import type { Confidence } from '../finding';

/**
 * Whether a description shows a pod within its time. kubectl counts `lasts` from the deletion timestamp, which holds the
 * grace period already: while that is ahead, it prints `<invalid>`.
 */
export function reportedGrace({ reason, message }: ReportedFact): Confidence | null {
  return reason === 'Terminating' && /^lasts <invalid>/.test(message) ? 'likely' : null;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** The time of day of a moment, UTC. */
export function formatMoment(at: number): string {
  const second = Math.floor(at / 1000) % 86_400;
  return `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)} UTC`;
}
