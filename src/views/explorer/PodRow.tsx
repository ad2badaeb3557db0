import { useId } from 'react';
import type { PodDraft } from '../../store/selectors/explorerForm';

const FLAGS = [
  [
    'ends',
    'ends by itself',
    'Restart policy Never: its containers may end, and SyncPod finds that it is over',
  ],
  ['stays', 'stays', 'Nobody takes it from its source once it is there'],
  ['watched', 'must not get stuck', 'The others only have to keep the invariants'],
] as const;

/** One pod of the model. */
export function PodRow(props: {
  readonly pod: PodDraft;
  readonly mistake: string | undefined;
  readonly removable: boolean;
  readonly change: (part: Partial<PodDraft>) => void;
  readonly remove: () => void;
}) {
  const { pod, mistake, change } = props;
  const id = useId();
  return (
    <fieldset className="explorer-pod" aria-label={`Pod ${pod.name}`}>
      <label>
        Name
        <input
          name="podName"
          autoComplete="off"
          spellCheck={false}
          value={pod.name}
          aria-invalid={mistake !== undefined}
          aria-describedby={mistake === undefined ? undefined : `${id}wrong`}
          onChange={({ target }) => change({ name: target.value })}
        />
      </label>
      <label>
        Source
        <select
          name="podSource"
          value={pod.static ? 'static' : 'api'}
          onChange={({ target }) => change({ static: target.value === 'static' })}
        >
          <option value="api">API</option>
          <option value="static">static</option>
        </select>
      </label>
      {pod.static && (
        <label>
          Full name
          <input
            name="podFullName"
            autoComplete="off"
            spellCheck={false}
            placeholder={pod.name}
            title="Static pods that share a full name take turns"
            value={pod.fullName}
            onChange={({ target }) => change({ fullName: target.value })}
          />
        </label>
      )}
      <button
        type="button"
        className="explorer-remove"
        aria-label={`Remove pod ${pod.name} from the model`}
        title="Remove from the model"
        disabled={!props.removable}
        onClick={props.remove}
      >
        ×
      </button>
      <div className="explorer-flags">
        {FLAGS.map(([flag, label, title]) => (
          <label key={flag} title={title}>
            <input
              type="checkbox"
              checked={pod[flag]}
              onChange={({ target }) => change({ [flag]: target.checked })}
            />{' '}
            {label}
          </label>
        ))}
      </div>
      {mistake !== undefined && (
        <p id={`${id}wrong`} className="explorer-wrong">
          {mistake}
        </p>
      )}
    </fieldset>
  );
}
