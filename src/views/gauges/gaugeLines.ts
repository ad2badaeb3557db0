import type { GaugeColumn } from '../../store/selectors/gaugesSeries';
import type { ChartLine } from './GaugeChart';

/** A phase of `kubelet_working_pods` has the colour that it has in the lanes. */
const LIFECYCLES: Readonly<Record<string, string>> = {
  sync: 'var(--phase-sync)',
  terminating: 'var(--phase-terminating)',
  terminated: 'var(--phase-terminated)',
};

/** v1.26 does not export the pod metrics; the lab fills them for comparison, and says so. */
export const isComputed = (release: string): boolean => release === 'v1.26';

export const COMPUTED = 'computed by the lab: v1.26 does not export it';

/** The colour of a series of the first run; the second run has one of its own. */
export function colourOf(run: number, { labels }: GaugeColumn): string {
  if (run > 0) return 'var(--warn)';
  return (
    LIFECYCLES[labels.lifecycle ?? ''] ?? (labels.static === 'true' ? 'var(--phase-idle)' : 'var(--accent)')
  );
}

/** How the series of the runs are drawn: dashes for what only the lab computes, dots for the second run. */
export const linesOf = (releases: readonly string[], series: readonly GaugeColumn[]): readonly ChartLine[] =>
  releases.flatMap((release, run) =>
    series.map((column) => ({
      run,
      column: column.column,
      colour: colourOf(run, column),
      dash: isComputed(release) ? '5 3' : run > 0 ? '2 3' : '',
    })),
  );
