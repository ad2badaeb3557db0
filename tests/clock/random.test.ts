import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jitter } from '../../src/clock/jitter';
import { Random } from '../../src/clock/random';
import { seconds } from '../../src/clock/simTime';

const draws = (random: Random, count: number) => Array.from({ length: count }, () => random.fraction());
const reload = (random: Random) => Random.restore(JSON.parse(JSON.stringify(random.save())));

describe('the random source', () => {
  it('gives the same numbers for the same seed, other ones for another', () => {
    expect(draws(Random.fromSeed(7), 20)).toEqual(draws(Random.fromSeed(7), 20));
    expect(draws(Random.fromSeed(7), 20)).not.toEqual(draws(Random.fromSeed(8), 20));
  });

  it('carries on where it was saved, through JSON, wherever that was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.nat(50), (seed, before) => {
        const random = Random.fromSeed(seed);
        draws(random, before);
        const other = reload(random);
        expect(draws(other, 20)).toEqual(draws(random, 20));
      }),
    );
  });

  it('is not moved by being saved, and its copies do not move each other', () => {
    const random = Random.fromSeed(1);
    const saved = JSON.stringify(random.save());
    draws(reload(random), 5);
    expect(JSON.stringify(random.save())).toBe(saved);
  });

  it('stays within bounds', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 1000 }), (seed, count) => {
        const random = Random.fromSeed(seed);
        for (let i = 0; i < 20; i++) {
          const fraction = random.fraction();
          expect(fraction >= 0 && fraction < 1).toBe(true);
          const whole = random.below(count);
          expect(Number.isInteger(whole) && whole >= 0 && whole < count).toBe(true);
        }
      }),
    );
  });

  it('reaches every number below a small bound', () => {
    const random = Random.fromSeed(3);
    expect(new Set(Array.from({ length: 200 }, () => random.below(5))).size).toBe(5);
  });
});

describe('jitter', () => {
  it('adds 0 to the fraction of the base, whole milliseconds', () => {
    const random = Random.fromSeed(5);
    for (let i = 0; i < 200; i++) {
      const d = jitter(seconds(10), 0.5, random);
      expect(d >= 10_000 && d <= 15_000 && Number.isInteger(d)).toBe(true);
    }
    expect(jitter(seconds(10), 0, random)).toBe(10_000);
  });
});
