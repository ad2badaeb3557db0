import { formatExposition } from '../metrics/exposition';
import type { Simulation } from './simulation';

/**
 * The kubelet's /metrics as Prometheus text, as far as they are modelled, and the lab's own under `lab_`; empty while no kubelet
 * runs. v1.26 exports none of the kubelet's: there they are computed for comparison, and the text says so.
 */
export function metricsText(sim: Simulation): string {
  if (sim.kubelet === null) return '';
  const note = sim.release.exportsPodMetrics
    ? ''
    : `# ${sim.release.name} does not export these; Pod Worker Lab computes them for comparison.\n`;
  return (
    note + formatExposition([...sim.kubelet.metrics.registry.collect(), ...sim.labMetrics.registry.collect()])
  );
}
