import { scenarios } from 'virtual:catalog';
import { failure, success } from '../base/result';
import type { Library } from '../scenarios/library';
import { scenarioFromJson } from '../scenarios/scenarioJson';

/** The scenarios that come with the page, read and checked when it was built. */
export function pageLibrary(): Library {
  const byName = new Map(scenarios.map(({ name, scenario }) => [name, scenario]));
  return {
    names: () => [...byName.keys()],
    get: (name) => {
      const json = byName.get(name);
      if (json === undefined)
        return failure({ severity: 'error', message: `there is no scenario ${name} in the catalog` });
      return success(scenarioFromJson(json));
    },
    nearest: () => null,
  };
}
