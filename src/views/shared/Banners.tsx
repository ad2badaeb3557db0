import { useMemo } from 'react';
import { useLab, useSimulation, useView } from '../../store/hooks';
import { mismatchOf } from '../../store/linkMismatch';
import './banners.css';

/** What a person must know about the page itself: a link that is no good or does not fit, a worker that died. */
export function Banners() {
  const lab = useLab();
  const death = useSimulation((state) => state.death);
  const problem = useView((view) => view.problem);
  const mismatch = useMismatch();
  const run = death === null ? null : lab.panes()[0];
  return (
    <div className="banners">
      {problem !== null && (
        <div>
          <p role="alert">{problem}</p>
          <button type="button" onClick={() => lab.set({ problem: null })}>
            Close message
          </button>
        </div>
      )}
      {mismatch !== null && <p role="alert">{mismatch}</p>}
      {death !== null && (
        <div role="alert">
          <p>
            The engine has stopped: {death}. Scenario {run?.scenario?.title ?? run?.name ?? ''}, seed{' '}
            {run?.scenario?.seed ?? 1}. No run is lost: the same events are played again.
          </p>
          <button type="button" onClick={() => lab.simulation.actions.revive()}>
            Restart the engine
          </button>
        </div>
      )}
    </div>
  );
}

/** What is to be said of a link whose run plays otherwise here, compared once for every fingerprint that the run comes to. */
function useMismatch(): string | null {
  const link = useView((view) => (view.link?.run === view.panes[0] ? view.link : null));
  const run = link?.run ?? '';
  const reached = useSimulation(({ runs }) => {
    const length = runs.get(run)?.length ?? 0;
    return link?.shared.runs.checks.filter(([count]) => count <= length).length ?? 0;
  });
  const { simulation } = useLab();
  return useMemo(() => {
    const view = simulation.getState().runs.get(run);
    return link === null || view === undefined || reached === 0 ? null : mismatchOf(view, link.shared);
  }, [simulation, link, run, reached]);
}
