import { createEvidenceStore, type EvidenceStore } from './evidenceStore';
import type { Lab } from './lab';

const stores = new WeakMap<Lab, EvidenceStore>();

/** The evidence of a lab: one, which lives on while its panel is not shown. */
export function evidenceOf(lab: Lab): EvidenceStore {
  const known = stores.get(lab);
  if (known !== undefined) return known;
  const made = createEvidenceStore(lab.makeEvidencePort);
  stores.set(lab, made);
  return made;
}
