import { formatFloat } from './exposition';
import { type Labels, shown } from './labels';
import type { Sample } from './metric';
import { MetricError } from './metricError';

/** Checked upper bounds; nobody writes to them. A typed array: looping over it measured several times faster. */
export type Bounds = Float64Array;

/**
 * The upper bounds of a histogram's buckets, checked and copied: at least one, finite, each greater than the one
 * before. A value belongs to the first bucket whose bound it does not exceed. The bucket up to infinity is always
 * there and never listed. Throws a `MetricError` naming the metric and the bound.
 */
export function checkedBounds(metric: string, bounds: readonly number[]): Bounds {
  if (!Array.isArray(bounds) || bounds.length === 0) throw new MetricError(metric, 'bounds are empty');
  for (const [i, bound] of bounds.entries()) {
    if (typeof bound !== 'number' || !Number.isFinite(bound)) {
      throw new MetricError(metric, `bound ${i} must be a finite number, got ${shown(bound)}`);
    }
    const before = i === 0 ? Number.NEGATIVE_INFINITY : Number(bounds[i - 1]);
    if (bound === before) throw new MetricError(metric, `bound ${i} repeats ${bound}`);
    if (bound < before)
      throw new MetricError(metric, `bound ${i} is ${bound}, less than ${before} before it`);
  }
  return Float64Array.from(bounds);
}

/** The bucket `value` belongs to, from 0; `bounds.length` is the bucket up to infinity. A loop: bounds are few. */
export function bucketOf(bounds: Bounds, value: number): number {
  let bucket = 0;
  while (bucket < bounds.length && value > Number(bounds[bucket])) bucket++;
  return bucket;
}

/** As `bucketOf`, searching from the bucket `from` outwards: quick where a value moves by small steps. */
export function bucketNear(bounds: Bounds, value: number, from: number): number {
  let bucket = from;
  while (bucket < bounds.length && value > Number(bounds[bucket])) bucket++;
  while (bucket > 0 && value <= Number(bounds[bucket - 1])) bucket--;
  return bucket;
}

/**
 * The samples of one histogram series: `_bucket` with `le` for each bound and `+Inf`, then `_sum` and `_count`.
 * `cumulative` has one number more than `bounds`; the last is the count.
 */
export function histogramSamples(
  labels: Labels,
  bounds: Bounds,
  cumulative: readonly number[],
  sum: number,
): Sample[] {
  const samples: Sample[] = cumulative.map((value, i) => ({
    suffix: '_bucket',
    labels: { ...labels, le: formatFloat(bounds[i] ?? Number.POSITIVE_INFINITY) },
    value,
  }));
  samples.push({ suffix: '_sum', labels, value: sum });
  samples.push({ suffix: '_count', labels, value: cumulative.at(-1) ?? 0 });
  return samples;
}

/** Running totals: how much is in each bucket and all below it. */
export function cumulated(buckets: readonly bigint[]): bigint[] {
  let total = 0n;
  return buckets.map((bucket) => {
    total += bucket;
    return total;
  });
}
