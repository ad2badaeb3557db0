import type { PodUID } from '../api/pod';
import { canonicalJson } from '../base/canonicalJson';
import { describe, type NameOf } from './describe';
import type { TraceEvent } from './trace';

/** Where two runs of one scenario part. `a` and `b` say what each does there; `null`: it does nothing more. */
export interface Divergence {
  /** Virtual ms; the earlier of the two events. */
  readonly at: number;
  /** The id of the first event of `a` that `b` does not share; the length of `a` if it only ends earlier. */
  readonly event: number;
  readonly a: string | null;
  readonly b: string | null;
  readonly pod: PodUID | null;
}

const content = ({ at, kind, pod, data }: TraceEvent): string => canonicalJson({ at, kind, pod, data });

/** A verdict is drawn from what happened; it is no cause. */
const DRAWN: ReadonlySet<TraceEvent['kind']> = new Set(['becameStuck', 'freed']);

/** How long a loop took is no difference that anybody asks for: only what happens to pods is compared. */
const isOfAPod = ({ pod, kind }: TraceEvent): boolean => pod !== null && !DRAWN.has(kind);

/** The first event of a pod in which two traces differ; `null` if they are the same to the end. */
export function firstDivergence(
  a: readonly TraceEvent[],
  b: readonly TraceEvent[],
  nameOf: NameOf,
): Divergence | null {
  const [mine, theirs] = [a.filter(isOfAPod), b.filter(isOfAPod)];
  for (let i = 0; i < Math.max(mine.length, theirs.length); i++) {
    const [one, other] = [mine[i], theirs[i]];
    if (one !== undefined && other !== undefined && content(one) === content(other)) continue;
    return {
      at: Math.min(one?.at ?? Number.POSITIVE_INFINITY, other?.at ?? Number.POSITIVE_INFINITY),
      event: one?.id ?? a.length,
      a: one === undefined ? null : describe(one, nameOf),
      b: other === undefined ? null : describe(other, nameOf),
      pod: one?.pod ?? other?.pod ?? null,
    };
  }
  return null;
}

/**
 * The event of `b` by which the same has happened to pods as by the event `id` of `a`: a moment in the middle of a millisecond is the
 * same in both traces. `null`: the end of that millisecond. Only where the traces have not parted yet.
 */
export function counterpart(a: readonly TraceEvent[], b: readonly TraceEvent[], id: number): number | null {
  const event = a[id];
  if (event === undefined) return null;
  let toCome = a.slice(0, id + 1).filter(isOfAPod).length;
  let last: number | null = null;
  for (const other of b) {
    if (other.at > event.at) return null;
    if (isOfAPod(other)) {
      if (toCome === 0) return last;
      toCome--;
    }
    last = other.id;
    if (toCome === 0 && isOfAPod(event)) return last;
  }
  return null;
}
