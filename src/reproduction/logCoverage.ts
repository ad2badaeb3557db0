import type { Gap, Place } from '../importers/importedRun';
import type { LogEvent } from '../importers/logEvent';
import type { Chosen } from './chosenPods';

/** Lines of a kubelet that prints its housekeeping come every 2 s; a longer silence is a hole, ms. */
const HOLE = 60_000;
/** Of equal lines only the first and the last are kept; they stand for all between if they came at least so often, ms. */
const OFTEN = 30_000;

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Where the lines of a node's log are, so that what is missing can be told from what was cut out. */
export class LogCoverage {
  private readonly stretches: readonly Stretch[];
  private readonly places: readonly (Place & { readonly file?: string })[];
  private readonly hasHousekeeping: boolean;

  constructor(
    chosen: Chosen,
    private readonly gaps: readonly Gap[],
  ) {
    const events = [...chosen.pods.flatMap((pod) => pod.events), ...chosen.nodeEvents];
    this.hasHousekeeping = events.some(
      ({ kind }) => kind === 'housekeeping' || kind === 'stillNotTerminated',
    );
    this.stretches = events.flatMap(stretchesOf).sort((a, b) => a.from - b.from);
    this.places = events
      .flatMap(placesOf)
      .concat(chosen.runs.flatMap(({ first, last }) => [first, last]))
      .filter(({ at }) => at !== null)
      .sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || a.line - b.line);
  }

  /**
   * Whether something that happened about then, give or take `tolerance`, would have been printed: the log goes on after it, and
   * its next line comes before long.
   */
  wouldShow(at: number, tolerance: number): boolean {
    const end = this.places.at(-1)?.at ?? null;
    if (end === null || end < at + tolerance || this.isInGap(at)) return false;
    return !this.hasHousekeeping || this.stretches.some(({ from, to }) => from <= at + HOLE && to >= at);
  }

  /** Whether lines are missing between the last that is known before and the first that is known after. */
  private isInGap(at: number): boolean {
    const before = this.lastBefore(at);
    const after = this.places.find((place) => (place.at ?? 0) >= at) ?? null;
    if (before === null || after === null) return false;
    return this.gaps.some(
      ({ fromLine, toLine, file }) =>
        file === after.file && file === before.file && fromLine >= before.line && toLine <= after.line,
    );
  }

  /** The last line up to a moment. */
  lastBefore(at: number | null): (Place & { readonly file?: string }) | null {
    if (at === null) return null;
    return this.places.findLast((place) => (place.at ?? 0) <= at) ?? null;
  }

  /** The last line of all. */
  get last(): (Place & { readonly file?: string }) | null {
    return this.places.at(-1) ?? null;
  }
}

function stretchesOf({ at, lastAt, count }: LogEvent): readonly Stretch[] {
  if (at === null) return [];
  const to = lastAt ?? at;
  if (count < 2 || (to - at) / (count - 1) <= OFTEN) return [{ from: at, to }];
  return [
    { from: at, to: at },
    { from: to, to },
  ];
}

function placesOf({
  at,
  line,
  lastAt,
  lastLine,
  file,
}: LogEvent): readonly (Place & { readonly file?: string })[] {
  const named = file === undefined ? {} : { file };
  return [
    { line, at, ...named },
    { line: lastLine, at: lastAt ?? at, ...named },
  ];
}
