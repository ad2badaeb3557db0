import parsePrometheusTextFormat from 'parse-prometheus-text-format';
import { expect, test } from 'vitest';
import { simTime } from '../../src/clock/simTime';
import { metricsText } from '../../src/engine/metricsText';
import { Simulation } from '../../src/engine/simulation';
import { releaseOf } from '../../src/kubelet/releases';
import { parseScenario } from '../../src/scenarios/parseScenario';

interface Family {
  readonly name: string;
  readonly type: string;
  readonly metrics: readonly {
    readonly value?: string;
    readonly buckets?: Readonly<Record<string, string>>;
  }[];
}

test.each(['v1.26', 'v1.31'] as const)('a published parser reads the exposition of %s', (release) => {
  const text = 'version: 1\ntitle: t\npods: { web: {} }\nsteps: [{ at: 0s, do: createPod, pod: web }]\n';
  const parsed = parseScenario({ file: 't.yaml', text });
  if (!parsed.ok) throw new Error('the scenario is good');
  const sim = Simulation.create(parsed.value, releaseOf(release), () => {});
  sim.runUntil(simTime(30_000));
  const families: readonly Family[] = parsePrometheusTextFormat(metricsText(sim));
  const named = (name: string) => families.find((family) => family.name === name);
  expect(named('kubelet_desired_pods')).toMatchObject({ type: 'GAUGE' });
  expect(named('kubelet_desired_pods')?.metrics.map(({ value }) => value)).toEqual(['1', '0']);
  expect(named('kubelet_restarted_pods_total')).toMatchObject({ type: 'COUNTER' });
  // Active from the first housekeeping pass at 2.1 s on, so never above 1 in the 30 s.
  const active = named('lab_active_pods_time_seconds');
  expect(active).toMatchObject({ type: 'HISTOGRAM' });
  expect(Number(active?.metrics[0]?.buckets?.['1'])).toBe(30);
});
