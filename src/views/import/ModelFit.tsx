import { useState } from 'react';
import { shownText } from '../../base/shownText';
import type { ModelCheck, ReproducedScenario } from '../../transport/evidenceProtocol';

/** How far each release goes with what the log shows of a pod, and the way to play it. */
export function ModelFit(props: {
  readonly check: ModelCheck | null;
  readonly unplayable: string;
  readonly reproduce: (neutral: boolean, done: (scenario: ReproducedScenario) => void) => void;
  readonly play: (scenario: ReproducedScenario) => void;
  readonly save: (scenario: ReproducedScenario) => void;
}) {
  const { check, unplayable, reproduce, play, save } = props;
  const [neutral, setNeutral] = useState(false);
  return (
    <section className="import-model" aria-label="Against the model">
      <h4>Against the model</h4>
      {check === null ? (
        <p className="import-note">Being played in every release …</p>
      ) : check.notChecked !== null ? (
        <p className="import-note">Not compared: {shownText(check.notChecked)}.</p>
      ) : (
        <ul className="import-releases">
          {check.releases.map(({ release, whole, text }) => (
            <li key={release} data-fits={whole}>
              {shownText(text)}.
            </li>
          ))}
        </ul>
      )}
      {check !== null && check.notes.length > 0 && (
        <details>
          <summary>
            {check.notes.length} {check.notes.length === 1 ? 'assumption' : 'assumptions'}
          </summary>
          <ul>
            {check.notes.map((note) => (
              <li key={note}>{shownText(note)}</li>
            ))}
          </ul>
        </details>
      )}
      <div className="import-buttons">
        <button type="button" className="import-go" onClick={() => reproduce(neutral, play)}>
          Play it
        </button>
        <button type="button" onClick={() => reproduce(neutral, save)}>
          Save the scenario
        </button>
        <label className="import-neutral">
          <input type="checkbox" checked={neutral} onChange={({ target }) => setNeutral(target.checked)} />
          neutral names, to share it
        </label>
      </div>
      {unplayable !== '' && (
        <p role="alert" className="import-wrong">
          {shownText(unplayable.replaceAll('\n', ' '), 2000)}
        </p>
      )}
    </section>
  );
}
