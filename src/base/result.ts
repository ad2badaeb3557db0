import { shownText } from './shownText';

/**
 * What is wrong with something that came from outside: where, the offending thing in one sentence, and a tip.
 * Lines and columns count from 1. `path` names a field (`steps[2].pod`) where a line is not known or not enough.
 */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly path?: string;
  readonly message: string;
  readonly tip?: string;
}

/** The outcome of reading something from outside: a value, or why not. Never thrown. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** A good outcome. */
export function success<T>(value: T, warnings: readonly Diagnostic[] = []): Result<T> {
  return { ok: true, value, warnings };
}

/** A bad outcome with one diagnostic or several, the most useful first. */
export function failure<T>(...diagnostics: readonly Diagnostic[]): Result<T> {
  return { ok: false, diagnostics };
}

/** Code points of a message that are shown. */
const LONGEST = 4000;

/** One diagnostic as text that may be shown: `file:line:column: message (at path). Tip: …`. */
export function formatDiagnostic(d: Diagnostic): string {
  const place = [d.file, d.line, d.column].filter((part) => part !== undefined).join(':');
  const at = d.path === undefined || d.path === '' ? '' : ` (at ${d.path})`;
  const tip = d.tip === undefined ? '' : ` Tip: ${d.tip}`;
  return shownText(`${place === '' ? '' : `${place}: `}${d.message}${at}.${tip}`, LONGEST);
}
