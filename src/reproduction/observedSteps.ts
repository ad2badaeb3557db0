import type { ImportedPod, ImportedRun } from '../importers/importedRun';
import type { LogEvent } from '../importers/logEvent';
import type { WorkerStep, WorkerStepKind } from './workerStep';

/** What a log shows of a pod's worker. */
export interface Observed {
  readonly steps: readonly WorkerStep[];
  /** Kinds that the log would show if they happened: the absence of others says nothing. */
  readonly shows: ReadonlySet<WorkerStepKind>;
  /** The moment from which lines of the pod are not kept; `null` if all are. */
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
/** Lines that have only a uid: a log that was cut out by a pod's name lacks them. */
const ONLY_UID: ReadonlySet<LogEvent['kind']> = new Set([
  'historyRemoved',
  'historyRemovedForRestart',
  'stillNotTerminated',
  'orphanNotified',
  'housekeeping',
]);

/** Only what lines say counts: what was inferred comes from the same rules that it would be held against. */
export function observedSteps(pod: ImportedPod, run: ImportedRun): Observed {
  const steps: WorkerStep[] = [];
  const failed = new Set(pod.events.flatMap(({ kind, line }) => (kind === 'syncError' ? [line] : [])));
  let startsShown = false;
  for (const { phase, start, end, error, certainty } of pod.attempts) {
    if (phase === 'syncing') {
      startsShown ||= certainty === 'observed';
      continue;
    }
    const stops = phase === 'terminating';
    if (certainty === 'observed') {
      startsShown = true;
      steps.push({ kind: stops ? 'stopBegins' : 'cleanupBegins', at: start.at, line: start.line });
    }
    if (error !== null && end !== null && failed.has(end.line))
      steps.push({ kind: stops ? 'stopFails' : 'cleanupFails', at: end.at, line: end.line });
  }
  const { runtimeOnly } = pod.facts;
  for (const { phase, certainty, from } of pod.intervals) {
    if (certainty !== 'observed') continue;
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
  const shows = new Set(startsShown && (run.verbosity ?? 0) >= WORKER_LINES ? WITH_WORKER_LINES : ALWAYS);
  const uidLines = [...pod.events, ...run.nodeEvents].some(({ kind }) => ONLY_UID.has(kind));
  if (shows.has('finished') && uidLines && !runtimeOnly) shows.add('forgotten');
  const kept = pod.events.length > KEPT_WHOLE ? (pod.events[KEPT_WHOLE]?.at ?? null) : null;
  return { steps: steps.filter(({ kind }) => shows.has(kind)), shows, until: kept };
}
