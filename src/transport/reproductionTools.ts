import { checkAgainstModel } from '../reproduction/checkAgainstModel';
import { withNeutralNames } from '../reproduction/neutralNames';
import { playedScenario } from '../reproduction/playedScenario';
import { scenarioOfRun } from '../reproduction/scenarioOfRun';
import { serializeScenario } from '../scenarios/serializeScenario';

/** Evidence held against the model, and made into a scenario. Apart, since they need the engine, and reading does not. */
export interface ReproductionTools {
  readonly checkAgainstModel: typeof checkAgainstModel;
  readonly withNeutralNames: typeof withNeutralNames;
  readonly playedScenario: typeof playedScenario;
  readonly scenarioOfRun: typeof scenarioOfRun;
  readonly serializeScenario: typeof serializeScenario;
}

/** The tools themselves. */
export const REPRODUCTION_TOOLS: ReproductionTools = {
  checkAgainstModel,
  playedScenario,
  scenarioOfRun,
  withNeutralNames,
  serializeScenario,
};
