import { describe, expect, it } from 'vitest';
import { costOf, Purses } from '../../src/explorer/purses';

describe('what has been spent', () => {
  const error = costOf('error');
  const restart = costOf('restart');

  it('has one number, in whatever order it was spent', () => {
    const purses = new Purses({ errors: 2, restarts: 1, readds: 0, updates: 0, deletes: 0 });
    const one = purses.spend(purses.spend(0, error) ?? 0, restart);
    const other = purses.spend(purses.spend(0, restart) ?? 0, error);
    expect(one).not.toBeNull();
    expect(one).toBe(other);
    expect(one).not.toBe(0);
  });

  it('has an end', () => {
    const purses = new Purses({ errors: 2, restarts: 1, readds: 0, updates: 0, deletes: 0 });
    const first = purses.spend(0, error) ?? -1;
    const second = purses.spend(first, error) ?? -1;
    expect([first, second].every((purse) => purse > 0)).toBe(true);
    expect(purses.spend(second, error)).toBeNull();
    expect(purses.spend(second, error)).toBeNull();
    expect(purses.spend(0, costOf('readd'))).toBeNull();
  });

  it('is not changed by what is free', () => {
    const purses = new Purses({ errors: 0, restarts: 0, readds: 0, updates: 0, deletes: 0 });
    expect(costOf('remove')).toBe(-1);
    expect(purses.spend(0, costOf('remove'))).toBe(0);
  });
});
