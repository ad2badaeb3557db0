import { simTime } from '../clock/simTime';
import { Simulation } from '../engine/simulation';
import { endOf } from '../engine/timeline';
import { verdictOf } from '../engine/verdict';
import type { Release } from '../kubelet/releases';
import type { Scenario } from '../scenarios/command';

/**
 * The pods of a scenario, by template, that are stuck when its run ends: nothing will ever bring them further. Beside the verdicts
 * that say so, a pod whose API object has been deleted and stays although its worker has nothing left to do.
 */
export function stuckPods(scenario: Scenario, release: Release): readonly string[] {
  const sim = Simulation.create({ ...scenario, release: release.name }, release, () => {});
  sim.runUntil(simTime(endOf(scenario)));
  return [...scenario.pods.keys()].filter((template) => {
    const uid = sim.world.uidOf(template);
    const life = uid === null ? null : sim.world.lifeOf(uid);
    if (uid === null || life === null) return false;
    const { kind } = verdictOf(sim, uid);
    if (kind === 'stuck' || kind === 'abandoned' || kind === 'blocked') return true;
    const object = sim.world.apiserver.get(uid);
    const isLeft = object !== null && object.deletion !== null && object.finalizers.length === 0;
    return isLeft && (kind === 'finished' || kind === 'gone');
  });
}
