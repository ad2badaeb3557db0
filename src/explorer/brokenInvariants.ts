import type { PodUID } from '../api/pod';
import { simTime } from '../clock/simTime';
import { Simulation } from '../engine/simulation';
import { endOf } from '../engine/timeline';
import { INVARIANTS, type Records, recordsOf, STEP_INVARIANTS } from '../kubelet/invariants';
import type { Kubelet } from '../kubelet/kubelet';
import type { Release } from '../kubelet/releases';
import type { Scenario } from '../scenarios/command';

/** The invariants, by name, that do not hold after some event of a scenario's run. */
export function brokenInvariants(scenario: Scenario, release: Release): ReadonlySet<string> {
  const broken = new Set<string>();
  const forgotten = new Set<PodUID>();
  const sim = Simulation.create({ ...scenario, release: release.name }, release, ({ kind, pod }) => {
    if (kind === 'podForgotten' && pod !== null) forgotten.add(pod);
  });
  const end = simTime(endOf(scenario));
  let kubelet: Kubelet | null = null;
  let before: Records = new Map();
  for (let at = sim.nextAt; at !== null && at <= end; at = sim.nextAt) {
    forgotten.clear();
    sim.step();
    const now = sim.kubelet;
    if (now === null) continue;
    for (const { name, holds } of INVARIANTS) if (holds(now) !== null) broken.add(name);
    // A uid that was forgotten and is known again begins anew, and a new process knows nothing of what was.
    const kept = now === kubelet ? new Map([...before].filter(([uid]) => !forgotten.has(uid))) : new Map();
    for (const { name, holds } of STEP_INVARIANTS) if (holds(kept, now) !== null) broken.add(name);
    kubelet = now;
    before = recordsOf(now);
  }
  return broken;
}
