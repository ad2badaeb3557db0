import { type RefObject, useRef } from 'react';
import { shownText } from '../../base/shownText';
import { type EvidenceActions, type EvidenceState, LONGEST_TYPED, PASTED } from '../../store/evidenceStore';
import { useLab, useOfPane } from '../../store/hooks';
import { saveFile } from '../shared/saveText';
import { bytesInWords } from './bytesInWords';

/** Every line there is of a run, as a node that is asked for all it knows. */
const VERBOSITY = 4;

/** After its end a run goes on for so long, virtual ms: that nothing begins again is proved only by a log that goes on. */
const AFTERWARDS = 240_000;

/** The text field, the files, and the log of the run above. */
export function Sources({
  evidence,
  field,
}: {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly evidence: Pick<EvidenceState, 'text' | 'files'> & { readonly actions: EvidenceActions };
}) {
  const { text, files, actions } = evidence;
  const lab = useLab();
  const input = useRef<HTMLInputElement>(null);
  const run = useOfPane(0, (shown) => shown?.id ?? null);

  const take = (given: string, label: string): void => {
    if (given.length <= LONGEST_TYPED) actions.setText(given);
    else actions.add([{ label, data: new Blob([given]) }]);
  };
  const takeRun = (): void => {
    const { actions: simulation, getState } = lab.simulation;
    const [shown] = lab.panes();
    if (shown === undefined) return;
    const { id, texts, release } = shown;
    const stop = lab.simulation.subscribe(() => {
      const now = getState().runs.get(id);
      if (now !== undefined && now.texts === texts) return;
      stop();
      if (now?.texts.klog !== undefined) take(now.texts.klog, `the run in ${release}`);
    });
    simulation.text(id, 'klog', lab.horizon() + AFTERWARDS, VERBOSITY);
  };
  return (
    <div className="import-sources">
      <textarea
        ref={field}
        aria-label="Paste kubelet log, pod YAML or metrics"
        placeholder="Paste a kubelet log, pods as YAML or JSON, /metrics … or drop files here"
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        value={text}
        onChange={({ target }) => actions.setText(target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (pasted.length <= LONGEST_TYPED) return;
          event.preventDefault();
          actions.add([{ label: PASTED, data: new Blob([pasted]) }]);
        }}
      />
      <div className="import-buttons">
        <button type="button" onClick={() => input.current?.click()}>
          Open file
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Open evidence"
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])];
            if (chosen.length > 0) actions.add(chosen.map((data) => ({ label: data.name, data })));
            event.target.value = '';
          }}
        />
        <button
          type="button"
          disabled={run === null}
          title="The kubelet log of the run above, and of four more minutes"
          onClick={takeRun}
        >
          Use this run’s log
        </button>
        <button type="button" disabled={text === '' && files.length === 0} onClick={actions.clear}>
          Clear
        </button>
      </div>
      {files.length > 0 && (
        <ul className="import-files" aria-label="Files">
          {files.map((source, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
            <li key={i}>
              <span>{shownText(source.label, 200)}</span> {bytesInWords(source.data.size)}
              <button
                type="button"
                aria-label={`Remove ${shownText(source.label, 200)}`}
                onClick={() => actions.remove(source)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {(text !== '' || files.length > 0) && (
        <div className="import-buttons">
          <button
            type="button"
            title="Without addresses, hosts, registries and secrets, to be given to others; names of pods stay"
            onClick={() =>
              actions.redact(({ label, data }) =>
                saveFile(`redacted-${label.replace(/[^\w.-]+/g, '-').replace(/\.gz$/, '')}.txt`, data),
              )
            }
          >
            Save redacted copy
          </button>
        </div>
      )}
      <p className="import-promise">Read in this page. Nothing is sent anywhere.</p>
    </div>
  );
}
