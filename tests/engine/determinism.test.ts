import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Random } from '../../src/clock/random';
import { simTime } from '../../src/clock/simTime';
import { fingerprintOf } from '../../src/engine/fingerprint';
import { Simulation } from '../../src/engine/simulation';
import { endOf } from '../../src/engine/timeline';
import type { TraceEvent } from '../../src/engine/trace';
import { RELEASE_NAMES, type ReleaseName, releaseOf } from '../../src/kubelet/releases';
import type { Scenario } from '../../src/scenarios/command';
import { anyScenario, lastStep, played } from './anyScenario';
import { catalogScenario, scenarioOf, throughJson } from './nodeRun';

// Whole runs, many of them: a shared machine may be slow.
vi.setConfig({ testTimeout: 60_000 });

/** A trace as bytes: one line an event. */
const lines = (trace: readonly TraceEvent[]): string[] => trace.map((event) => JSON.stringify(event));

/** The trace of a run to `end`, and the state that it ends in. */
function play(scenario: Scenario, release: ReleaseName, end: number) {
  const trace: TraceEvent[] = [];
  const sim = Simulation.create(scenario, releaseOf(release), (event) => trace.push(event));
  sim.runUntil(simTime(end));
  return { trace: lines(trace), state: JSON.stringify(sim.save()) };
}

/** Everything at once: faults, static pods of one name, hangs in calls, restarts, both servers away. */
const TURMOIL = `
shuffleTies: true
seed: 11
pods:
  web: { gracePeriod: 5, volumes: [data], containers: [{ name: app, stopTakes: 3s }, { name: side }] }
  job: { restartPolicy: Never, initContainers: [{ runsFor: 1s }], containers: [{ runsFor: 4s }] }
  left: { podName: twin, gracePeriod: 4, containers: [{ name: app, image: a:1, stopTakes: 9s }] }
  right: { podName: twin, containers: [{ name: app, image: a:2 }] }
steps:
  - { at: 0s, do: createPod, pod: web }
  - { at: 0s, do: createPod, pod: job }
  - { at: 0s, do: createStaticPod, pod: left }
  - { at: 3s, do: injectFault, operation: StopContainer, pod: web, kind: hang, times: until-lifted, name: stop }
  - { at: 4s, do: deletePod, pod: web }
  - { at: 5s, do: removeStaticPod, pod: left }
  - { at: 5s, do: createStaticPod, pod: right }
  - { at: 9s, do: injectFault, operation: StopPodSandbox, kind: error, probability: 0.5, times: 4 }
  - { at: 12s, do: apiServerDown }
  - { at: 14s, do: evictPod, pod: job }
  - { at: 15s, do: liftFault, name: stop }
  - { at: 20s, do: injectFault, operation: RunPodSandbox, kind: lostReply, times: 1 }
  - { at: 21s, do: editStaticPod, pod: right }
  - { at: 22s, do: restartKubelet, downtime: 2s }
  - { at: 26s, do: stopRuntime }
  - { at: 29s, do: startRuntime }
  - { at: 33s, do: apiServerUp }
  - { at: 36s, do: createPod, pod: web }
  - { at: 38s, do: injectFault, operation: UnmountVolume, kind: delay, delay: 5s }
  - { at: 40s, do: forceDeletePod, pod: web }
`;

const SCENARIOS: readonly (readonly [string, Scenario])[] = [
  ['everything at once', scenarioOf(TURMOIL)],
  ...[
    'force-delete-cri-error',
    'kubelet-restart-with-orphans',
    'two-static-pods-one-name',
    'api-server-down',
    'e2e-static-pod-runtime-down',
  ].map((name) => [name, catalogScenario(name)] as const),
];

describe.each(RELEASE_NAMES)('a run of %s', (release) => {
  it.each(SCENARIOS)('of %s is the same, byte for byte, when it is run again', (_, scenario) => {
    const first = play(scenario, release, endOf(scenario));
    expect(first.trace.length).toBeGreaterThan(50);
    expect(play(scenario, release, endOf(scenario))).toEqual(first);
  });

  it.each(SCENARIOS)('of %s goes on from any save as if it had never stopped', (_, scenario) => {
    const end = endOf(scenario);
    const whole = play(scenario, release, end);
    // Fifty moments, drawn from the events of the queue.
    const steps = countSteps(scenario, release, end);
    const random = Random.fromSeed(17);
    const cuts = new Set(Array.from({ length: 50 }, () => random.below(steps)));
    const trace: string[] = [];
    const live = Simulation.create(scenario, releaseOf(release), (event) =>
      trace.push(JSON.stringify(event)),
    );
    // The run is cut at every one of them and goes on from what JSON has left of it.
    let sim = live;
    for (let i = 0; i < steps; i++) {
      if (cuts.has(i)) {
        const saved = sim.save();
        const state = throughJson(saved);
        if (sim === live) expect(state).toEqual(saved);
        sim = Simulation.restore(state, scenario, releaseOf(release), (event) =>
          trace.push(JSON.stringify(event)),
        );
        expect(JSON.stringify(sim.save())).toBe(JSON.stringify(saved));
      }
      sim.step();
    }
    sim.runUntil(end);
    expect(trace).toEqual(whole.trace);
    expect(JSON.stringify(sim.save())).toBe(whole.state);
  });
});

function countSteps(scenario: Scenario, release: ReleaseName, end: number): number {
  const sim = Simulation.create(scenario, releaseOf(release), () => {});
  let steps = 0;
  for (let next = sim.nextAt; next !== null && next <= end; next = sim.nextAt) {
    sim.step();
    steps++;
  }
  return steps;
}

describe('any run', () => {
  it('goes on from a save in the middle as if it had never stopped', () => {
    fc.assert(
      fc.property(anyScenario(12), fc.constantFrom(...RELEASE_NAMES), fc.nat(1000), (raw, release, at) => {
        const scenario = played(raw);
        const end = lastStep(raw) + 30_000;
        const whole = play(scenario, release, end);
        const trace: TraceEvent[] = [];
        const first = Simulation.create(scenario, releaseOf(release), (event) => trace.push(event));
        first.runUntil(simTime((at / 1000) * end));
        const then = (event: TraceEvent) => trace.push(event);
        const second = Simulation.restore(throughJson(first.save()), scenario, releaseOf(release), then);
        second.runUntil(simTime(end));
        expect(lines(trace)).toEqual(whole.trace);
        expect(JSON.stringify(second.save())).toBe(whole.state);
      }),
      { seed: 4, numRuns: 15 },
    );
  }, 60_000);

  it('does not move another one: two that are stepped in turns are what they are alone', () => {
    const scenario = scenarioOf(TURMOIL);
    const traces: [string[], string[]] = [[], []];
    const [a, b] = (['v1.26', 'v1.31'] as const).map((release, i) =>
      Simulation.create(scenario, releaseOf(release), (event) =>
        traces[i as 0 | 1].push(JSON.stringify(event)),
      ),
    );
    const due = (sim: Simulation | undefined) => (sim?.nextAt ?? Number.POSITIVE_INFINITY) <= 60_000;
    while (due(a) || due(b)) {
      if (due(a)) a?.step();
      if (due(b)) b?.step();
    }
    expect(traces[0]).toEqual(play(scenario, 'v1.26', 60_000).trace);
    expect(traces[1]).toEqual(play(scenario, 'v1.31', 60_000).trace);
  });
});

describe('chance', () => {
  it('comes from the seed alone: another seed, another run', () => {
    const scenario = scenarioOf(TURMOIL);
    const of = (seed: number) => play({ ...scenario, seed }, 'v1.31', 60_000).trace;
    expect(of(11)).toEqual(of(11));
    expect(of(11)).not.toEqual(of(12));
  });

  it('shuffles ties only where that is asked for', () => {
    const scenario = scenarioOf(TURMOIL);
    const of = (shuffleTies: boolean) => play({ ...scenario, shuffleTies }, 'v1.31', 60_000).trace;
    expect(of(true)).not.toEqual(of(false));
  });
});

describe('across processes', () => {
  it('a run has the same fingerprint', async () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const name = 'kubelet-restart-with-orphans';
    const elsewhere = async (): Promise<string> => {
      const args = ['src/cli/main.ts', 'run', name, '--release', 'v1.27', '--format', 'json'];
      const { stdout } = await promisify(execFile)(`${root}node_modules/.bin/tsx`, args, { cwd: root });
      return (JSON.parse(stdout) as { fingerprint: string }).fingerprint;
    };
    const trace: TraceEvent[] = [];
    const scenario = catalogScenario(name);
    const sim = Simulation.create(scenario, releaseOf('v1.27'), (event) => trace.push(event));
    sim.runUntil(endOf(scenario));
    expect(await Promise.all([elsewhere(), elsewhere()])).toEqual([
      fingerprintOf(trace),
      fingerprintOf(trace),
    ]);
  }, 60_000);
});
