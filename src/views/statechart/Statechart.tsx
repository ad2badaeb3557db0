import { useDeferredValue, useMemo, useState } from 'react';
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
  // After the lane that was pressed, as the details.
  const selected = useDeferredValue(useView((view) => view.pod));
  const [pane, setPane] = useState(0);
  const shown = pane === 1 && second !== null ? second : first;
  const other = second === null ? null : shown === first ? second : first;
  const isCompared = first !== null && second !== null;
  const pod = podToShow(
    [first, second].flatMap((run) => run?.moment?.pods ?? []),
    selected,
  );
  const here = shown?.moment?.pods.find(({ uid }) => uid === pod?.uid) ?? pod;
  const isSecond = shown === second;
  const releases = [first, second].map((run) => run?.release).join('|');
  const paneSwitch = useMemo(
    () =>
      isCompared ? <ChartPanes releases={releases.split('|')} isSecond={isSecond} choose={setPane} /> : null,
    [isCompared, releases, isSecond],
  );
  if (shown === null || here === null) {
    return <p className="chart-empty">{emptyWords(shown, selected !== null)}</p>;
  }
  const detail = shown.moment?.detail ?? null;
  return (
    <Chart
      release={shown.release}
      events={shown.events}
      length={shown.length}
      otherRelease={other?.release ?? ''}
      otherEvents={other?.events ?? null}
      otherLength={other?.length ?? 0}
      pod={here}
      detail={detail?.uid === here.uid ? detail : null}
      isFirst={shown === first}
      isSelected={selected !== null}
    >
      {paneSwitch}
    </Chart>
  );
}

/** Chooses the pane that the chart tells of. */
function ChartPanes(props: {
  readonly releases: readonly string[];
  readonly isSecond: boolean;
  readonly choose: (pane: number) => void;
}) {
  const [a, b] = props.releases;
  return (
    <fieldset className="chart-panes">
      <legend className="sr-only">Statechart of which pane</legend>
      {props.releases.map((release, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pane is named by its place
        <label key={i}>
          <input
            type="radio"
            name="chart-pane"
            checked={props.isSecond === (i === 1)}
            onChange={() => props.choose(i)}
          />
          {release}
          {a === b ? ` (${'AB'[i]})` : ''}
        </label>
      ))}
    </fieldset>
  );
}

function emptyWords(run: RunView | null, selected: boolean): string {
  if (run === null) return 'No run yet: choose a scenario.';
  if (run.moment === null) return 'Loading…';
  if (selected) return 'The selected pod is not there at this time.';
  return 'No pods yet: create one, or move on in time.';
}
