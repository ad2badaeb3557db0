import { useState } from 'react';
import type { RunView } from '../../store/simulationStore';

/** Lanes in grey while the worker reads the scenario. */
export function LoadingLanes() {
  return (
    <div className="lane-face" role="status" aria-label="Loading the run">
      {[72, 88, 60].map((width) => (
        <div key={width} className="lane-skeleton">
          <span />
          <span style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}

/** Why there is no run: every finding with its place and its tip. */
export function RefusedLanes({ run }: { readonly run: RunView }) {
  return (
    <div className="lane-face" role="alert">
      <h3>This scenario cannot run</h3>
      <ul className="lane-findings">
        {run.diagnostics.map(({ line, path, message, tip }) => (
          <li key={`${line} ${path} ${message}`}>
            {line === undefined ? null : <strong>Line {line}: </strong>}
            {message}
            {line === undefined && path !== undefined && path !== '' ? ` (at ${path})` : ''}
            {tip === undefined ? null : <div className="lane-tip">Tip: {tip}</div>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A run without pods, at the beginning or for good. */
export function NoPods() {
  return (
    <div className="lane-note" role="note">
      <strong>No pods yet</strong>
      <span>Add one with Inject → Create pod, or choose a scenario above.</span>
    </div>
  );
}

/** One of the model's own rules broke: the run stands where it was, and what is needed to see it again can be copied. */
export function BrokenLanes({ run }: { readonly run: RunView }) {
  const [said, setSaid] = useState('');
  const report = reportOf(run);
  const copy = (): void => {
    navigator.clipboard.writeText(report).then(
      () => setSaid('Copied'),
      () => setSaid('Copying was refused: select the text instead'),
    );
  };
  return (
    <div className="lane-broken" role="alert">
      <strong>The model broke one of its own rules, so this run stands still.</strong>
      <pre>{report}</pre>
      <button type="button" onClick={copy}>
        Copy report
      </button>
      <span role="status">{said}</span>
    </div>
  );
}

function reportOf({ broken, name, release, seed, scenario, given, now, length }: RunView): string {
  return [
    `rule: ${broken}`,
    `scenario: ${name}`,
    `release: ${release}`,
    `seed: ${seed ?? scenario?.seed ?? 1}`,
    `at: ${now} ms, after ${length} events`,
    ...given.map(({ at, command }) => `given at ${at} ms: ${JSON.stringify(command)}`),
  ].join('\n');
}
