import { firstInvalidByte } from '../scenarios/sourceText';
import type { Note } from './importedRun';
import { type ByteKind, SNIFF_BYTES, sniffBytes } from './magic';

/** The web's decoder, which Node has too; the engine is compiled without the DOM's types. Pure: no clock, no chance. */
declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
) => { decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string };

type Decoder = InstanceType<typeof TextDecoder>;

/**
 * Turns bytes into text piece by piece. UTF-8, or from the first byte that is none on windows-1252; UTF-16 by its byte
 * order mark or its zero bytes. NULs are dropped and counted. Nothing is thrown, whatever the bytes.
 */
export class ByteDecoder {
  private decoder: Decoder | null = null;
  private head: Uint8Array | null = null;
  private isUtf8 = false;
  private droppedNULs = 0;
  private fellBackAt: number | null = null;
  private encoding: ByteKind = 'text';
  private line = 1;
  /** Bytes of a character that a piece of UTF-8 ends in the middle of. */
  private rest = new Uint8Array(0);

  /** The text of the next bytes; what a character is cut in comes with the next piece. */
  push(bytes: Uint8Array): string {
    if (this.decoder !== null) return this.decode(bytes);
    const head = this.head === null ? bytes : joined(this.head, bytes);
    if (head.length < SNIFF_BYTES) {
      this.head = head.slice();
      return '';
    }
    return this.begin(head);
  }

  /** The text that is left. */
  end(): string {
    const text = this.decoder === null ? this.begin(this.head ?? new Uint8Array(0)) : '';
    if (this.isUtf8) {
      const { rest } = this;
      this.rest = new Uint8Array(0);
      return rest.length === 0 ? text : text + this.fallBack(rest);
    }
    return text + this.cleaned(this.decoder?.decode() ?? '');
  }

  /** What was done to the bytes. */
  get notes(): readonly Note[] {
    const notes: Note[] = [];
    if (this.encoding !== 'text') notes.push({ line: null, text: `read as ${this.encoding.toUpperCase()}` });
    if (this.fellBackAt !== null) {
      const text = 'not UTF-8 from this line on: read as windows-1252, so letters beyond ASCII may be wrong';
      notes.push({ line: this.fellBackAt, text });
    }
    if (this.droppedNULs > 0) {
      const what = this.droppedNULs === 1 ? 'one NUL byte was' : `${this.droppedNULs} NUL bytes were`;
      notes.push({ line: null, text: `${what} dropped, as a crash or a full disk leaves them` });
    }
    return notes;
  }

  private begin(head: Uint8Array): string {
    const kind = sniffBytes(head);
    this.head = null;
    const isUtf16 = kind === 'utf-16le' || kind === 'utf-16be';
    if (isUtf16) this.encoding = kind;
    this.isUtf8 = !isUtf16;
    this.decoder = isUtf16
      ? new TextDecoder(kind)
      : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = this.decode(head);
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  }

  private decode(piece: Uint8Array): string {
    if (!this.isUtf8) return this.cleaned(this.decoder?.decode(piece, { stream: true }) ?? '');
    const bytes = this.rest.length === 0 ? piece : joined(this.rest, piece);
    const whole = bytes.length - cutOff(bytes);
    try {
      // Without `stream`, which is much slower: what is cut off is kept here.
      const text = this.decoder?.decode(bytes.subarray(0, whole)) ?? '';
      this.rest = bytes.slice(whole);
      return this.cleaned(text);
    } catch {
      return this.fallBack(bytes);
    }
  }

  private fallBack(bytes: Uint8Array): string {
    this.isUtf8 = false;
    this.rest = new Uint8Array(0);
    this.fellBackAt = this.line + linesBeforeBadByte(bytes);
    this.decoder = new TextDecoder('windows-1252');
    return this.cleaned(this.decoder.decode(bytes, { stream: true }));
  }

  private cleaned(text: string): string {
    if (this.isUtf8) {
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.line++;
    }
    if (!text.includes('\0')) return text;
    const clean = text.replaceAll('\0', '');
    this.droppedNULs += text.length - clean.length;
    return clean;
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** How many bytes at the end begin a character of UTF-8 that is not complete. */
function cutOff(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

/** Line feeds before the first byte that UTF-8 does not allow. */
function linesBeforeBadByte(bytes: Uint8Array): number {
  const bad = firstInvalidByte(bytes) ?? bytes.length;
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1 && at < bad; at = bytes.indexOf(0x0a, at + 1)) count++;
  return count;
}
