import { failure, type Result, success } from '../base/result';

/** A scenario file as somebody hands it over; `file` is the name that messages show. */
export type ScenarioSource =
  | { readonly file: string; readonly bytes: Uint8Array }
  | { readonly file: string; readonly text: string };

/** The largest scenario file that is read at all, in bytes. */
export const MAX_SCENARIO_BYTES = 1_000_000;

/** The web's decoder, which Node has too; the engine is compiled without the DOM's types. */
declare const TextDecoder: new (
  label: 'utf-8',
  options: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array): string };

/** The text of a file: refused when it is too large (before anything else is looked at) or not UTF-8. */
export function sourceText(source: ScenarioSource): Result<string> {
  const { file } = source;
  const size = 'bytes' in source ? source.bytes.length : utf8Length(source.text);
  if (size > MAX_SCENARIO_BYTES) {
    return failure({
      severity: 'error',
      file,
      message: `the file has ${grouped(size)} bytes, a scenario at most ${grouped(MAX_SCENARIO_BYTES)}`,
      tip: 'write many equal steps as one step with `repeat`',
    });
  }
  if ('text' in source) return success(source.text.replace(/^\uFEFF/, ''));
  const offset = firstInvalidByte(source.bytes);
  if (offset === null) return success(new TextDecoder('utf-8', { fatal: true }).decode(source.bytes));
  const before = source.bytes.subarray(0, offset);
  return failure({
    severity: 'error',
    file,
    line: 1 + before.filter((byte) => byte === 0x0a).length,
    column: offset - before.lastIndexOf(0x0a),
    message: `not UTF-8: byte ${grouped(offset)} is 0x${hex(source.bytes[offset] ?? 0)}`,
    tip: 'save the file with the encoding UTF-8',
  });
}

/**
 * Where UTF-8 stops being valid: the first byte of the first sequence that is cut off, overlong, a surrogate or
 * beyond U+10FFFF; `null` if all is well. The decoder itself says only that something is wrong.
 */
export function firstInvalidByte(bytes: Uint8Array): number | null {
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i] ?? 0;
    const length =
      lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length === 0) return i;
    for (let k = 1; k < length; k++) {
      const byte = bytes[i + k] ?? 0;
      // Four lead bytes narrow what may follow them: no overlong forms, no surrogates, nothing past U+10FFFF.
      const low = k > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
      const high = k > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
      if (byte < low || byte > high) return i;
    }
    i += length;
  }
  return null;
}

/** Bytes of `text` in UTF-8, counted only as far as matters: past the limit the UTF-16 length will do. */
function utf8Length(text: string): number {
  if (text.length > MAX_SCENARIO_BYTES) return text.length;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    length += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
  }
  return length;
}

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');

/** 1234567 as `1,234,567`. */
export const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');
