import { useEffect, useRef, useState } from 'react';
import { type EvidenceActions, type EvidenceState, LONGEST_TYPED, PASTED } from '../../store/evidenceStore';
import { useLab, useOfPane } from '../../store/hooks';
import { bytesInWords } from './bytesInWords';

/** Every line there is of a run, as a node that is asked for all it knows. */
const VERBOSITY = 4;

/** The text field, the files, and the log of the run above. */
export function Sources({
  evidence,
}: {
  readonly evidence: Pick<EvidenceState, 'text' | 'files'> & { readonly actions: EvidenceActions };
}) {
  const { text, files, actions } = evidence;
  const lab = useLab();
  const input = useRef<HTMLInputElement>(null);
  const run = useOfPane(0, (shown) => shown?.id ?? null);
  const release = useOfPane(0, (shown) => shown?.release ?? '');
  const klog = useOfPane(0, (shown) => shown?.texts.klog);
  /** The log that was there when the run's log was asked for: the next one is it. */
  const [before, setBefore] = useState<{ readonly klog: string | undefined } | null>(null);

  const take = (given: string, label: string): void => {
    if (given.length <= LONGEST_TYPED) actions.setText(given);
    else actions.add([{ label, data: new Blob([given]) }]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next log that comes is the one that was asked for
  useEffect(() => {
    if (before === null || klog === undefined || klog === before.klog) return;
    setBefore(null);
    take(klog, `the run in ${release}`);
  }, [before, klog]);

  const takeRun = (): void => {
    const shown = lab.panes()[0];
    if (shown === undefined) return;
    setBefore({ klog: undefined });
    lab.simulation.actions.text(shown.id, 'klog', lab.view.getState().playhead, VERBOSITY);
  };
  return (
    <div className="import-sources">
      <textarea
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
        <button type="button" disabled={run === null} onClick={takeRun}>
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
              <span>{source.label}</span> {bytesInWords(source.data.size)}
              <button
                type="button"
                aria-label={`Remove ${source.label}`}
                onClick={() => actions.remove(source)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="import-promise">Read in this page. Nothing is sent anywhere.</p>
    </div>
  );
}
