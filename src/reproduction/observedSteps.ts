import type { ImportedPod, ImportedRun } from '../importers/importedRun';
import type { LogEvent } from '../importers/logEvent';
import type { WorkerStep, WorkerStepKind } from './workerStep';

/** What a log shows of a pod's worker. */
export interface Observed {
  readonly steps: readonly WorkerStep[];
  /** Kinds that the log would show if they happened: the absence of others says nothing. */
  readonly shows: ReadonlySet<WorkerStepKind>;
  /** The moment from which nothing can be expected: lines are not kept any more, or a call of the runtime is under way. */
  readonly until: number | null;
}

/** At this verbosity the worker says what it does (`pod_workers.go`); errors are printed at any. */
const WORKER_LINES = 4;
/** The importer keeps so many events of a pod from its first on, whatever comes (`importers/keptEvents.ts`). */
const KEPT_WHOLE = 300;

const ALWAYS: readonly WorkerStepKind[] = ['stopFails', 'cleanupFails'];
const WITH_WORKER_LINES: readonly WorkerStepKind[] = [
  ...ALWAYS,
  'stopBegins',
  'stopped',
  'cleanupBegins',
  'finished',
];
const OF_RUNTIME_PODS: readonly WorkerStepKind[] = [...ALWAYS, 'stopBegins'];
/** Lines that have only a uid: a log that was cut out by a pod's name lacks them. */
const ONLY_UID: ReadonlySet<LogEvent['kind']> = new Set([
  'historyRemoved',
  'historyRemovedForRestart',
  'stillNotTerminated',
  'orphanNotified',
  'housekeeping',
]);

/** Lines with which a worker says that it has stopped a pod, or is done. */
const DONE: ReadonlySet<LogEvent['kind']> = new Set([
  'terminated',
  'complete',
  'neverStarted',
  'cannotStartEver',
  'finishedNoUpdates',
]);

/** Only what lines say counts: what was inferred comes from the same rules that it would be held against. */
export function observedSteps(pod: ImportedPod, run: ImportedRun): Observed {
  const steps: WorkerStep[] = [];
  let startsShown = false;
  for (const { phase, start, certainty } of pod.attempts) {
    if (certainty !== 'observed') continue;
    startsShown = true;
    if (phase !== 'syncing')
      steps.push({
        kind: phase === 'terminating' ? 'stopBegins' : 'cleanupBegins',
        at: start.at,
        line: start.line,
      });
  }
  for (const event of pod.events) {
    if (event.kind !== 'syncError') continue;
    const phase = phaseOf(event, pod);
    if (phase === 'terminating' || phase === 'terminated')
      steps.push({
        kind: phase === 'terminating' ? 'stopFails' : 'cleanupFails',
        at: event.at,
        line: event.line,
      });
  }
  // Of a pod that only the runtime knows less is printed, and it is forgotten as soon as it is stopped.
  const runtimeOnly =
    pod.facts.runtimeOnly ||
    pod.events.some(
      (e) =>
        e.kind === 'runtimeOrphanKilled' || (e.kind === 'terminationRequested' && e.reason === 'orphaned'),
    );
  const done = new Set(pod.events.flatMap(({ kind, line }) => (DONE.has(kind) ? [line] : [])));
  for (const { phase, certainty, from } of pod.intervals) {
    if (
      certainty !== 'observed' ||
      ((phase === 'finished' || phase === 'terminated') && !done.has(from.line))
    )
      continue;
    const kind =
      phase === 'terminated'
        ? 'stopped'
        : phase === 'finished'
          ? 'finished'
          : phase === 'gone'
            ? 'forgotten'
            : null;
    if (kind !== null && !(runtimeOnly && kind === 'forgotten'))
      steps.push({ kind, at: from.at, line: from.line });
  }
  steps.sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || (a.line ?? 0) - (b.line ?? 0));
  const shows = new Set(
    startsShown && (run.verbosity ?? 0) >= WORKER_LINES
      ? runtimeOnly
        ? OF_RUNTIME_PODS
        : WITH_WORKER_LINES
      : ALWAYS,
  );
  const uidLines = [...pod.events, ...run.nodeEvents].some(({ kind }) => ONLY_UID.has(kind));
  if (shows.has('finished') && uidLines && !runtimeOnly) shows.add('forgotten');
  const kept = pod.events.length > KEPT_WHOLE ? (pod.events[KEPT_WHOLE]?.at ?? null) : null;
  const until = [kept, underWay(pod)].flatMap((at) => at ?? []);
  return {
    steps: steps.filter(({ kind }) => shows.has(kind)),
    shows,
    until: until.length === 0 ? null : Math.min(...until),
  };
}

/** When the attempt began that the log ends in: how long a runtime takes for it, no log tells beforehand. */
function underWay({ attempts }: ImportedPod): number | null {
  const last = attempts.at(-1);
  return last !== undefined && last.certainty === 'observed' && last.end === null && last.error === null
    ? last.start.at
    : null;
}

/** Lines that tell of a pod's end, or of a worker that was asked for it. */
const ASKED: ReadonlySet<LogEvent['kind']> = new Set([
  'configDelete',
  'configRemove',
  'mustBeKilled',
  'terminationRequested',
  'terminationObserved',
  'orphanBeganTermination',
  'orphanNotified',
  'runtimeOrphanKilled',
  'evicting',
  'evicted',
  'gracePeriod',
]);

/**
 * Where no line says what an attempt was for, the words of its error do. A sandbox is also stopped in the middle of a sync, to
 * make another one: only of a pod that was asked to end is that its end.
 */
function phaseOf({ line, phase }: LogEvent, { attempts, events }: ImportedPod): LogEvent['phase'] {
  const attempt = attempts.findLast(({ start }) => start.line <= line);
  if (attempt?.certainty === 'observed') return attempt.phase;
  const asks = ({ kind, reason }: LogEvent): boolean =>
    ASKED.has(kind) || (kind === 'configUpdate' && reason?.startsWith('DeletionTimestamp=') === true);
  return events.some((event) => event.line <= line && asks(event)) ? phase : undefined;
}
