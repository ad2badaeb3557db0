import { createExplorerStore, type ExplorerStore } from './explorerStore';
import type { Lab } from './lab';

const explorers = new WeakMap<Lab, ExplorerStore>();

/** The explorer of a lab: one, which lives on while its panel is not shown. Made, and its worker started, when it is first asked for. */
export function explorerOf(lab: Lab): ExplorerStore {
  const known = explorers.get(lab);
  if (known !== undefined) return known;
  const made = createExplorerStore(lab.makeExplorerPort);
  explorers.set(lab, made);
  return made;
}
