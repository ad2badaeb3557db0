import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, fingerprint, fold } from '../../src/base/canonicalJson';

/** The same value with the keys of every object the other way round. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, field]) => [key, turned(field)]),
  );
};

describe('canonicalJson', () => {
  it.each([
    [{ b: 1, a: [2, { d: null, c: 'x' }] }, '{"a":[2,{"c":"x","d":null}],"b":1}'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
    [[undefined, 1], '[null,1]'],
    [undefined, 'null'],
    [null, 'null'],
    ['"', '"\\""'],
    // Code points, not the alphabet: capitals first, digits before letters.
    [{ a: 1, B: 2, '1': 3, '10': 4, '9': 5 }, '{"1":3,"10":4,"9":5,"B":2,"a":1}'],
    [{}, '{}'],
  ])('writes %j as %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('is JSON of the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(plain);
      }),
    );
  });

  it('does not depend on the order in which an object was built', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => canonicalJson(turned(value)) === canonicalJson(value)));
  });

  it('gives different values different texts', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = canonicalJson(a) === canonicalJson(b);
        expect(same).toBe(
          JSON.stringify(a) === JSON.stringify(b) || canonicalJson(turned(a)) === canonicalJson(b),
        );
      }),
    );
  });
});

describe('the fingerprint', () => {
  // Published values of FNV-1a, 32 bits.
  it.each([
    ['', '811c9dc5'],
    ['a', 'e40c292c'],
    ['foobar', 'bf9cf968'],
  ])('of %j is %s', (text, hex) => {
    expect(fingerprint(text)).toBe(hex);
  });

  it('can be folded piece by piece', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => fold(b, fold(a)) === fold(a + b)));
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => fingerprint(b, fold(a)) === fingerprint(a + b)),
    );
  });

  it('has eight hex digits', () => {
    fc.assert(fc.property(fc.string(), (text) => /^[0-9a-f]{8}$/.test(fingerprint(text))));
  });
});
