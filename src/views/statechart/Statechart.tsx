import { useState } from 'react';
import { usePane, useView } from '../../store/hooks';
import type { RunView } from '../../store/simulationStore';
import { Chart } from './Chart';
import { podToShow } from './chartModel';
import '../shared/drawing/drawing.css';
import './statechart.css';

/** The statechart of the selected pod (else of the first stuck one), in one pane; a switch chooses the pane. */
export function Statechart() {
  const first = usePane(0);
  const second = usePane(1);
  const selected = useView((view) => view.pod);
  const [pane, setPane] = useState(0);
  const shown = pane === 1 && second !== null ? second : first;
  const other = second === null ? null : shown === first ? second : first;
  const pod = podToShow(
    [first, second].flatMap((run) => run?.moment?.pods ?? []),
    selected,
  );
  const here = shown?.moment?.pods.find(({ uid }) => uid === pod?.uid) ?? pod;
  if (shown === null || here === null) {
    return <p className="chart-empty">{emptyWords(shown, selected !== null)}</p>;
  }
  const paneSwitch =
    first === null || second === null ? null : (
      <fieldset className="chart-panes">
        <legend className="sr-only">Statechart of which pane</legend>
        {[first, second].map((run, i) => (
          <label key={run.id}>
            <input type="radio" name="chart-pane" checked={shown === run} onChange={() => setPane(i)} />
            {run.release}
            {first.release === second.release ? ` (${i === 0 ? 'A' : 'B'})` : ''}
          </label>
        ))}
      </fieldset>
    );
  return (
    <Chart run={shown} other={other} pod={here} isFirst={shown === first} isSelected={selected !== null}>
      {paneSwitch}
    </Chart>
  );
}

function emptyWords(run: RunView | null, selected: boolean): string {
  if (run === null) return 'No run yet: choose a scenario.';
  if (run.moment === null) return 'Loading…';
  if (selected) return 'The selected pod is not there at this time.';
  return 'No pods yet: create one, or move on in time.';
}
