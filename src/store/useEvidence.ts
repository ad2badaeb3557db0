import { useStore } from 'zustand';
import { evidenceOf } from './evidenceOf';
import type { EvidenceActions, EvidenceState } from './evidenceStore';
import { useLab } from './hooks';

/** The evidence of the page's lab. Apart from the other hooks: only its panel, which comes later, needs it. */
export function useEvidence(): EvidenceState & { readonly actions: EvidenceActions } {
  const evidence = evidenceOf(useLab());
  return { ...useStore(evidence), actions: evidence.actions };
}
