import type { WorkerStep, WorkerStepKind } from './workerStep';

/**
 * How far the times of one step may be apart, ms. A failed attempt is followed by another one at once if an update came while it was
 * under way, else after the work queue's back-off of 10 s and up to half of it as jitter; which of the two it is depends on
 * the instant at which the runtime's changes reach the kubelet, and that is no rule of the worker. To these 15 s come the sync
 * loop's look into the queue (1 s), a pass of housekeeping (2 s), a relist (1 s) and a second for a machine under load. What
 * this cannot tell apart is who made a retry come; what it can is whether one comes at all.
 */
export const TOLERANCE = 20_000;

/** Where a log and a release part. */
export interface Parting {
  readonly kind: 'not in the log' | 'not in the model' | 'at another time';
  /** What the model does there; `null`: nothing more. */
  readonly model: WorkerStep | null;
  /** What the log shows there; `null`: nothing more. */
  readonly log: WorkerStep | null;
  /** The moment that this becomes clear, or about, on the log's clock. */
  readonly at: number | null;
}

/** How far they go together: how many observed steps agree, and where they part, if they do. */
export interface Comparison {
  readonly agreed: number;
  readonly parting: Parting | null;
}

/** Steps whose time the worker decides. When a call returns is up to the runtime, and what follows at once with it. */
const TIMED: ReadonlySet<WorkerStepKind> = new Set(['stopBegins', 'cleanupBegins', 'forgotten']);
const FAILURES: ReadonlySet<WorkerStepKind> = new Set(['stopFails', 'cleanupFails']);
/** So many steps may lie between two that a log shows, where lines were cut out: none of them a failure, which is always printed. */
const MOST_SKIPPED = 4;

/** What somebody did to a pod or the node, or an error that ended, ms on the log's clock. */
export interface Interference {
  readonly at: number;
  readonly kind: 'command' | 'mended';
}

/** A retry that is due within so many ms of a command may come before it in one run and after it in another: the back-off's jitter. */
const RACE = 6000;

/**
 * Walks both side by side. A time agrees if it is near the model's, either absolutely (commands come at the log's times) or
 * counted from the step before (a retry follows the end of an attempt, which lasts as long as the runtime likes). Where they part at
 * an interference, chance decides who comes first, and nothing can be told.
 * `wouldShow` says whether the log goes on at a moment, so that a step would be in it; where it does not, nothing can be told.
 */
export function compareSteps(
  observed: readonly WorkerStep[],
  predicted: readonly WorkerStep[],
  wouldShow: (at: number) => boolean,
  interferences: readonly Interference[] = [],
): Comparison {
  const comparison = walk(observed, predicted, wouldShow);
  const { parting, agreed, last } = comparison;
  if (parting === null || last === null) return { agreed, parting };
  const before = observed[agreed - 1]?.at ?? Number.NEGATIVE_INFINITY;
  const near = (at: number, moment: number | null | undefined, range: number): boolean =>
    moment !== null && moment !== undefined && Math.abs(moment - at) <= range;
  const isRace = interferences.some(({ at, kind }) =>
    kind === 'command'
      ? (at > before && near(at, parting.model?.at, RACE)) ||
        // The last step that both have comes before it in one and after it in the other.
        (last.model.at ?? 0) < at !== (last.log.at ?? 0) < at
      : near(at, parting.model?.at, TOLERANCE) || near(at, parting.log?.at, TOLERANCE),
  );
  return { agreed, parting: isRace ? null : parting };
}

interface Walk extends Comparison {
  readonly last: { readonly log: WorkerStep; readonly model: WorkerStep } | null;
}

function walk(
  observed: readonly WorkerStep[],
  predicted: readonly WorkerStep[],
  wouldShow: (at: number) => boolean,
): Walk {
  let shift = 0;
  let agreed = 0;
  let l = 0;
  let last: Walk['last'] = null;
  const part = (parting: Parting | null): Walk => ({ agreed, parting, last });
  for (let m = 0; m < predicted.length; m++) {
    const model = predicted[m] as WorkerStep;
    const [hasty, hastyHere] = [hastyRetry(predicted, m), hastyRetry(observed, l)];
    if (observed[l] !== undefined && hasty > 0 && hastyHere === 0) {
      m += hasty - 1;
      continue;
    }
    if (hastyHere > 0 && hasty === 0) l += hastyHere;
    const seen = observed[l] ?? null;
    const due = (model.at ?? 0) + Math.max(0, shift);
    if (seen === null) {
      if (!wouldShow(due)) return part(null);
      return part({ kind: 'not in the log', model, log: null, at: due });
    }
    const found = lookAhead(predicted, m, seen.kind);
    if (found === null) {
      const kind = seen.at !== null && due + TOLERANCE < seen.at ? 'not in the log' : 'not in the model';
      if (kind === 'not in the log' && !wouldShow(due)) return part(null);
      return part({ kind, model, log: seen, at: kind === 'not in the log' ? due : (seen.at ?? due) });
    }
    m = found;
    const same = predicted[m] as WorkerStep;
    if (seen.at !== null && same.at !== null) {
      const apart = Math.min(Math.abs(seen.at - same.at), Math.abs(seen.at - shift - same.at));
      if (TIMED.has(seen.kind) && apart > TOLERANCE) {
        if (!wouldShow(due)) return part(null);
        const then = { ...same, at: same.at + shift };
        return part({ kind: 'at another time', model: then, log: seen, at: Math.min(seen.at, then.at) });
      }
      shift = seen.at - same.at;
    }
    last = { log: seen, model: same };
    agreed++;
    l++;
  }
  const extra = observed[l];
  return part(
    extra === undefined ? null : { kind: 'not in the model', model: null, log: extra, at: extra.at },
  );
}

/** With an update pending the next attempt begins as the one before ends. */
const AT_ONCE = 2500;

/**
 * How many steps at a place are an attempt that began at once after a failure, and failed as well: 0 if none. Whether an update is
 * pending when an attempt ends is up to the runtime, so one that only one of the two has says nothing.
 */
function hastyRetry(steps: readonly WorkerStep[], at: number): number {
  const [before, step, next] = [steps[at - 1], steps[at], steps[at + 1]];
  if (before === undefined || step === undefined || !FAILURES.has(before.kind)) return 0;
  if ((step.at ?? 0) - (before.at ?? 0) > AT_ONCE) return 0;
  if (step.kind === before.kind) return 1;
  const isBegin = step.kind === 'stopBegins' || step.kind === 'cleanupBegins';
  return isBegin && next?.kind === before.kind ? 2 : 0;
}

/** Where the model does what the log shows, if all before it is implied by that; `null` if it does something else. */
function lookAhead(predicted: readonly WorkerStep[], from: number, kind: WorkerStepKind): number | null {
  for (let m = from; m < predicted.length && m <= from + MOST_SKIPPED; m++) {
    const step = predicted[m] as WorkerStep;
    if (step.kind === kind) return m;
    if (FAILURES.has(step.kind)) return null;
  }
  return null;
}
