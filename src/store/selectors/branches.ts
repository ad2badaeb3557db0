import type { RunView } from '../simulationStore';

/** What makes a run: two that agree in it are the same run, event for event. */
export type RunRecipe = Pick<RunView, 'source' | 'release' | 'seed' | 'given'>;

const isOneScenario = (a: RunRecipe, b: RunRecipe): boolean => a.source === b.source && a.seed === b.seed;

const isGivenTheSame = (a: RunRecipe, b: RunRecipe): boolean =>
  JSON.stringify(a.given) === JSON.stringify(b.given);

/** The run that is made so, if it is there. */
export const runLike = (runs: Iterable<RunView>, recipe: RunRecipe): RunView | undefined =>
  [...runs].find(
    (run) => isOneScenario(run, recipe) && run.release === recipe.release && isGivenTheSame(run, recipe),
  );

/** The runs of the same scenario in which other commands were given: each once, whatever its release, in the order in which they came. */
export function branchesOf(runs: Iterable<RunView>, run: RunView): readonly RunView[] {
  const others: RunView[] = [];
  for (const other of runs) {
    if (isOneScenario(other, run) && ![run, ...others].some((known) => isGivenTheSame(known, other)))
      others.push(other);
  }
  return others;
}
