/** Code points of a text from outside that are shown if nothing else is said. */
const SHOWN = 1000;

/**
 * What must not reach a screen as it is: control characters, what turns the direction of writing, marks of no width
 * (joiners, tags, selectors of variants), blanks that are letters, separators of lines, halves of surrogate pairs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/**
 * Text from outside as it may be shown: what cannot be seen, or moves what can, is written as its code point (`\u202e`,
 * `\u{e0041}`; line ends and tabs as `\n`, `\r`, `\t`), and after `cap` code points of it an ellipsis stands for the
 * rest. The full value belongs where a reader asks for it. This makes no markup safe: show the result as text.
 */
export function shownText(text: string, cap = SHOWN): string {
  const end = endOf(text, cap);
  const shown = text.slice(0, end).replace(UNSEEN, escaped);
  return end < text.length ? `${shown}…` : shown;
}

function escaped(char: string): string {
  const short = SHORT.get(char);
  if (short !== undefined) return short;
  const hex = (char.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return hex.length === 4 ? `\\u${hex}` : `\\u{${hex}}`;
}

/** Where the first `count` code points end. A text of megabytes is not walked through. */
function endOf(text: string, count: number): number {
  if (text.length <= count) return text.length;
  let at = 0;
  for (let n = 0; n < count && at < text.length; n++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}
