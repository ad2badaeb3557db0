import type { EvidencePod, Interval, Scale } from '../../transport/evidenceProtocol';

/** A stretch of an imported lane, in percent of its width. */
export interface Bar {
  readonly kind: Interval['phase'] | 'stuck';
  readonly certainty: Interval['certainty'];
  readonly left: number;
  readonly width: number;
  readonly words: string;
}

type Place = Interval['from'];

/** Where a place is on the scale, percent. A line without a time in a log that has times is at its beginning. */
export function markAt({ at, line }: Place, { by, from, to }: Scale): number {
  const value = by === 'line' ? line : (at ?? from);
  return to === from ? 0 : (Math.min(Math.max(value, from), to) - from) * (100 / (to - from));
}

/** Percent of a lane that is about a pixel: two things closer than that are one to the eye. */
const PIXEL = 0.1;

/** Leaves out what would be drawn on a pixel that is taken already. */
export function seen<T>(things: readonly T[], left: (thing: T) => number, width: (thing: T) => number): T[] {
  let taken = Number.NEGATIVE_INFINITY;
  return things.filter((thing) => {
    if (width(thing) < PIXEL && left(thing) < taken + PIXEL) return false;
    taken = left(thing);
    return true;
  });
}

/** The lane of a pod: its phases, and over the end of a stuck one the stretch in which nothing moves it. */
export function laneBars(pod: EvidencePod, scale: Scale): readonly Bar[] {
  const bar = (kind: Bar['kind'], certainty: Bar['certainty'], from: Place, to: Place | null): Bar => {
    const left = markAt(from, scale);
    const right = to === null ? 100 : markAt(to, scale);
    const until = to === null ? 'to the end' : `to line ${to.line}`;
    const name = kind === 'stuck' ? 'nothing moves it' : kind;
    const known = certainty === 'inferred' ? ', inferred' : '';
    return {
      ...{ kind, certainty, left },
      width: Math.max(0, right - left),
      words: `${name} from line ${from.line} ${until}${known}`,
    };
  };
  const phases = seen(
    pod.intervals.map(({ phase, certainty, from, to }) => bar(phase, certainty, from, to)),
    ({ left }) => left,
    ({ width }) => width,
  );
  if (pod.stuck !== true) return phases;
  const [failed, entered] = [pod.failures.at(-1), pod.intervals.at(-1)?.from];
  const since =
    failed !== undefined && (entered === undefined || failed.line > entered.line) ? failed : entered;
  return since === undefined ? phases : [...phases, bar('stuck', 'observed', since, null)];
}
