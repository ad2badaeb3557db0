import type { ImportedRun } from '../importers/importedRun';
import type { LogEvent } from '../importers/logEvent';
import type { Finding } from './finding';

/** The events of the node and of all pods, in order. */
export const everything = (run: ImportedRun): LogEvent[] =>
  [...run.nodeEvents, ...run.pods.flatMap(({ events }) => events)].sort((a, b) => a.line - b.line);

/** Milliseconds from the first to the last. */
export const span = (events: readonly LogEvent[]): number => {
  const first = events[0]?.at ?? null;
  const last = events.at(-1);
  const end = last?.lastAt ?? last?.at ?? null;
  return first === null || end === null ? 0 : end - first;
};

/** How many lines they stand for. */
export const total = (events: readonly LogEvent[]): number =>
  events.reduce((sum, { count }) => sum + count, 0);

/** A finding about the node, where nothing else is said. */
export const node = (rest: Omit<Finding, 'pod' | 'fixedIn' | 'issues'> & Partial<Finding>): Finding => ({
  pod: null,
  fixedIn: null,
  issues: [],
  ...rest,
});
