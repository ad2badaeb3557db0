import { civilTime } from '../importers/civilTime';
import type { Attempt, ImportedPod, Place } from '../importers/importedRun';
import type { ReleaseName } from '../kubelet/releases';
import type { Parting } from './compareSteps';
import { calledBy } from './names';
import { STEP_WORDS, type WorkerStep } from './workerStep';

const two = (n: number): string => String(n).padStart(2, '0');

/** The time of day of a moment of the log, as its lines show it: `12:00:07`. */
export function timeText(at: number): string {
  const { hour, minute, second } = civilTime(at);
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}

const atTime = (at: number | null): string => (at === null ? '' : ` at ${timeText(at)}`);
const inParentheses = (at: number | null): string => (at === null ? '' : ` (${timeText(at)})`);

/** What the log says and what the release does instead, in one sentence. */
export function partingText(
  release: ReleaseName,
  pod: ImportedPod,
  parting: Parting,
  end: Place | null,
): string {
  const { kind, model, log } = parting;
  const said =
    log === null ? '' : `line ${log.line ?? 0}${inParentheses(log.at)}: ${STEP_WORDS[log.kind].said}`;
  switch (kind) {
    case 'not in the log': {
      const goesOn =
        log === null
          ? `the log goes on to line ${end?.line ?? 0}${inParentheses(end?.at ?? null)} without that`
          : `in the log the next is ${said}`;
      return `${calledBy(pod)}: ${would(release, pod, model, parting.at)}; ${goesOn}`;
    }
    case 'not in the model':
    case 'at another time':
      return `${calledBy(pod)}, ${said}; ${would(release, pod, model, model?.at ?? null)}`;
  }
}

function would(release: ReleaseName, pod: ImportedPod, step: WorkerStep | null, at: number | null): string {
  if (step === null) return `${release} would have done nothing more`;
  const isRetry = pod.attempts.some(
    ({ phase, start }) =>
      phase === RETRIED.get(step.kind) && start.at !== null && at !== null && start.at < at,
  );
  const { done } = STEP_WORDS[step.kind];
  return `${release} would have ${isRetry ? done.replace('tried', 'tried again') : done}${atTime(at)}`;
}

const RETRIED: ReadonlyMap<WorkerStep['kind'], Attempt['phase']> = new Map([
  ['stopBegins', 'terminating'],
  ['cleanupBegins', 'terminated'],
]);
