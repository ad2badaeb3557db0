/** A stretch in which a process wrote nothing, between two lines as they stand in the file. */
export interface Silence {
  readonly fromLine: number;
  readonly toLine: number;
  /** Milliseconds. */
  readonly lasting: number;
}

/** A kubelet writes something every few minutes, however little it is asked to. */
const LEAST = 600_000;
/** Lines without a year are a year apart at New Year. */
const MOST_MS = 300 * 86_400_000;
/** So many are told, the longest. */
const MOST = 3;

/** Watches the times of one process for gaps: lines that were cut out or rotated away, a node that stood still. */
export class Silences {
  private readonly longest: Silence[] = [];
  private line = 0;
  private at = Number.NaN;

  observe(line: number, at: number): void {
    // Files may have the newest lines first.
    const lasting = Math.abs(at - this.at);
    if (lasting >= LEAST && lasting < MOST_MS) this.keep({ fromLine: this.line, toLine: line, lasting });
    this.line = line;
    this.at = at;
  }

  /** The longest ones, in the order of the lines. */
  all(): readonly Silence[] {
    return [...this.longest].sort((a, b) => a.fromLine - b.fromLine);
  }

  private keep(silence: Silence): void {
    this.longest.push(silence);
    this.longest.sort((a, b) => b.lasting - a.lasting);
    if (this.longest.length > MOST) this.longest.pop();
  }
}
