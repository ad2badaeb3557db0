import { fold } from '../base/canonicalJson';
import type { TraceEvent } from './trace';

/** The fingerprint of a trace, 8 hex digits: the same for the same run, whatever machine it ran on. */
export const fingerprintOf = (trace: readonly TraceEvent[]): string => hashText(foldEvents(trace, undefined));

/** Folds more events into a running hash; `undefined`: none so far. */
export function foldEvents(events: readonly TraceEvent[], from: number | undefined): number | undefined {
  let hash = from;
  for (const event of events) hash = fold(JSON.stringify(event), hash);
  return hash;
}

/** A running hash as the text that people compare. */
export const hashText = (hash: number | undefined): string => (hash ?? 0).toString(16).padStart(8, '0');
