import { createContext } from 'react';

/** Shows a line of what was pasted; `null` where it is not in the text field, as with files. */
export const LineJump = createContext<((line: number) => void) | null>(null);

/** Lines that stay in sight above the one that is shown. */
const ABOVE = 3;

/** Selects a line of a text field, counted from 1, and scrolls to it. */
export function selectLine(field: HTMLTextAreaElement, line: number): void {
  const { value } = field;
  let start = 0;
  for (let i = 1; i < line; i++) {
    const next = value.indexOf('\n', start);
    if (next === -1) break;
    start = next + 1;
  }
  const end = value.indexOf('\n', start);
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end === -1 ? value.length : end);
  field.scrollTop = (line - 1 - ABOVE) * Number.parseFloat(getComputedStyle(field).lineHeight);
  field.scrollLeft = 0;
  field.scrollIntoView({ block: 'nearest' });
}
