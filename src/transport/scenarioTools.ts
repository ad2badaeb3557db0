import { parseScenario } from '../scenarios/parseScenario';
import { serializeScenario } from '../scenarios/serializeScenario';

/** Reading and writing scenario files. Apart, since a page that only plays the catalog never needs them. */
export interface ScenarioTools {
  readonly parse: typeof parseScenario;
  readonly serialize: typeof serializeScenario;
}

/** The tools themselves. */
export const SCENARIO_TOOLS: ScenarioTools = { parse: parseScenario, serialize: serializeScenario };
