import type { KlogHeader } from './klogHeader';

/** What the end of a record leaves open. */
type Open = 'value' | 'quote' | 'nothing';

/** Lines that are kept of what a record goes on with, and characters of it all. */
const MOST_JOINED = 200;
const MOST_TEXT = 262_144;

/** What umount, mount and their like say in the lines after the first, as old kubelets printed it. */
const GOES_ON =
  /^\s*(?:Output:|Error:|Unmounting arguments:|Mounting (?:command|arguments):|\(?In some cases|the device is found by|u?mount(?:\.\w+)?:|rm:|exit status \d+)/i;

/** A record in text that may go on in the next line. */
export class OpenRecord {
  private joined = 0;
  /** Worked out anew only when the text grows: a line that is asked about must not cost the whole record. */
  private open: Open | null = null;

  constructor(
    public text: string,
    readonly header: KlogHeader,
    readonly line: number,
    readonly node: string | null,
    readonly stamp: string | null,
  ) {}

  /**
   * Takes in a line without a header: of a value of several lines (`err=<`), of a quote that was wrapped, or of an
   * unstructured error that goes on. `null`: the line is none of these. `dropped`: it is of the value, but too much.
   */
  take(text: string): 'value' | 'quote' | 'more' | 'dropped' | null {
    this.open ??= this.text.length > MOST_TEXT ? 'nothing' : openAtEnd(this.text, this.header.end);
    if (this.open === 'nothing') return this.more(text);
    const inner = text.replace(/^(?:\s*>(?= |\t|$))+ ?(?=\S*\t)/, '');
    if (this.open === 'quote') {
      if (this.joined >= MOST_JOINED) return null;
      this.add(` ${inner.replace(/^(?:\w{3} +\d+ [\d:]+ \S+ \S+: )?\s*/, '')}`);
      this.open = null;
      return 'quote';
    }
    // Of a long value the middle is dropped, but not its end and the pairs after it.
    const ends = /^ >(?:\s|$)/.test(inner);
    if (this.joined >= MOST_JOINED && !ends) return 'dropped';
    this.add(`\n${inner}`);
    if (ends || this.text.length > MOST_TEXT) this.open = null;
    return 'value';
  }

  private more(text: string): 'more' | null {
    const { severity, end } = this.header;
    if (severity === 'I' || this.text.charCodeAt(end) === 34 || this.joined >= MOST_JOINED) return null;
    if (this.text.length > MOST_TEXT || !GOES_ON.test(text)) return null;
    this.add(`\n${text}`);
    return 'more';
  }

  private add(text: string): void {
    this.text += text;
    this.joined++;
  }
}

function openAtEnd(text: string, from: number): Open {
  const block = text.lastIndexOf('=<');
  if (block >= from && /^=<\s*(?:\n|$)/.test(text.slice(block, block + 20)) && !text.includes('\n >', block))
    return 'value';
  return isOpen(text, from, text.length, false) ? 'quote' : 'nothing';
}

const SECOND = /\s[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+\s+\d+ [\w.-]+\.go:\d+\]/g;

/** Where a second record begins in the same line, outside quotes; -1 if none does. */
export function secondHeader(text: string, first: KlogHeader): number {
  if (!text.includes('.go:', first.end)) return -1;
  SECOND.lastIndex = first.end;
  let [read, open] = [first.end, false];
  for (;;) {
    const match = SECOND.exec(text);
    if (match === null) return -1;
    open = isOpen(text, read, match.index, open);
    if (!open) return match.index + 1;
    read = match.index;
  }
}

/** Whether a quote is open at `to`, if one is or is not at `from`. */
function isOpen(text: string, from: number, to: number, before: boolean): boolean {
  let open = before;
  for (let at = text.indexOf('"', from); at >= 0 && at < to; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) open = !open;
  }
  return open;
}
