import { fileURLToPath } from 'node:url';
import { Bench } from 'tinybench';
import { simTime } from '../../src/clock/simTime';
import { checkedBounds } from '../../src/metrics/buckets';
import { HistogramSeries } from '../../src/metrics/histogram';
import { nanoClockOf } from '../../src/metrics/nanoTime';
import { TimingHistogramSeries } from '../../src/metrics/timingHistogramSeries';
import { WeightedHistogramSeries } from '../../src/metrics/weightedHistogram';
import { LayeredTimingHistogram } from './layeredTimingHistogram';

/** One row of the table: median nanoseconds an operation. */
export interface Measured {
  readonly name: string;
  readonly nanoseconds: number;
}

const BOUNDS = checkedBounds('bench', [0, 1, 2, 5, 10, 20, 50, 100]);
const BATCH = 1024;

/**
 * Measures on the same values: `set` of the timing histograms, layered and direct, with a clock that moves on before
 * each, then as `inc` and `dec`, which is how a gauge of counts moves; the clock alone, which both contain; and
 * `observe` of the weighted and the plain histogram. Batches of 1,024, because one call is shorter than the timer's
 * step. The forms take turns over `rounds`, in both directions, so that a busy machine slows all of them; the median
 * round counts. Virtual milliseconds stay below 2^31 (24 days), as in any real run: beyond, V8 boxes them.
 */
export async function measureHistograms(rounds = 8): Promise<Measured[]> {
  let ms = 0;
  const clock = nanoClockOf(() => simTime(ms));
  const values = Array.from({ length: BATCH }, (_, i) => (i * 7919) % 128);
  const ups = Array.from({ length: BATCH }, (_, i) => i % 256 < 128);
  const layered = new LayeredTimingHistogram('layered', BOUNDS, clock);
  const direct = new TimingHistogramSeries('direct', BOUNDS, clock, 0);
  const weighted = new WeightedHistogramSeries('weighted', BOUNDS);
  const plain = new HistogramSeries('plain', BOUNDS);
  let last = clock();
  const tasks: Record<string, () => void> = {
    'layered set': () => {
      for (const value of values) {
        ms += 1;
        layered.set(value);
      }
    },
    'direct set': () => {
      for (const value of values) {
        ms += 1;
        direct.set(value);
      }
    },
    'layered inc/dec': () => {
      for (const up of ups) {
        ms += 1;
        if (up) layered.inc();
        else layered.dec();
      }
    },
    'direct inc/dec': () => {
      for (const up of ups) {
        ms += 1;
        if (up) direct.inc();
        else direct.dec();
      }
    },
    clock: () => {
      for (let i = 0; i < BATCH; i++) {
        ms += 1;
        last = clock();
      }
    },
    weighted: () => {
      for (const value of values) weighted.observe(value, 1_000_000);
    },
    plain: () => {
      for (const value of values) plain.observe(value);
    },
  };
  const seen = new Map<string, number[]>(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const bench = new Bench({ time: 100, warmupTime: 30 });
    const order = Object.entries(tasks);
    if (round % 2 === 1) order.reverse();
    for (const [name, task] of order) bench.add(name, task);
    await bench.run();
    for (const { name, result } of bench.tasks) {
      if (result.state !== 'completed') throw new Error(`${name}: ${result.state}`);
      seen.get(name)?.push((result.latency.p50 * 1e6) / BATCH);
    }
  }
  if (last.ms >= 2 ** 31) throw new Error(`the virtual clock ran too far: ${last.ms} ms`);
  return [...seen].map(([name, all]) => ({
    name,
    nanoseconds: all.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN,
  }));
}

/** The table as text, its last lines the ratios that matter. */
export function formatMeasured(rows: readonly Measured[]): string {
  const of = (name: string) => rows.find((row) => row.name === name)?.nanoseconds ?? Number.NaN;
  const line = (name: string, figure: string) => `${name.padEnd(26)}${figure.padStart(8)}`;
  const ratio = (form: string) =>
    line(`direct/layered ${form}`, (of(`direct ${form}`) / of(`layered ${form}`)).toFixed(2));
  const measured = rows.map(({ name, nanoseconds }) => line(name, nanoseconds.toFixed(1)));
  return [line('histogram', 'ns/op'), ...measured, ratio('set'), ratio('inc/dec')].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(formatMeasured(await measureHistograms()));
