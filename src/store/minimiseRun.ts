import { explorerOf } from './explorerOf';
import type { Lab } from './lab';

/**
 * Makes the scenario of a run smaller in which the pod of that name is stuck at the end, commands given by hand included, and shows
 * it instead, at its end; undo brings the old one back. `done` gets what there is to say, and whether it was done.
 */
export function minimiseRun(
  lab: Lab,
  id: string,
  pod: string,
  done: (said: string, done: boolean) => void,
): void {
  const { simulation } = lab;
  const run = simulation.getState().runs.get(id);
  if (run === undefined) return done('the run is not there any more', false);
  const { texts: before, release, name } = run;
  const stop = simulation.subscribe(({ runs }) => {
    const now = runs.get(id);
    if (now !== undefined && (now.texts === before || now.texts.scenario === undefined)) return;
    stop();
    const text = now?.texts.scenario;
    if (text === undefined) return done('the run is not there any more', false);
    explorerOf(lab).actions.minimise(text, release, pod, (outcome) => {
      if (!outcome.ok) return done(outcome.problem, false);
      const { result } = outcome;
      const file = `${name.replace(/\.(ya?ml|json)$/, '')}-minimised.yaml`;
      const releases = lab.panes().map((pane) => pane.release);
      lab.replace({ kind: 'text', file, text: result.text }, releases.length === 0 ? [release] : releases);
      lab.set({ playhead: result.until });
      done(`${result.stepsBefore} steps became ${result.steps}.`, true);
    });
  });
  simulation.actions.text(id, 'scenario', run.now, 0);
}
