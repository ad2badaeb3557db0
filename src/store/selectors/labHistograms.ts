/** One bar of a picture: what lies in one bucket alone. */
export interface Bar {
  /** The bucket in words: `up to 2 s`, `3 to 5 pods`. */
  readonly label: string;
  /** The same, short enough to stand under a bar. */
  readonly tick: string;
  readonly value: number;
}

/** One series of a histogram, to be drawn. */
export interface HistogramPicture {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** What the bars add up to, in words. */
  readonly total: string;
  /** What a bar's value counts. */
  readonly unit: 'pods' | 's';
}

const SAMPLE = /^(lab_\w+)_(bucket|sum|count)(?:\{(.*)\})? (\S+)$/;
/** The label `le`, which comes last; not the end of `lifecycle`. */
const LE = /(?:^|,)le="([^"]*)"$/;

interface Series {
  readonly name: string;
  readonly labels: string;
  readonly buckets: { readonly le: string; readonly cumulative: number }[];
  count: number;
}

/** The lab's own histograms of a metrics text, in its order: how many pods took how long, and how long so many pods were there. */
export function labHistograms(text: string): readonly HistogramPicture[] {
  const series = new Map<string, Series>();
  for (const line of text.split('\n')) {
    const [, name, part, all = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined) continue;
    const labels = all.replace(LE, '');
    const known = series.get(`${name} ${labels}`) ?? { name, labels, buckets: [], count: 0 };
    series.set(`${name} ${labels}`, known);
    if (part === 'bucket') {
      known.buckets.push({ le: LE.exec(all)?.[1] ?? '', cumulative: Number(value) });
    } else if (part === 'count') {
      known.count = Number(value);
    }
  }
  return [...series.values()].map(pictureOf);
}

function pictureOf({ name, labels, buckets, count }: Series): HistogramPicture {
  const isTime = name.endsWith('_time_seconds');
  const label = /"([^"]*)"/.exec(labels)?.[1] ?? '';
  const bars = buckets.map(({ le, cumulative }, i): Bar => {
    const before = buckets[i - 1];
    const words = isTime ? podRange(le, before?.le) : secondRange(le, before?.le);
    return { ...words, value: Number((cumulative - (before?.cumulative ?? 0)).toFixed(3)) };
  });
  return {
    title: titleOf(name, label),
    bars: withoutEmptyTail(bars),
    total: isTime ? `${Number(count.toFixed(2))} s in all` : `${count} ${count === 1 ? 'pod' : 'pods'}`,
    unit: isTime ? 's' : 'pods',
  };
}

/** Buckets after the last that holds anything say nothing more. */
export function withoutEmptyTail(bars: readonly Bar[]): readonly Bar[] {
  const last = bars.findLastIndex(({ value }) => value > 0);
  return bars.slice(0, last + 1);
}

function titleOf(name: string, label: string): string {
  if (name === 'lab_pod_teardown_seconds')
    return label === 'stopped'
      ? 'From deletion until the containers are stopped'
      : 'From deletion until the pod is forgotten';
  if (name === 'lab_active_pods_time_seconds') return 'How long so many pods were active';
  return `How long so many pods were in ${label}`;
}

const secondRange = (le: string, before: string | undefined): Pick<Bar, 'label' | 'tick'> =>
  le === '+Inf'
    ? { label: `more than ${before} s`, tick: `>${before}` }
    : { label: `up to ${le} s`, tick: `≤${le}` };

function podRange(le: string, before: string | undefined): Pick<Bar, 'label' | 'tick'> {
  if (le === '+Inf') return { label: `more than ${before} pods`, tick: `>${before}` };
  const from = before === undefined ? Number(le) : Number(before) + 1;
  const tick = from === Number(le) ? le : `${from}–${le}`;
  return { label: `${tick.replace('–', ' to ')} ${tick === '1' ? 'pod' : 'pods'}`, tick };
}
