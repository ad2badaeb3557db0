import { useId } from 'react';
import {
  BUDGET_NAMES,
  draftOf,
  type ExplorerDraft,
  type ExplorerMistakes,
  MOST_POD_ROWS,
  withPod,
} from '../../store/selectors/explorerForm';
import { RELEASE_NAMES } from '../../store/vocabulary';
import { PodRow } from './PodRow';

const BUDGET_LABELS: Readonly<Record<(typeof BUDGET_NAMES)[number], string>> = {
  errors: 'Errors',
  restarts: 'Restarts',
  readds: 'Re-adds',
  updates: 'Updates',
  deletes: 'Deletes',
};

type DraftModels = Parameters<typeof draftOf>[0];

/** What is explored: pods, what may happen to them, how deep, in which release. */
export function ExplorerForm(props: {
  readonly models: readonly { readonly name: string; readonly model: DraftModels }[];
  /** The model of the catalog that the form is; `null`: its own. */
  readonly chosen: string | null;
  readonly draft: ExplorerDraft;
  readonly mistakes: ExplorerMistakes;
  readonly running: boolean;
  readonly change: (part: Partial<ExplorerDraft>) => void;
  readonly start: () => void;
  readonly stop: () => void;
}) {
  const { models, chosen, draft, mistakes, running, change } = props;
  const id = useId();
  const wrong = (field: string) => ({
    'aria-invalid': mistakes[field] !== undefined,
    'aria-describedby': mistakes[field] === undefined ? undefined : `${id}${field}-wrong`,
  });
  const said = (field: string, label: string) =>
    mistakes[field] === undefined ? null : (
      <p key={field} id={`${id}${field}-wrong`} className="explorer-wrong">
        {label}: {mistakes[field]}
      </p>
    );
  const choose = (name: string): void => {
    const found = models.find((model) => model.name === name);
    if (found === undefined) return change({ title: '' });
    const { release, depth } = draft;
    change(draftOf(found.model, release, depth));
  };
  return (
    <form
      className="explorer-form"
      aria-label="Model"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.start();
      }}
    >
      <label className="explorer-wide">
        Start from
        <select name="model" value={chosen ?? ''} onChange={({ target }) => choose(target.value)}>
          <option value="">your own model</option>
          {models.map(({ name, model }) => (
            <option key={name} value={name}>
              {model.title}
            </option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend>Pods</legend>
        {draft.pods.map((pod, i) => (
          <PodRow
            key={pod.key}
            pod={pod}
            mistake={mistakes[`pod ${pod.key}`]}
            removable={draft.pods.length > 1}
            change={(part) =>
              change({
                title: '',
                pods: draft.pods.map((other, k) => (k === i ? { ...other, ...part } : other)),
              })
            }
            remove={() => change({ title: '', pods: draft.pods.filter((_, k) => k !== i) })}
          />
        ))}
        <button
          type="button"
          disabled={draft.pods.length >= MOST_POD_ROWS}
          onClick={() => change({ title: '', pods: withPod(draft).pods })}
        >
          Add a pod
        </button>
      </fieldset>
      <fieldset className="explorer-budget">
        <legend>At most this often, over all pods together</legend>
        <div className="explorer-numbers">
          {BUDGET_NAMES.map((name) => (
            <label key={name}>
              {BUDGET_LABELS[name]}
              <input
                name={name}
                inputMode="numeric"
                autoComplete="off"
                value={draft.budget[name]}
                {...wrong(name)}
                onChange={({ target }) =>
                  change({ title: '', budget: { ...draft.budget, [name]: target.value } })
                }
              />
            </label>
          ))}
        </div>
      </fieldset>
      <div className="explorer-options">
        <label>
          Kubelet
          <select
            name="release"
            value={draft.release}
            onChange={({ target }) => change({ release: target.value })}
          >
            {RELEASE_NAMES.map((release) => (
              <option key={release}>{release}</option>
            ))}
          </select>
        </label>
        <label>
          Longest trace
          <input
            name="depth"
            inputMode="numeric"
            autoComplete="off"
            placeholder="any"
            value={draft.depth}
            {...wrong('depth')}
            onChange={({ target }) => change({ depth: target.value })}
          />
        </label>
        <label>
          Retries come due
          <select
            name="periods"
            value={draft.periods}
            onChange={({ target }) =>
              change({ title: '', periods: target.value as ExplorerDraft['periods'] })
            }
          >
            <option value="any">at any time</option>
            <option value="usual">after housekeeping</option>
          </select>
        </label>
        <label>
          Woken workers
          <select
            name="turns"
            value={draft.turns}
            onChange={({ target }) => change({ title: '', turns: target.value as ExplorerDraft['turns'] })}
          >
            <option value="atOnce">act at once</option>
            <option value="interleaved">act in any order</option>
          </select>
        </label>
      </div>
      <div className="explorer-buttons">
        {BUDGET_NAMES.map((name) => said(name, BUDGET_LABELS[name]))}
        {said('depth', 'Longest trace')}
        {said('pods', 'Pods')}
        <button type="submit" className="explorer-go" disabled={running}>
          Start
        </button>
        <button type="button" disabled={!running} onClick={props.stop}>
          Stop
        </button>
      </div>
    </form>
  );
}
