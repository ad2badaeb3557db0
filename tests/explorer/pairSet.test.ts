import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PairSet } from '../../src/explorer/pairSet';

describe('a set of pairs', () => {
  it('has what was added, and says whether it is new, as a set of texts does', () => {
    const number = fc.oneof(fc.nat(50), fc.nat(2 ** 26 - 1));
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { maxLength: 300 }), (pairs) => {
        const set = new PairSet();
        const texts = new Set<string>();
        for (const [a, b] of pairs) {
          expect(set.add(a, b)).toBe(!texts.has(`${a} ${b}`));
          texts.add(`${a} ${b}`);
        }
      }),
    );
  });

  it('grows', () => {
    const set = new PairSet();
    const before = set.bytes;
    for (let i = 0; i < 200; i++) for (let k = 0; k < 100; k++) expect(set.add(i, k)).toBe(true);
    expect(set.bytes).toBeGreaterThan(before);
    for (let i = 0; i < 200; i++) for (let k = 0; k < 100; k++) expect(set.add(i, k)).toBe(false);
  });
});
