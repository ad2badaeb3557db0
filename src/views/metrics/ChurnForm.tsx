import { useId } from 'react';
import type { ChurnDraft, ChurnMistakes } from '../../store/selectors/churnForm';
import { FAULT_OPERATIONS, RELEASE_NAMES } from '../../store/vocabulary';

const NUMBERS = [
  ['pods', 'Pods'],
  ['parallel', 'At once'],
  ['forceShare', 'Deleted by force, %'],
  ['chance', 'Fails, %'],
  ['seed', 'Seed'],
] as const;

/** What a churn is made of. */
export function ChurnForm(props: {
  readonly draft: ChurnDraft;
  readonly mistakes: ChurnMistakes;
  readonly running: boolean;
  readonly change: (part: Partial<ChurnDraft>) => void;
  readonly run: () => void;
  readonly stop: () => void;
}) {
  const { draft, mistakes, running, change } = props;
  const id = useId();
  const number = ([name, label]: (typeof NUMBERS)[number]) => (
    <div key={name} className="churn-field">
      <label htmlFor={`${id}${name}`}>{label}</label>
      <input
        id={`${id}${name}`}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        value={draft[name]}
        disabled={name === 'chance' && draft.operation === ''}
        aria-invalid={mistakes[name] !== undefined}
        aria-describedby={mistakes[name] === undefined ? undefined : `${id}${name}-wrong`}
        onChange={(event) => change({ [name]: event.target.value })}
      />
      {mistakes[name] !== undefined && (
        <p id={`${id}${name}-wrong`} className="churn-wrong">
          {mistakes[name]}
        </p>
      )}
    </div>
  );
  const [pods, parallel, force, chance, seed] = NUMBERS;
  return (
    <form
      className="churn-form"
      aria-label="Churn options"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.run();
      }}
    >
      {[pods, parallel, force].map(number)}
      <div className="churn-field">
        <label htmlFor={`${id}operation`}>Fault</label>
        <select
          id={`${id}operation`}
          name="operation"
          value={draft.operation}
          onChange={(event) => change({ operation: event.target.value })}
        >
          <option value="">none</option>
          {FAULT_OPERATIONS.map((operation) => (
            <option key={operation}>{operation}</option>
          ))}
        </select>
      </div>
      {[chance, seed].map(number)}
      <fieldset className="churn-releases">
        <legend>Releases</legend>
        {RELEASE_NAMES.map((release) => (
          <label key={release}>
            <input
              type="checkbox"
              name="releases"
              value={release}
              checked={draft.releases.includes(release)}
              onChange={({ target }) => {
                const others = draft.releases.filter((other) => other !== release);
                change({ releases: target.checked ? [...others, release] : others });
              }}
            />{' '}
            {release}
          </label>
        ))}
        {mistakes.releases !== undefined && <p className="churn-wrong">{mistakes.releases}</p>}
      </fieldset>
      <div className="churn-buttons">
        <button type="submit" disabled={running}>
          Run churn
        </button>
        <button type="button" disabled={!running} onClick={props.stop}>
          Stop churn
        </button>
      </div>
    </form>
  );
}
