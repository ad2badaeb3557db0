import { describe, expect, it } from 'vitest';
import { metricsText } from '../../src/engine/metricsText';
import type { SimState } from '../../src/engine/simState';
import { Simulation } from '../../src/engine/simulation';
import { releaseOf } from '../../src/kubelet/releases';
import { at, scenarioOf } from './nodeRun';

const RELEASE = releaseOf('v1.31');
/** Housekeeping ends at 0.11 s and every 2 s after, and sets the gauges then. */
const SCENARIO = scenarioOf(`
pods: { web: { containers: [{ name: app, image: 'web:1', stopTakes: 2s }] } }
steps:
  - { at: 1s, do: createPod, pod: web }
  - { at: 10s, do: deletePod, pod: web }
`);

const labSeries = (sim: Simulation): Record<string, number> =>
  Object.fromEntries(
    metricsText(sim)
      .split('\n')
      .filter((line) => line.startsWith('lab_'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
const nodeAt20s = (): Simulation => {
  const sim = Simulation.create(SCENARIO, RELEASE, () => {});
  sim.runUntil(at('20s'));
  return sim;
};

describe('the histograms of how long, worked out by hand', () => {
  const series = labSeries(nodeAt20s());
  it.each([
    // The kubelet knows of the deletion at 10.01 s; 2 s to stop, StopPodSandbox 0.1 s, two statuses of 5 ms.
    ['the containers are stopped after 2.11 s', 'lab_pod_teardown_seconds_sum{until="stopped"}', 2.11],
    ['which is not up to 2 s', 'lab_pod_teardown_seconds_bucket{until="stopped",le="2"}', 0],
    ['but up to 5 s', 'lab_pod_teardown_seconds_bucket{until="stopped",le="5"}', 1],
    // Housekeeping begins at 14.1 s and finds that nobody wants the pod.
    ['it is forgotten after 4.09 s', 'lab_pod_teardown_seconds_sum{until="forgotten"}', 4.09],
    ['once', 'lab_pod_teardown_seconds_count{until="forgotten"}', 1],
    // Seen by the passes of 2.11 to 8.11 s, and no longer by that of 10.11 s.
    ['8 s of pod in sync', 'lab_working_pods_time_seconds_sum{lifecycle="sync"}', 8],
    ['12 s without', 'lab_working_pods_time_seconds_bucket{lifecycle="sync",le="0"}', 12],
    // Seen terminating at 10.11 and 12.11 s; stopped 10 ms later, and gone at 14.11 s.
    ['4 s terminating', 'lab_working_pods_time_seconds_sum{lifecycle="terminating"}', 4],
    ['never seen terminated', 'lab_working_pods_time_seconds_sum{lifecycle="terminated"}', 0],
    ['12 s of active pod', 'lab_active_pods_time_seconds_sum', 12],
    ['8 s without any', 'lab_active_pods_time_seconds_bucket{le="0"}', 8],
    ['20 s in all', 'lab_active_pods_time_seconds_count', 20],
  ])('%s', (_, name, value) => expect(series[name]).toBeCloseTo(value, 9));

  it('has no name of the kubelet', () => {
    const names = nodeAt20s().labMetrics.registry.collect();
    expect(names.filter(({ name }) => !name.startsWith('lab_'))).toEqual([]);
  });

  it.each(['0s', '5s', '11s', '12.12s', '13s'])('saved and restored at %s it comes to the same', (time) => {
    const first = Simulation.create(SCENARIO, RELEASE, () => {});
    first.runUntil(at(time));
    const saved = JSON.parse(JSON.stringify(first.save())) as SimState;
    const again = Simulation.restore(saved, SCENARIO, RELEASE, () => {});
    again.runUntil(at('20s'));
    expect(labSeries(again)).toEqual(series);
  });
});
