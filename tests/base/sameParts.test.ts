import { describe, expect, it } from 'vitest';
import { isSame, withSameParts } from '../../src/base/sameParts';

describe('plain data with the same content', () => {
  it.each([
    [1, 1, true],
    [Number.NaN, Number.NaN, true],
    [1, '1', false],
    [null, {}, false],
    [[], {}, false],
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [{ a: undefined }, { b: undefined }, false],
    [[1, 2], [1], false],
    [{ a: { b: 1 } }, { a: { b: 2 } }, false],
  ])('%j and %j: %s', (a, b, same) => {
    expect(isSame(a, b)).toBe(same);
    expect(isSame(b, a)).toBe(same);
  });

  it('keeps the parts that have not changed as they were', () => {
    const before = { list: [1, 2], text: 'a', gone: { x: 1 } };
    const now = withSameParts(before, { list: [1, 2], text: 'b', gone: { x: 2 } });
    expect(now).toEqual({ list: [1, 2], text: 'b', gone: { x: 2 } });
    expect(now.list).toBe(before.list);
    expect(now.gone).not.toBe(before.gone);
  });
});
