import type { LogEventKind, WorkPhase } from './logEvent';

/** What a record says, before it has its place in the log. */
export interface DraftEvent {
  readonly kind: LogEventKind;
  readonly uid: string | null;
  readonly pod: string | null;
  readonly level: number;
  readonly phase?: WorkPhase;
  readonly source?: string;
  readonly reason?: string;
  readonly error?: string;
  readonly id?: string;
  readonly operation?: string;
  readonly amount?: number;
  readonly otherUID?: string;
}
