import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simTime } from '../../src/clock/simTime';
import { checkedBounds } from '../../src/metrics/buckets';
import { formatExposition } from '../../src/metrics/exposition';
import {
  nanoClockOf,
  nanosecondsBetween,
  nanosecondsOf,
  nanoTime,
  nanoTimeOf,
} from '../../src/metrics/nanoTime';
import { Registry } from '../../src/metrics/registry';
import { TimingHistogram } from '../../src/metrics/timingHistogram';
import { TimingHistogramSeries } from '../../src/metrics/timingHistogramSeries';
import { expectMetricError } from './expectMetricError';
import { LayeredTimingHistogram } from './layeredTimingHistogram';
import { parseExposition } from './parseExposition';

/** What happens to a histogram after the clock has moved by `by` nanoseconds, which may be back. */
interface Step {
  readonly by: bigint;
  readonly act: 'set' | 'inc' | 'dec' | 'add' | 'sub' | 'setToCurrentTime' | 'read' | 'save';
  readonly amount: number;
}

const LIMIT = 2n ** 62n;

const history: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    by: fc.oneof(
      fc.bigInt({ min: 0n, max: 5_000_000_000n }),
      fc.bigInt({ min: -3_000_000n, max: 3_000_000n }),
      fc.bigInt({ min: 0n, max: LIMIT / 8n }),
      fc.constant(0n),
    ),
    act: fc.constantFrom<Step['act'][]>(
      'set',
      'inc',
      'dec',
      'add',
      'sub',
      'setToCurrentTime',
      'read',
      'save',
    ),
    amount: fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: -5, max: 120 }) },
      { weight: 1, arbitrary: fc.maxSafeInteger() },
    ),
  }),
  { maxLength: 40 },
);

const boundLists = fc.uniqueArray(
  fc.oneof(fc.integer({ min: -10, max: 130 }), fc.double({ min: -9, max: 9, noNaN: true })),
  {
    minLength: 1,
    maxLength: 8,
    selector: (bound) => bound + 0,
  },
);

/** The value as a step function of time, summed segment by segment in BigInt. */
class BruteForce {
  readonly #segments: { readonly value: number; readonly from: bigint; to: bigint }[];

  constructor(from: bigint) {
    this.#segments = [{ value: 0, from, to: from }];
  }

  get value(): number {
    return this.#last().value;
  }

  seen(now: bigint): void {
    const last = this.#last();
    if (now > last.to) last.to = now;
  }

  set(value: number): void {
    const { to } = this.#last();
    this.#segments.push({ value, from: to, to });
  }

  read(bounds: readonly number[]): { buckets: bigint[]; sum: bigint } {
    const limits = [Number.NEGATIVE_INFINITY, ...bounds, Number.POSITIVE_INFINITY];
    const buckets = limits.slice(1).map((upper, i) => {
      const within = this.#segments.filter(({ value }) => value > Number(limits[i]) && value <= upper);
      return within.reduce((total, { from, to }) => total + (to - from), 0n);
    });
    const sum = this.#segments.reduce(
      (total, { value, from, to }) => total + BigInt(value) * (to - from),
      0n,
    );
    return { buckets, sum };
  }

  #last() {
    const last = this.#segments.at(-1);
    if (last === undefined) throw new Error('there is always a segment');
    return last;
  }
}

function outcome(value: number, { act, amount }: Step, now: bigint): number | null {
  if (act === 'set') return amount;
  if (act === 'inc') return value + 1;
  if (act === 'dec') return value - 1;
  if (act === 'add') return value + amount;
  if (act === 'sub') return value - amount;
  if (act !== 'setToCurrentTime') return null;
  const milliseconds = (now - (((now % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n;
  return Math.floor(Number(milliseconds) / 1000);
}

function perform(histogram: TimingHistogramSeries | LayeredTimingHistogram, { act, amount }: Step): void {
  if (act === 'set' || act === 'add' || act === 'sub') histogram[act](amount);
  else if (act === 'save') histogram.read();
  else histogram[act]();
}

describe('direct, layered and brute force', () => {
  it('agree on every bucket and on the integral, over any history, sums beyond 2^62 included', () => {
    let largest = 0n;
    fc.assert(
      fc.property(boundLists, history, fc.bigInt({ min: -LIMIT, max: LIMIT }), (unsorted, steps, start) => {
        let now = start;
        const clock = () => nanoTime(now);
        const bounds = unsorted.toSorted((a, b) => a - b);
        const checked = checkedBounds('direct', bounds);
        let direct = new TimingHistogramSeries('direct', checked, clock, 0);
        const layered = new LayeredTimingHistogram('layered', checked, clock);
        const brute = new BruteForce(now);
        for (const step of steps) {
          now += step.by;
          const value = outcome(brute.value, step, now);
          if (value !== null && !Number.isSafeInteger(value)) {
            // A refused change counts nothing, so only later readings show the time that passed.
            const { value: before } = direct;
            expect(() => perform(direct, step)).toThrow('metric direct: value must be a safe integer');
            expect(() => perform(layered, step)).toThrow('metric layered: value must be a safe integer');
            expect(direct.value).toBe(before);
            continue;
          }
          brute.seen(now);
          if (value !== null) brute.set(value);
          perform(layered, step);
          if (step.act === 'save') {
            const saved = JSON.parse(JSON.stringify(direct.save()));
            direct = new TimingHistogramSeries('direct', checked, clock, 77);
            direct.restore(saved);
            expect(direct.save()).toEqual(saved);
          } else {
            perform(direct, step);
          }
          expect(direct.value).toBe(brute.value);
          expect(layered.value).toBe(brute.value);
        }
        brute.seen(now);
        const expected = brute.read(bounds);
        if (expected.sum > largest) largest = expected.sum;
        expect(direct.read()).toEqual(expected);
        expect(layered.read()).toEqual(expected);
      }),
      { numRuns: 500 },
    );
    expect(largest > LIMIT).toBe(true);
  });

  it('lose no nanosecond of a count that reaches 2^62 in spans that are safe integers', () => {
    let now = 0n;
    const clock = () => nanoTime(now);
    const bounds = checkedBounds('direct', [1]);
    const direct = new TimingHistogramSeries('direct', bounds, clock, 1);
    const layered = new LayeredTimingHistogram('layered', bounds, clock, 1);
    while (now < LIMIT) {
      now += BigInt(Number.MAX_SAFE_INTEGER);
      if (now > LIMIT) now = LIMIT;
      direct.set(1);
      layered.set(1);
    }
    expect(direct.read()).toEqual({ buckets: [LIMIT, 0n], sum: LIMIT });
    expect(layered.read()).toEqual({ buckets: [LIMIT, 0n], sum: LIMIT });
  });
});

function terminating() {
  const time = { ms: 0 };
  const clock = nanoClockOf(() => simTime(time.ms));
  const registry = new Registry();
  const histogram = registry.register(
    new TimingHistogram({
      name: 'pods_seconds',
      help: 'Pods',
      labelNames: ['static'],
      bounds: [0, 2.5],
      clock,
    }),
  );
  return { time, registry, histogram };
}

describe('timing histogram', () => {
  it('exposes seconds, of a series from the moment it was made', () => {
    const { time, registry, histogram } = terminating();
    time.ms = 1000;
    histogram.set({ static: 'false' }, 2);
    time.ms = 1500;
    histogram.with({ static: 'false' }).add(5);
    histogram.with({ static: 'true' });
    time.ms = 3750;
    const text = formatExposition(registry.collect());
    expect(text).toBe(
      [
        '# HELP pods_seconds Pods',
        '# TYPE pods_seconds histogram',
        'pods_seconds_bucket{static="false",le="0"} 0',
        'pods_seconds_bucket{static="false",le="2.5"} 0.5',
        'pods_seconds_bucket{static="false",le="+Inf"} 2.75',
        'pods_seconds_sum{static="false"} 16.75',
        'pods_seconds_count{static="false"} 2.75',
        'pods_seconds_bucket{static="true",le="0"} 2.25',
        'pods_seconds_bucket{static="true",le="2.5"} 2.25',
        'pods_seconds_bucket{static="true",le="+Inf"} 2.25',
        'pods_seconds_sum{static="true"} 0',
        'pods_seconds_count{static="true"} 2.25',
        '',
      ].join('\n'),
    );
    expect(parseExposition(text).get('pods_seconds')?.samples).toHaveLength(10);
  });

  it('counts nothing while the clock stands or goes back, and then only what lies beyond', () => {
    const { time, histogram } = terminating();
    const series = histogram.with({ static: 'true' });
    time.ms = 10;
    series.set(1);
    time.ms = 4;
    series.set(3);
    expect(series.read()).toEqual({ buckets: [10_000_000n, 0n, 0n], sum: 0n });
    time.ms = 10;
    series.inc();
    time.ms = 12;
    expect(series.read()).toEqual({ buckets: [10_000_000n, 0n, 2_000_000n], sum: 8_000_000n });
  });

  it('saves the same whether or not it was looked at', () => {
    const looked = terminating();
    const not = terminating();
    for (const { time, histogram } of [looked, not]) {
      histogram.set({ static: 'true' }, 2);
      time.ms = 50;
    }
    looked.registry.collect();
    for (const { time } of [looked, not]) time.ms = 80;
    expect(looked.registry.save()).toEqual(not.registry.save());
  });

  it('goes on after a restore as if nothing had happened, in a series already handed out too', () => {
    const { time, registry, histogram } = terminating();
    const series = histogram.with({ static: 'true' });
    time.ms = 1000;
    series.set(2);
    time.ms = 2000;
    const saved = JSON.parse(JSON.stringify(registry.save()));
    expect(saved).toEqual({
      pods_seconds: [
        [['true'], { value: 2, at: '2000000000', totals: ['1000000000', '1000000000', '0', '2000000000'] }],
      ],
    });
    time.ms = 9000;
    series.set(50);
    histogram.set({ static: 'false' }, 1);
    time.ms = 2000;
    registry.restore(saved);
    time.ms = 3000;
    expect(series.read()).toEqual({ buckets: [1_000_000_000n, 2_000_000_000n, 0n], sum: 4_000_000_000n });
    expect(histogram.delete({ static: 'false' })).toBe(false);
  });

  it('begins anew on clear, from that moment and with the initial value', () => {
    let ms = 0;
    const clock = nanoClockOf(() => simTime(ms));
    const single = new TimingHistogram({ name: 's', help: 'One', bounds: [0], clock, initialValue: 4 });
    ms = 5000;
    single.clear();
    ms = 6000;
    expect(single.collect().samples.map((sample) => sample.value)).toEqual([0, 1, 4, 1]);
    single.with({}).setToCurrentTime();
    expect(single.with({}).value).toBe(6);
  });

  it('exposes the double nearest to the exact seconds', () => {
    let now = 0n;
    const single = new TimingHistogram({ name: 's', help: 'One', bounds: [0], clock: () => nanoTime(now) });
    now = 9_007_199_254_740_993_000_000_001n / 1_000_000n;
    single.set({}, 3);
    now += 1n;
    expect(single.collect().samples.map((sample) => sample.value)).toEqual([
      9007199254.740993, 9007199254.740993, 3e-9, 9007199254.740993,
    ]);
  });
});

describe('refused, with nothing changed', () => {
  type Series = TimingHistogramSeries;
  const rows: [
    desc: string,
    act: (series: Series, histogram: ReturnType<typeof terminating>['histogram']) => unknown,
    message: string,
  ][] = [
    ['set NaN', (s) => s.set(Number.NaN), 'value must be a safe integer, got NaN'],
    ['set a fraction', (s) => s.set(0.5), 'value must be a safe integer, got 0.5'],
    ['set text', (s) => s.set('3' as unknown as number), 'value must be a safe integer, got "3"'],
    [
      'add a fraction that rounding would hide',
      (s) => s.add(2 ** -60),
      'delta must be a safe integer, got 8.673617379884035e-19',
    ],
    ['sub NaN', (s) => s.sub(Number.NaN), 'delta must be a safe integer, got NaN'],
    [
      'add too much',
      (s) => s.add(Number.MAX_SAFE_INTEGER),
      'value must be a safe integer, got 9007199254740992',
    ],
    ['set a new series', (_, h) => h.set({ static: 'new' }, 1.5), 'value must be a safe integer, got 1.5'],
    ['labels', (_, h) => h.set({} as { static: string }, 1), 'label "static" is missing, expected static'],
    [
      'restore nothing',
      (_, h) => h.restore([[['true'], null]]),
      'saved value must be a safe integer, got undefined',
    ],
    [
      'restore a number as moment',
      (_, h) => h.restore([[['true'], { value: 1, at: 5, totals: [] }]]),
      'saved moment must be nanoseconds as a decimal text, got 5',
    ],
    [
      'restore too few totals',
      (_, h) => h.restore([[['true'], { value: 1, at: '5', totals: ['1'] }]]),
      'saved totals must be 4 decimal texts, got an array',
    ],
    [
      'restore a negative time',
      (_, h) => h.restore([[['true'], { value: 1, at: '5', totals: ['0', '-1', '0', '0'] }]]),
      'saved total 1 must be a decimal text, not negative, got "-1"',
    ],
    [
      'restore no text',
      (_, h) => h.restore([[['true'], { value: 1, at: '5', totals: ['0', '1', '0', 7] }]]),
      'saved total 3 must be a decimal text, of either sign, got 7',
    ],
  ];
  it.each(rows)('%s', (_desc, act, message) => {
    const { time, registry, histogram } = terminating();
    const series = histogram.with({ static: 'true' });
    series.set(2);
    time.ms = 7;
    const before = JSON.stringify(registry.save());
    expectMetricError(() => act(series, histogram), `metric pods_seconds: ${message}`);
    expect(JSON.stringify(registry.save())).toBe(before);
  });

  it('an initial value that is no safe integer', () => {
    const clock = nanoClockOf(() => simTime(0));
    expectMetricError(
      () => new TimingHistogram({ name: 's', help: 'One', bounds: [0], clock, initialValue: 0.5 }),
      'metric s: initial value must be a safe integer, got 0.5',
    );
  });
});

describe('nanoseconds', () => {
  it('make the way there and back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (ns) => {
        const t = nanoTime(ns);
        expect(nanosecondsOf(t)).toBe(ns);
        expect(t.ns >= 0 && t.ns < 1_000_000).toBe(true);
      }),
    );
    expect(nanosecondsBetween(nanoTimeOf(simTime(5)), nanoTimeOf(simTime(3)))).toBe(-2_000_000n);
  });

  it('refuse a time that is no whole number of milliseconds, or out of reach', () => {
    expect(() => nanoTimeOf(simTime(Number.NaN))).toThrow('a SimTime is a whole number of milliseconds');
    expect(() => nanoTime(2n ** 80n)).toThrow('a NanoTime is within 2^53 milliseconds of the beginning');
  });
});
