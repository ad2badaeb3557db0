import { useDeferredValue } from 'react';
import { useHorizon, useView } from '../../store/hooks';
import { GAUGE_FIGURES, valueAt } from '../../store/selectors/gaugesSeries';
import { GAUGE_COLUMNS } from '../../store/vocabulary';
import { GaugeFigure } from './GaugeFigure';
import { COMPUTED, isComputed } from './gaugeLines';
import { type GaugeRun, useGaugeRuns } from './useGaugeRuns';
import './gauges.css';

/** The pod metrics of the kubelet as six small charts over one playhead. */
export function Gauges() {
  const runs = useGaugeRuns();
  const end = useHorizon();
  return (
    <section className="gauges" aria-label="Gauges" data-compared={runs.length > 1}>
      <p className="gauges-legend">
        {runs.map((run, i) => (
          <span key={run.id}>
            <svg width="22" height="8" aria-hidden="true">
              <path
                d="M0 4h22"
                stroke={i === 0 ? 'var(--accent)' : 'var(--warn)'}
                strokeWidth="2"
                strokeDasharray={isComputed(run.release) ? '5 3' : i > 0 ? '2 3' : ''}
              />
            </svg>{' '}
            {runs.length > 1 && <b>{'AB'[i]} </b>}
            {run.release}
            {isComputed(run.release) && <em> {COMPUTED}</em>}
          </span>
        ))}
      </p>
      {/* A region that scrolls has to be reached by keyboard; the numbers in it take the focus. */}
      <div className="gauges-strip">
        {GAUGE_FIGURES.map((figure) => (
          <GaugeFigure key={figure.metric} figure={figure} runs={runs} end={end} />
        ))}
      </div>
      <ValueTable runs={runs} />
    </section>
  );
}

/** All 23 series at the playhead, for those who read instead of look. Only when it stands still: nobody reads along while it plays. */
function ValueTable({ runs }: { readonly runs: readonly GaugeRun[] }) {
  // Not in the frame in which it stops: there is enough to do.
  const playhead = useDeferredValue(useView((view) => (view.playing ? null : view.beat)));
  return (
    // A table grows with its words whatever its width is said to be: on a phone the page would grow with it.
    <div className="sr-only">
      <table>
        <caption>
          {playhead === null
            ? 'Pod metrics: pause to read them'
            : `Pod metrics at ${(playhead / 1000).toFixed(2)} s${runs.some(({ release }) => isComputed(release)) ? `; ${COMPUTED}` : ''}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Series</th>
            {runs.map(({ id, release }) => (
              <th key={id} scope="col">
                {release}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {playhead !== null &&
            GAUGE_COLUMNS.map((series, i) => (
              <tr key={series}>
                <th scope="row">{series}</th>
                {runs.map(({ id, gauges }) => (
                  <td key={id}>{valueAt(gauges, i + 1, playhead) ?? 'no value yet'}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
