import type { Diagnostic } from '../base/result';

/** A file may be packed twice, as by a program that packs what was packed already. */
export const MOST_LAYERS = 2;

/** Bytes that a packed file may come to. */
const MOST_UNPACKED = 2 ** 30;
/** Deflate packs a thousand to one at most, and that only what says nothing; logs come to ten or twenty. */
const MOST_RATIO = 500;
/** Short files of one repeated line are no bomb. */
const HARMLESS = 16_000_000;

/** Watches what a packed file comes to, so that a bomb is refused long before it fills anything. */
export class UnpackLimit {
  private packed = 0;
  private plain = 0;

  /** So many more bytes of the file itself were read. */
  read(bytes: number): void {
    this.packed += bytes;
  }

  /** So many more bytes came out of it. `null` as long as that is no trouble. */
  unpacked(bytes: number): Diagnostic | null {
    this.plain += bytes;
    const tip = 'unpack it and give the part that matters';
    if (this.plain > MOST_UNPACKED)
      return { severity: 'error', message: 'this unpacks to more than 1 GiB', tip };
    if (this.plain > HARMLESS && this.plain > MOST_RATIO * this.packed) {
      const message = `this unpacks to more than ${MOST_RATIO} times its size, as no log does`;
      return { severity: 'error', message, tip };
    }
    return null;
  }
}

/** Why packed data cannot be used. */
export const BROKEN_GZIP: Diagnostic = {
  severity: 'error',
  message: 'the gzip data are broken or cut off',
  tip: 'unpack it yourself (gzip -dc FILE) and give what comes out',
};

export const PACKED_AGAIN: Diagnostic = {
  severity: 'error',
  message: `this is packed more than ${MOST_LAYERS} times`,
  tip: 'unpack it and give the text',
};
