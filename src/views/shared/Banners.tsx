import { useLab, usePane, useSimulation } from '../../store/hooks';
import type { SharedLink } from '../../store/link';
import { mismatchOf } from '../../store/session';
import './banners.css';

/** What a person must know about the page itself: a link that does not fit, a worker that died. */
export function Banners({
  link,
  problem,
}: {
  readonly link: SharedLink | null;
  readonly problem: string | null;
}) {
  const lab = useLab();
  const death = useSimulation((state) => state.death);
  const run = usePane(0);
  const mismatch = link === null || run === null ? null : mismatchOf(run, link);
  return (
    <div className="banners">
      {problem !== null && <p role="alert">{problem}</p>}
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
