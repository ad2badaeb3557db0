import { shownText } from '../base/shownText';
import { clockText } from '../diagnosis/diagnose';
import type { ImportedRun } from '../importers/importedRun';
import type { ModelCheck } from '../reproduction/checkAgainstModel';
import { emphasise } from './terminal';

/** The check against the model as `--format json` has it: times as the log's clock shows them. */
export function modelCheckJson({ pods, notChecked, releases, notes }: ModelCheck, run: ImportedRun): object {
  const time = clockText(run);
  return {
    pods,
    notChecked,
    releases: releases.map(({ release, whole, agreed, fitsTo, departs, text }) => ({
      release,
      whole,
      agreed,
      fitsTo: fitsTo === null ? null : { ...fitsTo, at: time(fitsTo.at) },
      departs: departs === null ? null : { ...departs, at: time(departs.at) },
      text,
    })),
    notes,
  };
}

/** The check for people: a line a release. */
export function modelCheckText({ notChecked, releases, notes }: ModelCheck): readonly string[] {
  const title = emphasise('bold', 'Held against the model');
  if (notChecked !== null) return [`${title}: not possible, ${shownText(notChecked)}.`];
  return [
    title,
    ...releases.map(({ text }) => `  ${shownText(text)}.`),
    ...notes.map((note) => `  Note: ${shownText(note)}.`),
  ];
}
