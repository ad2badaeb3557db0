import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  after,
  between,
  duration,
  formatDuration,
  parseDuration,
  seconds,
  simTime,
} from '../../src/clock/simTime';

describe('parseDuration', () => {
  it.each([
    ['0s', 0],
    ['500ms', 500],
    ['20s', 20_000],
    ['1.5s', 1500],
    ['2m3s', 123_000],
    ['1h', 3_600_000],
    ['1h1m1s1ms', 3_661_001],
    ['0.5ms', 1],
    ['0.4ms', 0],
    ['90m', 5_400_000],
    // Go reads units in any order and more than once.
    ['1s1h', 3_601_000],
    ['1s1s', 2000],
  ])('reads %s as %i ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '5', '-1s', '+1s', '1', 's', '1 s', '1s ', '.5s', '1.s', '1d', '1S', '1e3s', '1s,2s', '٣s'])(
    'does not read %j',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  it('does not read what no clock can hold', () => {
    expect(parseDuration(`${'9'.repeat(30)}h`)).toBeNull();
  });

  it('reads back every duration that formatDuration writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (ms) => {
        expect(parseDuration(formatDuration(duration(ms)))).toBe(ms);
      }),
    );
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0s'],
    [1, '1ms'],
    [1000, '1s'],
    [1500, '1s500ms'],
    [60_000, '1m'],
    [123_000, '2m3s'],
    [3_600_000, '1h'],
    [3_661_001, '1h1m1s1ms'],
  ])('writes %i ms as %s', (ms, text) => {
    expect(formatDuration(duration(ms))).toBe(text);
  });
});

describe('moments and durations', () => {
  it('are whole milliseconds', () => {
    expect([simTime(1.4), duration(1.6), seconds(0.0005), seconds(1.25)]).toEqual([1, 2, 1, 1250]);
  });

  it('fit together: after and between', () => {
    expect(after(simTime(100), duration(50))).toBe(150);
    expect(between(simTime(100), simTime(150))).toBe(50);
    expect(between(simTime(150), simTime(100))).toBe(-50);
  });
});
