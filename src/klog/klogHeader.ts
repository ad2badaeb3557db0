import { calendarTime } from './goTime';

/** `I`: information, `E`: error. A kubelet writes no warnings about what is modelled here. */
export type Severity = 'I' | 'E';

/** All lines come from one thread. */
const THREAD = '1'.padStart(7);

/**
 * Gives every record its time. The virtual clock counts milliseconds; records of the same millisecond get microseconds
 * that count up, so that their order shows (the last one is repeated when there are more than a thousand).
 */
export class KlogClock {
  private at = -1;
  private micros = 0;

  /** The microsecond, within its millisecond, of the next record that is made at `at`. */
  next(at: number): number {
    this.micros = at === this.at ? Math.min(this.micros + 1, 999) : 0;
    this.at = at;
    return this.micros;
  }
}

/** klog's header: `Lmmdd hh:mm:ss.uuuuuu ttttttt file:line] `. */
export function klogHeader(severity: Severity, at: number, micros: number, source: string): string {
  const { month, day, clock, millisecond } = calendarTime(at);
  const micro = String(millisecond * 1000 + micros).padStart(6, '0');
  return `${severity}${month}${day} ${clock}.${micro} ${THREAD} ${source}] `;
}
