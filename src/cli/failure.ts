import type { Diagnostic } from '../base/result';
import { formatDiagnostic } from '../base/result';

/** Bad input: said on standard error in one message, exit status 2, nothing half done. */
export class BadInput extends Error {
  override readonly name = 'BadInput';

  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n'));
  }
}

/** Refuses with one message and a tip. */
export function refuse(message: string, tip?: string): never {
  throw new BadInput([{ severity: 'error', message, ...(tip === undefined ? {} : { tip }) }]);
}
