import { useId } from 'react';
import { useLab, useSimulation } from '../../store/hooks';
import { branchesOf } from '../../store/selectors/branches';
import { commandLine } from '../../store/selectors/injectPalette';
import type { RunView } from '../../store/simulationStore';

/** What was left when the run was forked, or a command left out of it: each with a way back. */
export function Branches({ run }: { readonly run: RunView }) {
  const lab = useLab();
  // What is told of a branch does not change: only another one is news.
  useSimulation((state) => [...state.runs.keys()].join());
  const id = useId();
  const others = branchesOf(lab.simulation.getState().runs.values(), run);
  if (others.length === 0) return null;
  return (
    <>
      <h3>Branches</h3>
      <ul className="given">
        {others.map(({ id: other, given }, i) => (
          <li key={other}>
            <span id={`${id}-${i}`}>
              <span className="tray-time">{((given.at(-1)?.at ?? 0) / 1000).toFixed(1)} s</span>
              <span>{wordsOf(given)}</span>
            </span>
            <button type="button" aria-describedby={`${id}-${i}`} onClick={() => lab.showBranch(other)}>
              Show
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function wordsOf(given: RunView['given']): string {
  const last = given.at(-1);
  if (last === undefined) return 'as it was, nothing by hand';
  const before = given.length === 1 ? '' : `, after ${given.length - 1} more`;
  return `${commandLine(last.command)}${before}`;
}
