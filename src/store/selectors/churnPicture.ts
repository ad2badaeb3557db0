import type { LatencyBucket } from '../../transport/protocol';
import { type HistogramPicture, withoutEmptyTail } from './labHistograms';

/** How long the deletions of a churn took, to be drawn. */
export function deletionPicture(release: string, buckets: readonly LatencyBucket[]): HistogramPicture {
  const all = buckets.reduce((sum, { count }) => sum + count, 0);
  const bars = buckets.map(({ upTo, count }, i) => {
    const before = (buckets[i - 1]?.upTo ?? 0) / 1000;
    return upTo === null
      ? { label: `more than ${before} s`, tick: `>${before}`, value: count }
      : { label: `up to ${upTo / 1000} s`, tick: `≤${upTo / 1000}`, value: count };
  });
  return {
    title: `Delete to gone in ${release}`,
    bars: withoutEmptyTail(bars),
    total: `${all} ${all === 1 ? 'pod' : 'pods'}`,
    unit: 'pods',
  };
}
