import { parseScenario } from '../scenarios/parseScenario';
import { readGiven } from '../scenarios/readGiven';
import { serializeScenario } from '../scenarios/serializeScenario';

/** Reading and writing scenario files, and commands from outside. Apart, since a page that only plays the catalog never needs them. */
export interface ScenarioTools {
  readonly parse: typeof parseScenario;
  readonly serialize: typeof serializeScenario;
  readonly readGiven: typeof readGiven;
}

/** The tools themselves. */
export const SCENARIO_TOOLS: ScenarioTools = {
  parse: parseScenario,
  serialize: serializeScenario,
  readGiven,
};
