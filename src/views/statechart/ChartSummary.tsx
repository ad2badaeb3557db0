import { memo } from 'react';
import type { PodMoment } from '../../transport/protocol';
import { placeWords } from '../shared/drawing/chartWords';
import type { Standing, Taken } from './chartHistory';

interface Props {
  readonly pod: PodMoment;
  readonly standing: Standing | null;
  /** The switch between panes. */
  readonly children: React.ReactNode;
}

/** One line that says where the pod is and how it came there. */
export const ChartSummary = memo(function ChartSummary({ pod, standing, children }: Props) {
  const last = lastOf(standing);
  return (
    <div className="chart-bar">
      <p>
        <strong>{pod.name}</strong>
        {pod.stuck && <b className="chart-stuck">STUCK</b>}
        {standing === null || standing.lifecycle === null ? (
          <span>
            {standing === null ? 'not known to the pod workers yet' : 'forgotten by the pod workers'}
          </span>
        ) : (
          <>
            <span className="chart-at">{placeWords(standing.lifecycle)}</span>
            <span className="chart-at">worker {placeWords(standing.worker ?? '')}</span>
          </>
        )}
        {last !== null && (
          <span className="chart-last">
            last: {last.event} at {(last.at / 1000).toFixed(2)} s
          </span>
        )}
      </p>
      {children}
    </div>
  );
});

/** The later of the last transitions of the two regions. */
export function lastOf(standing: Standing | null): Taken | null {
  const { lastLifecycle: a = null, lastWorker: b = null } = standing ?? {};
  if (a === null || b === null) return a ?? b;
  return a.id > b.id ? a : b;
}
