import type { Kubelet } from '../kubelet/kubelet';
import { seriesValues } from '../metrics/exposition';

const WORKING = ['desired', 'orphan', 'runtime_only'].flatMap((config) =>
  ['sync', 'terminating', 'terminated'].flatMap((lifecycle) =>
    (config === 'runtime_only' ? ['unknown'] : ['', 'true']).map(
      (isStatic) => `kubelet_working_pods{config="${config}",lifecycle="${lifecycle}",static="${isStatic}"}`,
    ),
  ),
);

/** The 23 pod series of the kubelet, in the order of the columns of a sample; column 0 is the time. */
export const GAUGE_COLUMNS: readonly string[] = [
  'kubelet_desired_pods{static=""}',
  'kubelet_desired_pods{static="true"}',
  'kubelet_active_pods{static=""}',
  'kubelet_active_pods{static="true"}',
  'kubelet_mirror_pods',
  'kubelet_restarted_pods_total{static=""}',
  'kubelet_restarted_pods_total{static="true"}',
  'kubelet_orphaned_runtime_pods_total',
  ...WORKING,
];

/** Numbers a sample has: the time in virtual ms, then every column. */
export const GAUGE_WIDTH = GAUGE_COLUMNS.length + 1;

/** What the gauges showed after every housekeeping pass, one sample after the other in one flat list. */
export class GaugeSeries {
  private readonly numbers: number[] = [];

  sample(at: number, kubelet: Kubelet): void {
    const values = seriesValues(kubelet.metrics.registry.collect());
    this.numbers.push(at, ...GAUGE_COLUMNS.map((series) => values[series] ?? 0));
  }

  get samples(): number {
    return this.numbers.length / GAUGE_WIDTH;
  }

  /** The samples from number `from` on, as an array that can be transferred. */
  since(from: number): Float64Array<ArrayBuffer> {
    return Float64Array.from(this.numbers.slice(from * GAUGE_WIDTH));
  }

  /** The samples up to and including `time`. */
  until(time: number): GaugeSeries {
    const cut = new GaugeSeries();
    for (let i = 0; i < this.numbers.length && (this.numbers[i] ?? 0) <= time; i += GAUGE_WIDTH) {
      cut.numbers.push(...this.numbers.slice(i, i + GAUGE_WIDTH));
    }
    return cut;
  }
}
