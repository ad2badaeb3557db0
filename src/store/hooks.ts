import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Lab } from './lab';
import type { RunView, SimulationState } from './simulationStore';
import type { ViewState } from './viewStore';

/** The page's lab; set once by `App`. */
export const LabContext = createContext<Lab | null>(null);

export function useLab(): Lab {
  const lab = useContext(LabContext);
  if (lab === null) throw new Error('a view stands inside App');
  return lab;
}

/** A slice of how the page is looked at. Select narrowly: a view is drawn anew when its slice changes. */
export const useView = <T>(select: (view: ViewState) => T): T => useStore(useLab().view, select);

/** A slice of the runs. */
export const useSimulation = <T>(select: (state: SimulationState) => T): T =>
  useStore(useLab().simulation, select);

/** A slice of the run of a pane: for what need not be drawn anew with every moment. */
export function useOfPane<T>(index: number, select: (run: RunView | null) => T): T {
  const id = useView((view) => view.panes[index] ?? null);
  return useSimulation((state) => select(id === null ? null : (state.runs.get(id) ?? null)));
}

/** The run of a pane, which changes with every moment; `null` if there is no such pane. */
export function usePane(index: number): RunView | null {
  const id = useView((view) => view.panes[index] ?? null);
  return useSimulation((state) => (id === null ? null : (state.runs.get(id) ?? null)));
}

/** Where the playhead can go to, virtual ms: further when a run gets longer. */
export function useHorizon(): number {
  const lab = useLab();
  useView((view) => `${view.panes.join()} ${view.extendedTo}`);
  return useSimulation(() => lab.horizon());
}
