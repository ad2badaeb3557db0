import { isClean } from './unwrapLine';

/** Characters of a line that are kept; the rest of a longer one is passed over. */
export const LONGEST_LINE = 65_536;

/**
 * Takes a line without its end. `cut` tells that more of it was passed over; `clean` that `cleanLine` finds no character to take
 * out, which is known for whole pieces at once.
 */
export type LineSink = (text: string, line: number, cut: boolean, clean: boolean) => void;

/**
 * Cuts text that comes in pieces into lines, ended by LF, CRLF or a lone CR; the last needs no end. Holds no more than
 * one line, and of that no more than `LONGEST_LINE`.
 */
export class LineSplitter {
  private rest = '';
  private cut = false;
  private afterReturn = false;
  private line = 0;
  /** Of the piece at hand, and of what is left of those before. */
  private clean = true;
  private restClean = true;

  constructor(private readonly sink: LineSink) {}

  /** How many lines were given on. */
  get count(): number {
    return this.line;
  }

  push(chunk: string): void {
    let text = chunk;
    if (this.afterReturn && text !== '') {
      this.afterReturn = false;
      if (text.charCodeAt(0) === 10) text = text.slice(1);
    }
    if (text.includes('\r')) {
      this.afterReturn = text.endsWith('\r');
      text = text.replace(/\r\n?/g, '\n');
    }
    this.clean = isClean(text);
    let from = 0;
    for (;;) {
      const end = text.indexOf('\n', from);
      if (end < 0) break;
      if (this.rest === '' && !this.cut && end - from <= LONGEST_LINE) {
        this.sink(text.slice(from, end), ++this.line, false, this.clean);
      } else {
        this.keep(text, from, end);
        this.flush();
      }
      from = end + 1;
    }
    if (from < text.length) this.keep(text, from, text.length);
  }

  /** Gives on a last line without an end. */
  end(): void {
    if (this.rest !== '' || this.cut) this.flush();
  }

  private keep(text: string, from: number, to: number): void {
    const room = LONGEST_LINE - this.rest.length;
    if (to - from > room) this.cut = true;
    const part = text.slice(from, Math.min(to, from + Math.max(room, 0)));
    this.rest = this.rest === '' ? part : this.rest + part;
    this.restClean &&= this.clean;
  }

  private flush(): void {
    const { rest, cut, restClean } = this;
    this.rest = '';
    this.cut = false;
    this.restClean = true;
    this.sink(rest, ++this.line, cut, restClean);
  }
}
