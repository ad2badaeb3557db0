import type { PodUID } from '../api/pod';
import { isWorking, lifecycleOf, terminationRequested } from '../machine/podSyncStatus';
import { waitsForName, wakeUpLedger } from './ledger';
import type { Simulation } from './simulation';

/**
 * What is to be said of a pod now.
 * - `stuck`: its end has been asked for, it is not finished, and nothing will reach its worker any more;
 * - `abandoned`: no source wants it and nobody will ever ask its worker to stop it;
 * - `blocked`: a static pod that waits for a name whose holder is stuck or abandoned;
 * - the others: `running`, `onItsWay` (starting or stopping), `finished`, `gone`.
 */
export type VerdictKind = 'stuck' | 'abandoned' | 'blocked' | 'onItsWay' | 'running' | 'finished' | 'gone';

export interface Verdict {
  readonly kind: VerdictKind;
  /** One sentence: why. */
  readonly why: string;
}

/** Is the verdict `stuck`? Cheap where it is plain that it is not. */
export function isPodStuck(sim: Simulation, uid: PodUID): boolean {
  const pod = sim.kubelet?.podWorkers.snapshotOf(uid) ?? null;
  return pod !== null && !isWorking(pod) && terminationRequested(pod) && verdictOf(sim, uid).kind === 'stuck';
}

/** Decides from the model's state alone, as if every fault were lifted and nobody outside did anything. */
export function verdictOf(sim: Simulation, uid: PodUID): Verdict {
  const pod = sim.kubelet?.podWorkers.snapshotOf(uid) ?? null;
  if (sim.kubelet === null) return { kind: 'onItsWay', why: 'no kubelet is running at the moment' };
  if (pod === null) return { kind: 'gone', why: 'the pod workers have no record of the pod' };
  const lifecycle = lifecycleOf(pod);
  if (lifecycle === 'finished') return { kind: 'finished', why: 'nothing is left to do for its worker' };
  // The ledger walks through the queue; a worker that is not idle needs no ledger.
  if (isWorking(pod))
    return {
      kind: 'onItsWay',
      why: pod.context.taken === null ? 'an update is pending' : 'a call is under way',
    };
  const ledger = (wakeUpLedger(sim, uid) ?? []).filter(({ source }) => source !== 'restart');
  const moves = ledger.find(({ wakes }) => wakes);
  if (moves === undefined && terminationRequested(pod)) {
    return { kind: 'stuck', why: 'nothing in this kubelet will touch it again' };
  }
  const wanted = sim.kubelet.podManager.get(uid) !== null;
  if (moves === undefined && !wanted) {
    return { kind: 'abandoned', why: 'no source wants it, and nobody will ask its worker to stop it' };
  }
  const holder = waitsForName(sim, uid);
  if (holder !== null) {
    const of = verdictOf(sim, holder).kind;
    const blocked = of === 'stuck' || of === 'abandoned';
    return blocked
      ? {
          kind: 'blocked',
          why: `waits for its name, which a pod holds that will never give it up (${holder})`,
        }
      : { kind: 'onItsWay', why: `waits for its name, held by ${holder}` };
  }
  if (lifecycle === 'syncing' && sim.runtime.stateOf(uid) === 'running') {
    return { kind: 'running', why: 'its worker waits for the next sync' };
  }
  return { kind: 'onItsWay', why: moves?.why ?? 'its worker is about to move' };
}
