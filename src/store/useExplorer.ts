import { useStore } from 'zustand';
import { explorerOf } from './explorerOf';
import type { ExplorerActions, ExplorerState } from './explorerStore';
import { useLab } from './hooks';

/** The explorer of the page's lab. Apart from the other hooks: only its panel, which comes later, needs it. */
export function useExplorer(): ExplorerState & { readonly actions: ExplorerActions } {
  const explorer = explorerOf(useLab());
  return { ...useStore(explorer), actions: explorer.actions };
}
