import { useMemo } from 'react';
import { useLab, useSimulation, useView } from '../../store/hooks';
import type { RunView } from '../../store/simulationStore';

/** What the gauges show of a run. */
export type GaugeRun = Pick<RunView, 'id' | 'release' | 'gauges'>;

/** The runs that are shown; others than before only when there are more samples of one, or other runs: moments change nothing here. */
export function useGaugeRuns(): readonly GaugeRun[] {
  const lab = useLab();
  const panes = useView((view) => view.panes);
  const version = useSimulation(({ runs }) =>
    panes
      .flatMap((id) => runs.get(id) ?? [])
      .map(({ id, release, gauges }) => `${id} ${release} ${gauges.length}`)
      .join('|'),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` tells that they have changed
  return useMemo(
    () => lab.panes().map(({ id, release, gauges }) => ({ id, release, gauges })),
    [lab, version],
  );
}
