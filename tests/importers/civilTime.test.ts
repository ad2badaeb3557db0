import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { civilMs, civilTime, daysOfMonth, formatRfc3339, parseRfc3339 } from '../../src/importers/civilTime';

describe('civilMs', () => {
  it.each([
    ['the epoch', [1970, 1, 1, 0, 0, 0, 0], 0],
    ['a leap day', [2024, 2, 29, 12, 0, 0, 0], 1_709_208_000_000],
    ['before the epoch', [1969, 12, 31, 23, 59, 59, 999], -1],
    ['hour 24 carries over', [1999, 12, 31, 24, 0, 0, 0], 946_684_800_000],
  ] as const)('%s', (_desc, [year, month, day, hour, minute, second, ms], expected) => {
    expect(civilMs(year, month, day, hour, minute, second, ms)).toBe(expected);
  });

  it('agrees with the platform for any moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60_000_000_000_000, max: 250_000_000_000_000 }), (at) => {
        const { year, month, day, hour, minute, second, ms } = civilTime(at);
        expect(civilMs(year, month, day, hour, minute, second, ms)).toBe(at);
        const date = new Date(at);
        expect([year, month, day, hour]).toEqual([
          date.getUTCFullYear(),
          date.getUTCMonth() + 1,
          date.getUTCDate(),
          date.getUTCHours(),
        ]);
      }),
    );
  });
});

describe('parseRfc3339', () => {
  it.each([
    ['2023-06-14T02:00:07Z', 1_686_708_007_000],
    ['2024-03-11T08:15:21.499871223Z', 1_710_144_921_499],
    ['2023-08-07T17:03:06.565889+02:00', 1_691_420_586_565],
    ['2023-08-07 15:03:06.5z', 1_691_420_586_500],
    ['2023-08-07T09:33:06-0530', 1_691_420_586_000],
    ['2016-12-31T23:59:60Z', 1_483_228_800_000],
  ])('%s', (text, expected) => {
    expect(parseRfc3339(text)).toBe(expected);
  });

  it.each([
    '',
    '2023-02-29T00:00:00Z',
    '2023-13-01T00:00:00Z',
    '2023-06-14T02:00:07',
    '2023-06-14',
    'null',
    '24:00',
  ])('refuses %j', (text) => {
    expect(parseRfc3339(text)).toBeNull();
  });

  it('reads back what formatRfc3339 writes', () => {
    expect(formatRfc3339(1_710_144_921_499)).toBe('2024-03-11T08:15:21.499Z');
    expect(formatRfc3339(0)).toBe('1970-01-01T00:00:00Z');
    fc.assert(
      fc.property(fc.integer({ min: -60_000_000_000_000, max: 250_000_000_000_000 }), (at) => {
        expect(parseRfc3339(formatRfc3339(at))).toBe(at);
      }),
    );
  });
});

describe('daysOfMonth', () => {
  it.each([
    [2000, 2, 29],
    [1900, 2, 28],
    [2023, 4, 30],
    [2023, 12, 31],
  ])('%i-%i', (year, month, days) => {
    expect(daysOfMonth(year, month)).toBe(days);
  });
});
