import type { ChurnError, PodWatch } from './podWatch';

/** How a latency is distributed, virtual ms; all `null` where nothing was measured. */
export interface Percentiles {
  readonly count: number;
  readonly p50: number | null;
  readonly p75: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

/** What a churn came to; the JSON of `lab churn`. */
export interface ChurnReport {
  readonly release: string;
  readonly pods: number;
  /** Pods without an error. */
  readonly verified: number;
  readonly errors: readonly ChurnError[];
  /** Pods whose worker nothing will reach any more. */
  readonly stuck: readonly string[];
  readonly latencies: {
    readonly create: Percentiles;
    readonly run: Percentiles;
    readonly delete: Percentiles;
  };
}

/** How many latencies are up to a bound and above the bound before; the last bound is `null`: no bound. */
export interface LatencyBucket {
  /** Virtual ms. */
  readonly upTo: number | null;
  readonly count: number;
}

/** Every latency of the pods without an error, virtual ms: a pod of which anything is wrong counts in none of them. */
export function soundLatencies(watches: Iterable<PodWatch>): {
  readonly [Name in keyof ChurnReport['latencies']]: readonly number[];
} {
  const sound = [...watches].filter((watch) => watch.errors().length === 0).map((watch) => watch.latencies());
  return {
    create: sound.flatMap(({ create }) => create ?? []),
    run: sound.flatMap(({ run }) => run ?? []),
    delete: sound.flatMap((latencies) => latencies.delete ?? []),
  };
}

/** Sums up what the watches saw. */
export function churnReport(
  release: string,
  watches: readonly PodWatch[],
  stuck: readonly string[],
): ChurnReport {
  const errors = watches.flatMap((watch) => watch.errors());
  const latencies = soundLatencies(watches);
  return {
    release,
    pods: watches.length,
    verified: watches.length - new Set(errors.map(({ pod }) => pod)).size,
    errors,
    stuck,
    latencies: {
      create: percentiles(latencies.create),
      run: percentiles(latencies.run),
      delete: percentiles(latencies.delete),
    },
  };
}

/** Nearest-rank percentiles. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (p: number): number | null => sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? null;
  return {
    count: sorted.length,
    p50: at(0.5),
    p75: at(0.75),
    p90: at(0.9),
    p99: at(0.99),
    max: sorted.at(-1) ?? null,
  };
}

/** Virtual ms; dense where deletions without faults lie, then the status manager's round, then retries. */
const BOUNDS = [500, 1000, 1500, 2000, 2500, 3000, 4000, 6000, 8000, 10_000, 15_000, 30_000, 60_000];

/** The distribution of latencies, for a picture. */
export function latencyBuckets(values: readonly number[]): readonly LatencyBucket[] {
  return [...BOUNDS, null].map((upTo, i) => {
    const above = BOUNDS[i - 1] ?? Number.NEGATIVE_INFINITY;
    return { upTo, count: values.filter((ms) => ms > above && (upTo === null || ms <= upTo)).length };
  });
}
