import type { ImportedPod, ImportedRun } from '../importers/importedRun';
import type { LogEvent } from '../importers/logEvent';

/** How long its object stays after its deletion at most where all is well: a few passes of housekeeping. */
const REMOVED_WITHIN = 10_000;
/** Somebody took it on after all. */
const TAKEN: ReadonlySet<LogEvent['kind']> = new Set([
  'rejectedHandedToWorkers',
  'removedFromAPI',
  'firstSync',
  'attemptStart',
  'complete',
]);

/**
 * A pod that this kubelet refused, that was deleted, and whose object is still there when the log ends. From 1.27.0 to
 * 1.27.3 only a worker that is through lets the object go, and a refused pod has none (kubernetes#118497).
 */
export function isKeptAfterRefusal({ facts, final, events }: ImportedPod, run: ImportedRun): boolean {
  if (final !== 'rejected' && final !== 'finished') return false;
  const refused = events.findLast(({ kind }) => kind === 'admissionDenied');
  if (refused === undefined || facts.deletedAt === null || facts.inConfig === false) return false;
  if (events.some(({ kind, line }) => line > refused.line && TAKEN.has(kind))) return false;
  const end = run.runs[facts.run]?.last.at ?? null;
  if (end === null || facts.deletedAt.at === null || end - facts.deletedAt.at < REMOVED_WITHIN) return false;
  return keepsRefusedPods(facts.run, run) !== false;
}

/** Whether that process is of a release with the fault; `null`: no line tells. */
export function keepsRefusedPods(index: number, run: ImportedRun): boolean | null {
  const version = run.runs[index]?.version ?? run.kubelet;
  return version === null ? null : /^v?1\.27\.[0-3](?!\d)/.test(version);
}
