const SHORT: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
]);

/** What Go calls not printable: everything but letters, marks, numbers, punctuation, symbols and the plain space. */
const NOT_PRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

function escapeOf(char: string): string {
  const short = SHORT.get(char);
  if (short !== undefined) return short;
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0xd800 && code <= 0xdfff) return '\\ufffd'; // Half a surrogate pair: Go has no such rune.
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** `text` on one line: what cannot be printed is written as Go escapes; quotes and backslashes stay as they are. */
export const oneLine = (text: string): string => text.replace(NOT_PRINTABLE, escapeOf);

/** `text` as Go's `strconv.Quote` writes it, which is how klog writes strings. Always one line. */
export const goQuote = (text: string): string => `"${oneLine(text.replace(/["\\]/g, '\\$&'))}"`;

/** `text` as klog's `%+v` writes it, without quotes; quoted all the same if it would not read back as one value. */
export const unquoted = (text: string): string =>
  text === '' || /["\s=]/.test(text) || oneLine(text) !== text ? goQuote(text) : text;
