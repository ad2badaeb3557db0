import { failure, type Result } from '../base/result';
import type { Scenario } from './command';
import { didYouMean, nearestWord, quoted } from './nearestWord';
import { parseScenario } from './parseScenario';

/** The catalog: scenarios by name. Who makes it supplies the texts (from a folder, or bundled into the page). */
export interface Library {
  /** In alphabetical order. */
  names(): readonly string[];
  /** The scenario, read when it is first asked for; for a name that is not there, what may have been meant. */
  get(name: string): Result<Scenario>;
  /** The name most like `name`; `null` if none is. */
  nearest(name: string): string | null;
}

/** A library of `files`: names (of files, without their ending) to YAML texts. */
export function makeLibrary(files: ReadonlyMap<string, string>): Library {
  const names = [...files.keys()].sort();
  const read = new Map<string, Result<Scenario>>();
  return {
    names: () => names,
    nearest: (name) => nearestWord(name, names),
    get: (name) => {
      const known = read.get(name);
      if (known !== undefined) return known;
      const text = files.get(name);
      if (text === undefined) {
        const message = `no scenario is called ${quoted(name)}`;
        return failure({ severity: 'error', message, tip: didYouMean(name, names) });
      }
      const scenario = parseScenario({ file: `${name}.yaml`, text });
      read.set(name, scenario);
      return scenario;
    },
  };
}
