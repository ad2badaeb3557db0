import { type Duration, duration, seconds, simTime } from '../../src/clock/simTime';
import { Simulation } from '../../src/engine/simulation';
import { releaseOf } from '../../src/kubelet/releases';
import type { Scenario, ScenarioStep } from '../../src/scenarios/command';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { printTable } from './printTable';

const PODS = 110;

function scenarioOf(steps: readonly ScenarioStep[]): Scenario {
  const pods = Array.from({ length: PODS }, (_, i) => `  p${i}: { gracePeriod: 2 }`).join('\n');
  const parsed = parseScenario({
    file: 'bench',
    text: `version: 1\ntitle: bench\npods:\n${pods}\nsteps: []\n`,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.diagnostics));
  return { ...parsed.value, maxPods: 10 * PODS, steps };
}

const step = (at: number, command: Extract<ScenarioStep, { command: unknown }>['command']): ScenarioStep => ({
  at: duration(at) as Duration,
  line: null,
  command,
});

function idle(): Scenario {
  return scenarioOf(Array.from({ length: PODS }, (_, i) => step(0, { do: 'createPod', pod: `p${i}` })));
}

/** Every pod is created, lives for ten seconds, is deleted gracefully and comes again. */
function churn(virtualSeconds: number): Scenario {
  const steps: ScenarioStep[] = [];
  for (let i = 0; i < PODS; i++) {
    for (let t = i * 150; t < virtualSeconds * 1000; t += 20_000) {
      steps.push(step(t, { do: 'createPod', pod: `p${i}` }));
      steps.push(step(t + 10_000, { do: 'deletePod', pod: `p${i}`, gracePeriod: null }));
    }
  }
  return scenarioOf(steps.sort((a, b) => a.at - b.at));
}

function measure(scenario: Scenario, virtualSeconds: number) {
  let events = 0;
  const sim = Simulation.create(scenario, releaseOf('v1.31'), () => events++);
  const began = performance.now();
  sim.runUntil(simTime(seconds(virtualSeconds)));
  const wall = (performance.now() - began) / 1000;
  const state = sim.save();
  return { perSecond: virtualSeconds / wall, events, bytes: JSON.stringify(state).length };
}

/** How much faster than real time a whole node runs, and what its state weighs. */
export function benchNode(): void {
  measure(idle(), 60);
  const rows = [
    { name: `idle, ${PODS} pods, 600 s`, ...measure(idle(), 600) },
    { name: `churn, ${PODS} pods, 300 s`, ...measure(churn(300), 300) },
  ];
  const empty = measure(scenarioOf([]), 60).bytes;
  printTable('A whole node (v1.31)', [
    ['', 'virtual s a wall s', 'trace events', 'state, bytes a pod'],
    ...rows.map(({ name, perSecond, events, bytes }) => [
      name,
      Math.round(perSecond).toLocaleString('en'),
      events.toLocaleString('en'),
      Math.round((bytes - empty) / PODS).toLocaleString('en'),
    ]),
  ]);
}
