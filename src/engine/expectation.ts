import type { PodUID } from '../api/pod';
import { assertNever } from '../base/assert';
import { lifecycleOf } from '../machine/podSyncStatus';
import { seriesValues } from '../metrics/exposition';
import type { Expectation, WorkerState } from '../scenarios/command';
import { kubectlStatus } from './kubectlStatus';
import type { Simulation } from './simulation';
import { verdictOf } from './verdict';

/** Whether an expectation holds, and what there is instead (or as well), in the words of the scenario file. */
export interface Checked {
  readonly ok: boolean;
  readonly got: string;
}

/** The worker's state of a uid as people read it. */
export function workerStateOf(sim: Simulation, uid: PodUID): WorkerState {
  const pod = sim.kubelet?.podWorkers.snapshotOf(uid) ?? null;
  return pod === null ? 'forgotten' : lifecycleOf(pod);
}

/** Holds everything that `expect` names against the run as it is now. */
export function checkExpectation(sim: Simulation, expect: Expectation): Checked {
  const facts: [string, string, string][] = [];
  if (expect.pod !== undefined) {
    const uid = sim.world.uidOf(expect.pod);
    for (const key of ['worker', 'kubectl', 'runtime', 'stuck', 'image', 'mirrorPod'] as const) {
      if (expect[key] !== undefined) facts.push([key, String(expect[key]), podFact(sim, uid, key)]);
    }
  }
  if (expect.metrics !== undefined) {
    const values = sim.kubelet === null ? {} : seriesValues(sim.kubelet.metrics.registry.collect());
    for (const [series, value] of expect.metrics)
      facts.push([series, String(value), String(values[series] ?? 0)]);
  }
  return {
    ok: facts.every(([, wanted, got]) => wanted === got),
    got: facts.map(([key, , got]) => `${key}: ${got}`).join(', '),
  };
}

type PodFact = 'worker' | 'kubectl' | 'runtime' | 'stuck' | 'image' | 'mirrorPod';

function podFact(sim: Simulation, uid: PodUID | null, key: PodFact): string {
  const life = uid === null ? null : sim.world.lifeOf(uid);
  if (uid === null || life === null) return 'no such pod yet';
  switch (key) {
    case 'worker':
      return workerStateOf(sim, uid);
    case 'kubectl':
      return kubectlStatus(sim.world.apiObjectOf(life));
    case 'runtime':
      return sim.runtime.stateOf(uid);
    case 'stuck':
      return String(verdictOf(sim, uid).kind === 'stuck');
    case 'image':
      return runningImage(sim, uid) ?? 'none';
    case 'mirrorPod':
      return life.isStatic && sim.world.apiObjectOf(life) !== null ? 'present' : 'absent';
    default:
      return assertNever(key);
  }
}

/** The image of the newest running container of a pod. */
function runningImage(sim: Simulation, uid: PodUID): string | null {
  const running = sim.runtime.containers().filter((c) => c.uid === uid && c.state === 'running');
  return running.at(-1)?.image ?? null;
}
