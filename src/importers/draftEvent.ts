import type { LogEventKind, WorkPhase } from './logEvent';

/** What a record says, before it has its place in the log. */
export interface DraftEvent {
  readonly kind: LogEventKind;
  readonly uid: string | null;
  readonly pod: string | null;
  readonly level: number;
  readonly phase?: WorkPhase | undefined;
  readonly source?: string | undefined;
  readonly reason?: string | undefined;
  readonly error?: string | undefined;
  readonly id?: string | undefined;
  readonly operation?: string | undefined;
  readonly amount?: number | undefined;
  readonly otherUID?: string | undefined;
}
