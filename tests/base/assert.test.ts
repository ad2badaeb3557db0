import { describe, expect, it } from 'vitest';
import { assert, assertNever, BrokenRule, present } from '../../src/base/assert';
import { failure, formatDiagnostic, success } from '../../src/base/result';

describe('a broken rule', () => {
  it('says which one', () => {
    expect(() => assert(false, 'a pod has a uid')).toThrow(new BrokenRule('a pod has a uid'));
    expect(() => assert(true, 'a pod has a uid')).not.toThrow();
  });

  it('is that something is missing; 0 and an empty text are something', () => {
    expect(() => present(null, 'it is there')).toThrow(BrokenRule);
    expect(() => present(undefined, 'it is there')).toThrow('it is there');
    expect([present(0, ''), present('', ''), present(false, '')]).toEqual([0, '', false]);
  });

  it('is a case that nobody knows, and shows it', () => {
    expect(() => assertNever({ kind: 'new' } as never)).toThrow('{"kind":"new"}');
  });
});

describe('a result', () => {
  it('is a value with warnings, or diagnostics', () => {
    expect(success(1)).toEqual({ ok: true, value: 1, warnings: [] });
    const d = { severity: 'error', message: 'no' } as const;
    expect(failure(d, d)).toEqual({ ok: false, diagnostics: [d, d] });
  });

  it.each([
    [{ message: 'm' }, 'm.'],
    [{ message: 'm', file: 'f' }, 'f: m.'],
    [{ message: 'm', file: 'f', line: 2, column: 3, path: 'steps[0]' }, 'f:2:3: m (at steps[0]).'],
    [{ message: 'm', path: '', tip: 'try it' }, 'm. Tip: try it'],
  ])('%j is told as %j', (diagnostic, text) => {
    expect(formatDiagnostic({ severity: 'error', ...diagnostic })).toBe(text);
  });
});
