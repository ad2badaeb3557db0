import type { PodUID } from '../api/pod';
import { seriesValues } from '../metrics/exposition';
import type { RuntimeState, WorkerState } from '../scenarios/command';
import { workerStateOf } from './expectation';
import { fingerprintOf } from './fingerprint';
import { kubectlStatus } from './kubectlStatus';
import { NODE_NAME } from './podIdentity';
import type { PodLife } from './simState';
import type { Simulation } from './simulation';
import type { TraceEvent } from './trace';
import { type VerdictKind, verdictOf } from './verdict';

/** One pod, from the three sides that people look at it from, and what is to be said of it. */
export interface PodReport {
  /** As the scenario calls it: a static pod's own name has the node's behind it. */
  readonly name: string;
  readonly namespace: string;
  readonly uid: PodUID;
  readonly static: boolean;
  readonly kubectl: string;
  readonly worker: WorkerState;
  readonly runtime: RuntimeState;
  readonly stuck: boolean;
  readonly verdict: VerdictKind;
  readonly why: string;
}

/** An expectation of the scenario that was checked. */
export interface ExpectReport {
  /** Virtual ms. */
  readonly at: number;
  readonly ok: boolean;
  readonly expected: string;
  readonly got: string;
}

/** What a run came to; the JSON of `lab run`. Times in virtual ms. */
export interface RunReport {
  readonly scenario: string;
  readonly title: string;
  readonly release: string;
  readonly seed: number;
  readonly now: number;
  readonly fingerprint: string;
  readonly pods: readonly PodReport[];
  readonly metrics: Readonly<Record<string, number>>;
  readonly expects: readonly ExpectReport[];
}

/** How a life is called where people read: by the name that the scenario gave its pod. */
const shownName = (life: PodLife): string =>
  life.isStatic && life.name.endsWith(`-${NODE_NAME}`)
    ? life.name.slice(0, -NODE_NAME.length - 1)
    : life.name;

/** Names pods by uid for sentences; a uid that nobody knows stands for itself. */
export function namesOf(sim: Simulation): (uid: PodUID) => string {
  return (uid) => {
    const life = sim.world.lifeOf(uid);
    return life === null ? uid : shownName(life);
  };
}

/** Every pod that has been here, one row a life. */
export function podReports(sim: Simulation): readonly PodReport[] {
  return sim.world.allLives().map((life): PodReport => {
    const { uid, namespace, isStatic } = life;
    const verdict = verdictOf(sim, uid);
    return {
      name: shownName(life),
      namespace,
      uid,
      static: isStatic,
      kubectl: kubectlStatus(sim.world.apiObjectOf(life)),
      worker: workerStateOf(sim, uid),
      runtime: sim.runtime.stateOf(uid),
      stuck: verdict.kind === 'stuck',
      verdict: verdict.kind,
      why: verdict.why,
    };
  });
}

/** The report of a run that stands at its end. `name`: what the scenario is called by. */
export function reportOf(name: string, sim: Simulation, trace: readonly TraceEvent[]): RunReport {
  return {
    scenario: name,
    title: sim.scenario.title,
    release: sim.release.name,
    seed: sim.scenario.seed,
    now: sim.now,
    fingerprint: fingerprintOf(trace),
    pods: podReports(sim),
    metrics: sim.kubelet === null ? {} : seriesValues(sim.kubelet.metrics.registry.collect()),
    expects: trace.flatMap((event) => {
      if (event.kind !== 'expectChecked') return [];
      const { ok, expected, got } = event.data;
      return [{ at: event.at, ok, expected: expectedText(expected), got }];
    }),
  };
}

/** An expectation in the words of its file. */
function expectedText(expected: object): string {
  const { releases: _, metrics, ...facts } = expected as Record<string, unknown>;
  const series = metrics instanceof Map ? [...metrics].map(([name, value]) => `${name}: ${value}`) : [];
  return [...Object.entries(facts).map(([key, value]) => `${key}: ${String(value)}`), ...series].join(', ');
}
