import type { EvidenceLine } from './importedRun';

/** The longest text that is kept of a line, in UTF-16 units. */
export const MAX_LINE_TEXT = 500;

/** Finds lines of a text by offset. Lines end at a line feed and count from 1; a carriage return before it is no part. */
export class SourceLines {
  /** Offsets at which lines begin. */
  private readonly starts: number[] = [0];

  constructor(
    readonly text: string,
    private readonly file?: string,
  ) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  /** Lines of the text; one that is ended by the last character begins no further one. */
  get count(): number {
    const { length } = this.starts;
    return this.starts[length - 1] === this.text.length ? length - 1 : length;
  }

  lineOf(offset: number): number {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** Line and column, both from 1. */
  placeOf(offset: number): { readonly line: number; readonly column: number } {
    const line = this.lineOf(offset);
    return { line, column: offset - (this.starts[line - 1] ?? 0) + 1 };
  }

  /**
   * The evidence for what stands from `from` to `to`: its line as it is if it has the line for itself, otherwise only the
   * thing itself, so that a file in one line shows nothing but what is meant (and no secret of its neighbours).
   */
  evidence(from: number, to: number): EvidenceLine {
    const line = this.lineOf(from);
    const start = this.starts[line - 1] ?? 0;
    const next = this.starts[line];
    const end = next === undefined ? this.text.length : next - 1;
    const alone = from - start < 200 && /^[\s-]*$/.test(this.text.slice(start, from)) && end <= to + 1;
    const [first, last] = alone ? [start, end] : [from, Math.min(to, end)];
    const text = this.text.slice(first, Math.min(last, first + MAX_LINE_TEXT)).trimEnd();
    return { line, text, ...(this.file === undefined ? {} : { file: this.file }) };
  }
}
