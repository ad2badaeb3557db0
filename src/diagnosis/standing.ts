import type { Attempt, ImportedPod, ImportedRun } from '../importers/importedRun';
import type { LogEvent } from '../importers/logEvent';
import { eventsOf, lasting } from './evidence';
import { isKeptAfterRefusal } from './refusedPods';

/** Whether anything will move a pod without help, as far as the evidence goes. */
export interface Standing {
  readonly stuck: boolean | 'unknown';
  readonly why: string;
  /** Milliseconds from the end of its last attempt to the end of the log. */
  readonly idle: number | null;
  /** The attempt that failed last. */
  readonly attempt: Attempt | null;
  /** The lines that say when each attempt starts are there (`-v=4`), so that their absence means something. */
  readonly startsShown: boolean;
}

/** The longest back-off of the work queue (10 s and half of it as jitter), and one turn of the loop. */
const BACK_OFF = 17_000;
/** What a CRI call may take beyond the grace period (`kuberuntime` adds two minutes). */
const CALL = 120_000;
/** PLEG looks once a second, and then reads each pod: so long it still reports what the failed attempt itself had stopped. */
const RELIST = 5000;

/**
 * Stuck needs proof of idleness: the last attempt ended with an error, no other began for longer than back-off (and, where
 * starts are not shown, than a call may take), the log goes on, and nothing in this release will begin one.
 */
export function standingOf(pod: ImportedPod, run: ImportedRun): Standing {
  const { facts, final } = pod;
  const base = { idle: null, attempt: null, startsShown: false };
  if (pod.object !== null && pod.events.length === 0) return { ...base, ...ofObject(pod) };
  if (isKeptAfterRefusal(pod, run))
    return { ...base, stuck: 'unknown', why: 'it was refused and deleted, and its object is still there' };
  if (final === 'gone' || final === 'finished') return { ...base, stuck: false, why: 'its worker is done' };
  if (final === 'rejected') return { ...base, stuck: false, why: 'it never had a worker' };
  if (final === 'unknown') return { ...base, stuck: 'unknown', why: pod.told };
  const end = run.runs[facts.run]?.last.at ?? null;
  if (final === 'running') return { ...base, ...ofRunning(pod, run, end) };

  const startsShown = pod.attempts.some(({ certainty }) => certainty === 'observed');
  const attempt = pod.attempts.findLast(({ phase }) => phase !== 'syncing') ?? null;
  const shown = { attempt, startsShown };
  if (attempt === null || attempt.error === null) {
    return { ...base, ...shown, ...ofFlight(pod, attempt, end) };
  }
  const since = attempt.end?.at ?? attempt.start.at;
  const idle = since === null || end === null ? null : end - since;
  const moved =
    !startsShown &&
    pod.events.some(
      ({ kind, line, at }) =>
        MOVES.has(kind) &&
        line > (attempt.end?.line ?? attempt.start.line) &&
        (at === null || since === null || at > since + RELIST),
    );
  if (moved) return { ...shown, idle, stuck: 'unknown', why: 'something moved after its last failure' };
  const enough = startsShown ? BACK_OFF + 3000 : BACK_OFF + CALL + (facts.gracePeriod ?? 30) * 1000;
  const orphan = facts.inConfig === false;
  const since127 = isSince127(pod, run);
  if (orphan && since127 !== true) {
    if (idle !== null && idle > enough) {
      return { ...shown, idle, stuck: true, why: `nothing began for ${lasting(idle)} after the failure` };
    }
    return { ...shown, idle, stuck: 'unknown', why: 'the log ends before a retry could have shown' };
  }
  if (facts.inConfig === null && facts.restartRequested !== null && since127 !== true) {
    return { ...shown, idle, stuck: 'unknown', why: 'no line tells whether config still has this very pod' };
  }
  if (idle !== null && idle > enough && startsShown) {
    return { ...shown, idle, stuck: 'unknown', why: 'a retry was due and did not come' };
  }
  return { ...shown, idle, stuck: false, why: 'it fails and is tried again' };
}

/** Which side of kubernetes#113145 the kubelet is on that has the pod; `null`: no line tells. */
export const isSince127 = ({ facts }: ImportedPod, run: ImportedRun): boolean | null =>
  run.runs[facts.run]?.since127 ?? null;

/** Where starts of attempts are not shown: what an attempt would have done, or let be seen. */
const MOVES: ReadonlySet<LogEvent['kind']> = new Set([
  'pleg',
  'plegIrrelevant',
  'killingContainer',
  'volumeUnmounted',
]);

function ofObject(pod: ImportedPod): Pick<Standing, 'stuck' | 'why'> {
  if (pod.final === 'running' || pod.final === 'finished' || pod.final === 'gone')
    return { stuck: false, why: pod.told };
  return { stuck: 'unknown', why: 'an object alone does not tell what the worker does' };
}

function ofFlight(
  pod: ImportedPod,
  attempt: Attempt | null,
  end: number | null,
): Pick<Standing, 'stuck' | 'why'> {
  if (eventsOf(pod, 'volumesNotCleaned').length > 1)
    return { stuck: false, why: 'it is looked at again and again' };
  const since = attempt?.start.at ?? pod.intervals.at(-1)?.from.at ?? null;
  if (since === null || end === null) return { stuck: 'unknown', why: 'no times' };
  const allowed = (pod.facts.gracePeriod ?? 30) * 1000 + 2 * CALL + BACK_OFF;
  return end - since <= allowed
    ? { stuck: false, why: 'it is within what a stop may take' }
    : { stuck: 'unknown', why: `no line tells what became of it for ${lasting(end - since)}` };
}

function ofRunning(pod: ImportedPod, run: ImportedRun, end: number | null): Pick<Standing, 'stuck' | 'why'> {
  const { facts } = pod;
  const later = end !== null && facts.removedAt?.at != null ? end - facts.removedAt.at : 0;
  if (facts.inConfig === false && eventsOf(pod, 'deleteRefused').length > 0) {
    if (isSince127(pod, run) === false && eventsOf(pod, 'stillNotTerminated').length > 0)
      return { stuck: true, why: 'its removal was refused, and no one tells its worker again' };
    return { stuck: 'unknown', why: `its removal was refused ${lasting(later)} before the log ends` };
  }
  if (facts.inConfig === null && eventsOf(pod, 'deleteRefused').length > 0)
    return {
      stuck: 'unknown',
      why: 'its removal was refused, and its name was listed again, for it or another',
    };
  if (facts.waitsForName !== null) {
    const holder = holderOf(pod, run);
    if (holder !== null && standingOf(holder, run).stuck === true)
      return { stuck: true, why: 'the pod that holds its name is stuck' };
    const waited = (facts.waitsForName.lastAt ?? 0) - (facts.waitsForName.at ?? 0);
    return { stuck: 'unknown', why: `it waits for its name, ${lasting(waited)} so far` };
  }
  return { stuck: false, why: 'its worker syncs it' };
}

/** The pod of the same name that was there before and has not ended. */
export function holderOf(pod: ImportedPod, run: ImportedRun): ImportedPod | null {
  return (
    run.pods.find(
      (other) =>
        other !== pod &&
        other.name === pod.name &&
        other.node === pod.node &&
        other.uid !== pod.uid &&
        other.final !== 'gone' &&
        other.final !== 'finished' &&
        other.facts.waitsForName === null,
    ) ?? null
  );
}
