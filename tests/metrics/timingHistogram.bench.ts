import { fileURLToPath } from 'node:url';
import { Bench } from 'tinybench';
import { simTime } from '../../src/clock/simTime';
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

const BOUNDS = [0, 1, 2, 5, 10, 20, 50, 100];
const BATCH = 1024;

/**
 * Measures `set` of the timing histograms, layered and direct, and `observe` of the weighted and the plain one, on the same
 * values, each timing `set` with a clock that has moved on. Batches of 1,024, because one call is shorter than the
 * timer's step. The forms take turns over `rounds`, so that a busy machine slows all of them; the median round counts.
 */
export async function measureHistograms(rounds = 7): Promise<Measured[]> {
  let ms = 0;
  const clock = nanoClockOf(() => simTime(ms));
  const values = Array.from({ length: BATCH }, (_, i) => (i * 7919) % 128);
  const layered = new LayeredTimingHistogram('layered', BOUNDS, clock);
  const direct = new TimingHistogramSeries('direct', BOUNDS, clock, 0);
  const weighted = new WeightedHistogramSeries('weighted', BOUNDS);
  const plain = new HistogramSeries('plain', BOUNDS);
  const tasks: Record<string, () => void> = {
    layered: () => {
      for (const value of values) {
        ms += 3;
        layered.set(value);
      }
    },
    direct: () => {
      for (const value of values) {
        ms += 3;
        direct.set(value);
      }
    },
    weighted: () => {
      for (const value of values) weighted.observe(value, 3_000_000);
    },
    plain: () => {
      for (const value of values) plain.observe(value);
    },
  };
  const seen = new Map<string, number[]>(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const bench = new Bench({ time: 150, warmupTime: 50 });
    for (const [name, task] of Object.entries(tasks)) bench.add(name, task);
    await bench.run();
    for (const { name, result } of bench.tasks) {
      if (result.state !== 'completed') throw new Error(`${name}: ${result.state}`);
      seen.get(name)?.push((result.latency.p50 * 1e6) / BATCH);
    }
  }
  return [...seen].map(([name, all]) => ({
    name,
    nanoseconds: all.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN,
  }));
}

/** The table as text, its last line the ratio that matters. */
export function formatMeasured(rows: readonly Measured[]): string {
  const of = (name: string) => rows.find((row) => row.name === name)?.nanoseconds ?? Number.NaN;
  const lines = rows.map(
    ({ name, nanoseconds }) => `${name.padEnd(10)}${nanoseconds.toFixed(1).padStart(8)}`,
  );
  const ratio = `direct/layered ${(of('direct') / of('layered')).toFixed(2)}`;
  return [`${'histogram'.padEnd(10)}${'ns/op'.padStart(8)}`, ...lines, ratio].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(formatMeasured(await measureHistograms()));
