import { styleText } from 'node:util';

/** How much a piece of text stands out. */
export type Emphasis = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/** Text in colour on a terminal that wants it, plain everywhere else. */
export function emphasise(how: Emphasis, text: string): string {
  const wanted = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
  return wanted ? styleText(how, text) : text;
}

/** Rows as aligned columns, two blanks apart; the last column is not filled up. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length);
    });
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** Virtual ms as `12.0 s`. */
export const secondsText = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
