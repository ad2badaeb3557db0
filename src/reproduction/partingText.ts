import { civilTime } from '../importers/civilTime';
import type { ImportedPod, Place } from '../importers/importedRun';
import type { ReleaseName } from '../kubelet/releases';
import type { Parting } from './compareSteps';
import { calledBy } from './names';
import { STEP_WORDS } from './workerStep';

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
  const name = calledBy(pod);
  switch (kind) {
    case 'not in the log': {
      const next =
        log === null
          ? `the log goes on to line ${end?.line ?? 0}${inParentheses(end?.at ?? null)} without that`
          : `in the log the next is line ${log.line}${inParentheses(log.at)}: ${STEP_WORDS[log.kind]}`;
      return `in ${release}, ${model === null ? '' : STEP_WORDS[model.kind]} for ${name}${atTime(parting.at)}; ${next}`;
    }
    case 'not in the model': {
      const instead =
        model === null ? 'nothing more happens' : `${STEP_WORDS[model.kind]}${atTime(model.at)}`;
      return `line ${log?.line ?? 0}${inParentheses(log?.at ?? null)} says of ${name}: ${log === null ? '' : STEP_WORDS[log.kind]}; in ${release}, ${instead}`;
    }
    case 'at another time':
      return `line ${log?.line ?? 0} says of ${name}${atTime(log?.at ?? null)}: ${log === null ? '' : STEP_WORDS[log.kind]}; in ${release} that is${atTime(model?.at ?? null)}`;
  }
}
