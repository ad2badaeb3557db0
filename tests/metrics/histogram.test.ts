import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simTime } from '../../src/clock/simTime';
import { formatExposition } from '../../src/metrics/exposition';
import { Histogram } from '../../src/metrics/histogram';
import { nanoClockOf } from '../../src/metrics/nanoTime';
import { Registry } from '../../src/metrics/registry';
import { TimingHistogram } from '../../src/metrics/timingHistogram';
import { WeightedHistogram } from '../../src/metrics/weightedHistogram';
import { expectMetricError } from './expectMetricError';
import { parseExposition } from './parseExposition';

const plain = () =>
  new Histogram({ name: 'sync_seconds', help: 'Syncs', labelNames: ['pod'], bounds: [0.5, 1, 2.5] });
const weighted = () =>
  new WeightedHistogram({ name: 'held', help: 'Held', labelNames: ['pod'], bounds: [0, 10, 20] });
const web = { pod: 'web' };

describe('plain histogram', () => {
  it('counts each value in the first bucket whose bound it does not exceed', () => {
    const histogram = plain();
    for (const value of [-1, 0.5, 0.75, 1, 2.5, 3]) histogram.observe(web, value);
    histogram.with({ pod: 'idle' });
    const text = formatExposition([histogram.collect()]);
    expect(text).toBe(
      [
        '# HELP sync_seconds Syncs',
        '# TYPE sync_seconds histogram',
        ...['0.5', '1', '2.5', '+Inf'].map((le) => `sync_seconds_bucket{pod="idle",le="${le}"} 0`),
        'sync_seconds_sum{pod="idle"} 0',
        'sync_seconds_count{pod="idle"} 0',
        'sync_seconds_bucket{pod="web",le="0.5"} 2',
        'sync_seconds_bucket{pod="web",le="1"} 4',
        'sync_seconds_bucket{pod="web",le="2.5"} 5',
        'sync_seconds_bucket{pod="web",le="+Inf"} 6',
        'sync_seconds_sum{pod="web"} 6.75',
        'sync_seconds_count{pod="web"} 6',
        '',
      ].join('\n'),
    );
    expect(parseExposition(text).get('sync_seconds')?.samples).toHaveLength(12);
  });

  it('is saved, restored, deleted and cleared', () => {
    const histogram = plain();
    histogram.observe(web, 0.75);
    const saved = JSON.parse(JSON.stringify(histogram.save()));
    expect(saved).toEqual([[['web'], { buckets: [0, 1, 0, 0], sum: 0.75 }]]);
    histogram.observe(web, 9);
    histogram.restore(saved);
    expect(histogram.save()).toEqual(saved);
    expect(histogram.delete(web)).toBe(true);
    histogram.restore(saved);
    histogram.clear();
    expect(histogram.save()).toEqual([]);
  });
});

describe('weighted histogram', () => {
  it('is exact for any weights, sums beyond 2^62 included', () => {
    const weight = fc.oneof(
      fc.nat(),
      fc.maxSafeNat(),
      fc.bigInt({ min: 0n, max: 2n ** 61n }),
      fc.constantFrom(0, 0n, Number.MAX_SAFE_INTEGER),
    );
    const value = fc.oneof(fc.integer({ min: -3, max: 30 }), fc.maxSafeInteger());
    fc.assert(
      fc.property(fc.array(fc.tuple(value, weight), { maxLength: 60 }), (observations) => {
        const histogram = weighted();
        const buckets = [0n, 0n, 0n, 0n];
        let sum = 0n;
        for (const [v, w] of observations) {
          histogram.observe(web, v, w);
          const bucket = v <= 0 ? 0 : v <= 10 ? 1 : v <= 20 ? 2 : 3;
          buckets[bucket] = (buckets[bucket] ?? 0n) + BigInt(w);
          sum += BigInt(v) * BigInt(w);
        }
        expect(histogram.with(web).read()).toEqual({ buckets, sum });
        const restored = weighted();
        restored.restore(JSON.parse(JSON.stringify(histogram.save())));
        expect(restored.with(web).read()).toEqual({ buckets, sum });
        const count = buckets.reduce((a, b) => a + b);
        expect(
          restored
            .collect()
            .samples.slice(-2)
            .map((s) => s.value),
        ).toEqual([Number(sum), Number(count)]);
      }),
    );
  });

  it('keeps the unit that a product beyond 2^53 would lose, even where the sum is small again', () => {
    const histogram = weighted();
    histogram.observe(web, -Number.MAX_SAFE_INTEGER, 1);
    histogram.observe(web, 321, 28_059_810_762_433);
    expect(321n * 28_059_810_762_433n).toBe(2n ** 53n + 1n);
    expect(histogram.with(web).read().sum).toBe(2n);
  });

  it('equals a plain histogram that observes every value as often as it weighs', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: -3, max: 30 }), fc.nat(9))), (observations) => {
        const once = weighted();
        const often = new Histogram({ name: 'held', help: 'Held', labelNames: ['pod'], bounds: [0, 10, 20] });
        once.with(web);
        often.with(web);
        for (const [value, weight] of observations) {
          once.observe(web, value, weight);
          for (let i = 0; i < weight; i++) often.observe(web, value);
        }
        expect(once.collect()).toEqual(often.collect());
      }),
    );
  });

  it('forgets on delete and clear, and adds nothing for a weight of 0', () => {
    const histogram = weighted();
    histogram.observe(web, 5, 0);
    expect(histogram.with(web).read()).toEqual({ buckets: [0n, 0n, 0n, 0n], sum: 0n });
    expect(histogram.delete(web)).toBe(true);
    histogram.observe(web, 5, 1n);
    histogram.clear();
    expect(histogram.save()).toEqual([]);
  });
});

describe('refused, with nothing changed', () => {
  type Plain = ReturnType<typeof plain>;
  type Weighted = ReturnType<typeof weighted>;
  const fresh = { pod: 'new' };
  const number = (value: unknown) => value as number;
  const rows: [desc: string, act: (w: Weighted, p: Plain) => unknown, message: string][] = [
    [
      'negative weight',
      (w) => w.observe(web, 1, -1),
      'metric held: weight must be a bigint or safe integer, not negative, got -1',
    ],
    [
      'negative bigint weight',
      (w) => w.observe(web, 1, -1n),
      'metric held: weight must be a bigint or safe integer, not negative, got -1n',
    ],
    [
      'NaN weight',
      (w) => w.observe(web, 1, Number.NaN),
      'metric held: weight must be a bigint or safe integer, not negative, got NaN',
    ],
    [
      'broken weight',
      (w) => w.with(web).observe(1, 0.5),
      'metric held: weight must be a bigint or safe integer, not negative, got 0.5',
    ],
    [
      'weight too large for a number',
      (w) => w.observe(web, 1, 2 ** 53),
      'metric held: weight must be a bigint or safe integer, not negative, got 9007199254740992',
    ],
    [
      'text weight',
      (w) => w.observe(web, 1, number('1')),
      'metric held: weight must be a bigint or safe integer, not negative, got "1"',
    ],
    ['broken value', (w) => w.observe(fresh, 0.5, 1), 'metric held: value must be a safe integer, got 0.5'],
    [
      'NaN value',
      (w) => w.observe(fresh, Number.NaN, 1),
      'metric held: value must be a safe integer, got NaN',
    ],
    [
      'wrong label',
      (w) => w.observe({ ...fresh, le: '1' } as typeof web, 1, 1),
      'metric held: label "le" is unknown, expected pod',
    ],
    [
      'weighted restore',
      (w) => w.restore([[['web'], ['0', '0', '0', '00', '0']]]),
      'metric held: saved total 3 must be a decimal text, not negative, got "00"',
    ],
    [
      'weighted restore of another shape',
      (w) => w.restore([[['web'], 5]]),
      'metric held: saved totals must be 5 decimal texts, got 5',
    ],
    [
      'NaN observed',
      (_, p) => p.observe(fresh, Number.NaN),
      'metric sync_seconds: value must be a finite number, got NaN',
    ],
    [
      'infinity observed',
      (_, p) => p.with(web).observe(1 / 0),
      'metric sync_seconds: value must be a finite number, got Infinity',
    ],
    [
      'sum too large',
      (_, p) => p.observe({ pod: 'max' }, Number.MAX_VALUE),
      'metric sync_seconds: sum must be a finite number, got Infinity',
    ],
    [
      'plain restore of no buckets',
      (_, p) => p.restore([[['web'], null]]),
      'metric sync_seconds: saved buckets must be 4 counts, got undefined',
    ],
    [
      'plain restore of a negative count',
      (_, p) => p.restore([[['web'], { buckets: [0, -1, 0, 0], sum: 0 }]]),
      'metric sync_seconds: saved bucket 1 must be a count, got -1',
    ],
    [
      'plain restore without sum',
      (_, p) => p.restore([[['web'], { buckets: [0, 1, 0, 0], sum: null }]]),
      'metric sync_seconds: saved sum must be a finite number, got null',
    ],
  ];
  it.each(rows)('%s', (_desc, act, message) => {
    const w = weighted();
    w.observe(web, 5, 7);
    const p = plain();
    p.observe(web, 0.75);
    p.observe({ pod: 'max' }, Number.MAX_VALUE);
    const before = JSON.stringify([w.save(), p.save()]);
    expectMetricError(() => act(w, p), message);
    expect(JSON.stringify([w.save(), p.save()])).toBe(before);
  });

  const bounds: [desc: string, bounds: unknown, message: string][] = [
    ['empty', [], 'metric h: bounds are empty'],
    ['missing', undefined, 'metric h: bounds are empty'],
    ['unsorted', [1, 3, 2], 'metric h: bound 2 is 2, less than 3 before it'],
    ['repeated', [1, 2, 2], 'metric h: bound 2 repeats 2'],
    ['NaN', [Number.NaN], 'metric h: bound 0 must be a finite number, got NaN'],
    ['infinite', [1, 1 / 0], 'metric h: bound 1 must be a finite number, got Infinity'],
    ['text', ['1'], 'metric h: bound 0 must be a finite number, got "1"'],
    ['zero and minus zero', [-0, 0], 'metric h: bound 1 repeats 0'],
  ];
  it.each(bounds)('bounds %s', (_desc, wrong, message) => {
    const options = { name: 'h', help: 'H', bounds: wrong as number[], clock: nanoClockOf(() => simTime(0)) };
    expectMetricError(() => new Histogram(options), message);
    expectMetricError(() => new WeightedHistogram(options), message);
    expectMetricError(() => new TimingHistogram(options), message);
  });

  it('a label called le, and names that another metric is exposed under', () => {
    expectMetricError(
      () => new Histogram({ name: 'h', help: 'H', labelNames: ['le'], bounds: [1] }),
      'metric h: label name "le" is reserved',
    );
    const registry = new Registry();
    registry.register(plain());
    expectMetricError(
      () => registry.register(new WeightedHistogram({ name: 'sync_seconds_count', help: 'H', bounds: [1] })),
      'metric sync_seconds_count: the name sync_seconds_count is taken by histogram sync_seconds',
    );
  });
});
