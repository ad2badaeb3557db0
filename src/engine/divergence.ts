import type { PodUID } from '../api/pod';
import { canonicalJson } from '../base/canonicalJson';
import { describe, type NameOf } from './describe';
import type { TraceEvent } from './trace';

/** Where two runs of one scenario part. `a` and `b` say what each does there; `null`: it does nothing more. */
export interface Divergence {
  /** Virtual ms; the earlier of the two events. */
  readonly at: number;
  /** The id of the first event of `a` that `b` does not share. */
  readonly event: number;
  readonly a: string | null;
  readonly b: string | null;
  readonly pod: PodUID | null;
}

const content = ({ at, kind, pod, data }: TraceEvent): string => canonicalJson({ at, kind, pod, data });

/** The first event in which two traces differ; `null` if they are the same to the end. */
export function firstDivergence(
  a: readonly TraceEvent[],
  b: readonly TraceEvent[],
  nameOf: NameOf,
): Divergence | null {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [one, other] = [a[i], b[i]];
    if (one !== undefined && other !== undefined && content(one) === content(other)) continue;
    return {
      at: Math.min(one?.at ?? Number.POSITIVE_INFINITY, other?.at ?? Number.POSITIVE_INFINITY),
      event: i,
      a: one === undefined ? null : describe(one, nameOf),
      b: other === undefined ? null : describe(other, nameOf),
      pod: one?.pod ?? other?.pod ?? null,
    };
  }
  return null;
}
