import { useState } from 'react';
import { useLab, useSimulation } from '../../store/hooks';
import {
  type ChurnDraft,
  type ChurnMistakes,
  FIRST_DRAFT,
  readChurnDraft,
} from '../../store/selectors/churnForm';
import { RELEASE_NAMES } from '../../store/vocabulary';
import { ChurnForm } from './ChurnForm';
import { ChurnOfRelease, ChurnTable } from './ChurnResults';

/** One churn a release; a new one takes the place of the last. */
const idOf = (release: string): string => `churn ${release}`;

/** Pods created and deleted in quick succession, release by release: latencies, what a client should not have seen, who is stuck. */
export function Churn() {
  const lab = useLab();
  const churns = useSimulation((state) => state.churns);
  const [draft, setDraft] = useState<ChurnDraft>(FIRST_DRAFT);
  const [mistakes, setMistakes] = useState<ChurnMistakes>({});
  const { actions } = lab.simulation;
  const shown = RELEASE_NAMES.flatMap((release) => churns.get(idOf(release)) ?? []);
  const running = shown.filter(({ result, broken }) => result === null && broken === null);

  const run = (): void => {
    const { options, mistakes: found } = readChurnDraft(draft);
    setMistakes(found);
    if (Object.keys(found).length > 0) return;
    for (const release of RELEASE_NAMES) {
      if (churns.has(idOf(release))) actions.endChurn(idOf(release));
      if (draft.releases.includes(release)) actions.churn(idOf(release), release, options);
    }
  };
  const stop = (): void => {
    for (const { release } of running) actions.endChurn(idOf(release));
  };

  return (
    <section className="churn" aria-label="Churn">
      <h3>Churn</h3>
      <p className="panel-note">
        Creates pods, deletes each after a random short delay, and watches them as a client would. Apart from
        the run above.
      </p>
      <ChurnForm
        draft={draft}
        mistakes={mistakes}
        running={running.length > 0}
        change={(part) => setDraft({ ...draft, ...part })}
        run={run}
        stop={stop}
      />
      <p role="status" className="panel-note">
        {running.length > 0
          ? `Running in ${running.map(({ release }) => release).join(', ')}`
          : shown.length > 0 && 'Done'}
      </p>
      {running.map(({ release, gone, options }) => (
        <label key={release} className="churn-progress">
          {release} <progress max={options.pods} value={gone} />{' '}
          {gone < options.pods
            ? `${gone} of ${options.pods} pods have come and gone`
            : 'all objects are gone; waiting for the node to come to rest'}
        </label>
      ))}
      <ChurnTable churns={shown} />
      {shown.map((churn) => (
        <ChurnOfRelease key={churn.release} churn={churn} />
      ))}
    </section>
  );
}
