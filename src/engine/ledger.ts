import { fullNameOf, type PodUID } from '../api/pod';
import { isWorking, lifecycleOf, terminationRequested } from '../machine/podSyncStatus';
import type { PodSnapshot } from '../machine/step';
import type { PodLife } from './simState';
import type { Simulation } from './simulation';

/** One thing that could still move a pod, whether it will, and why (not). */
export interface LedgerEntry {
  readonly source: 'worker' | 'config' | 'workQueue' | 'pleg' | 'housekeeping' | 'restart';
  readonly wakes: boolean;
  readonly why: string;
}

const yes = (source: LedgerEntry['source'], why: string): LedgerEntry => ({ source, wakes: true, why });
const no = (source: LedgerEntry['source'], why: string): LedgerEntry => ({ source, wakes: false, why });

/**
 * What can still reach the worker of a pod if nobody outside does anything and every fault is lifted: decided from the
 * state, never by waiting. `null`: the kubelet has no record of the pod. The last entry is what a person can always do.
 */
export function wakeUpLedger(sim: Simulation, uid: PodUID): readonly LedgerEntry[] | null {
  const { kubelet } = sim;
  const pod = kubelet?.podWorkers.snapshotOf(uid) ?? null;
  const life = sim.world.lifeOf(uid);
  if (pod === null || life === null) return null;
  return [
    worker(pod),
    config(sim, life),
    workQueue(sim, uid),
    pleg(sim, uid),
    housekeeping(sim, uid, pod),
    yes('restart', 'a kubelet restart forgets all workers and looks at what runs'),
  ];
}

function worker(pod: PodSnapshot): LedgerEntry {
  return isWorking(pod)
    ? yes('worker', pod.context.taken === null ? 'an update is pending' : 'a call is under way')
    : no('worker', 'idle, nothing is pending');
}

/** News that is on its way: in the sync loop's inbox, in the watch, or once the API server can be reached again. */
function config(sim: Simulation, { uid, isStatic }: PodLife): LedgerEntry {
  const { kubelet } = sim;
  const inInbox = kubelet?.syncLoop.waiting.some(
    (event) => event.type === 'config' && event.delta.pod.uid === uid,
  );
  if (inInbox === true) return yes('config', 'news of the pod waits for the sync loop');
  for (const event of sim.upcoming()) {
    if (event.type === 'watch' && event.uid === uid) return yes('config', 'the watch brings news of the pod');
    if (event.type === 'manifest' && event.uid === uid)
      return yes('config', 'the file system brings news of the pod');
    if (event.type === 'listManifests' && isStatic)
      return yes('config', 'the manifests are about to be read');
    if (event.type === 'listPods' && !isStatic) return yes('config', 'the API server is about to be listed');
  }
  const known = kubelet?.podManager.get(uid) ?? null;
  const wanted = isStatic
    ? sim.world.manifests().some((pod) => pod.uid === uid)
    : sim.world.apiserver.get(uid) !== null;
  if (wanted !== (known !== null))
    return yes('config', 'the source and the pod manager differ: news will come');
  return known === null
    ? no('config', 'the pod manager does not know the pod any more')
    : no('config', 'the source has told everything');
}

function workQueue(sim: Simulation, uid: PodUID): LedgerEntry {
  const work = sim.kubelet?.workQueue.get(uid) ?? null;
  if (work === null) return no('workQueue', 'the pod is not in the work queue');
  const due = `${(work.dueAt / 1000).toFixed(1)} s`;
  return sim.kubelet?.podManager.get(uid) === null
    ? no('workQueue', `a retry is due at ${due}, and will be dropped: the pod manager does not know the pod`)
    : yes('workQueue', `a retry is due at ${due}`);
}

function pleg(sim: Simulation, uid: PodUID): LedgerEntry {
  if (sim.kubelet?.podManager.get(uid) === null) {
    return no('pleg', 'changes in the runtime are ignored: the pod manager does not know the pod');
  }
  return sim.runtime.stateOf(uid) === 'running'
    ? yes('pleg', 'the end of a container would be told to the worker')
    : no('pleg', 'nothing of the pod runs that could change');
}

function housekeeping(sim: Simulation, uid: PodUID, pod: PodSnapshot): LedgerEntry {
  const { kubelet, release } = sim;
  const orphan = kubelet?.podManager.get(uid) === null;
  if (lifecycleOf(pod) === 'finished') {
    return orphan || pod.context.restartRequested
      ? yes('housekeeping', 'the next pass forgets the pod')
      : no('housekeeping', 'the pod is finished and still in the config: it stays known');
  }
  if (!orphan) return no('housekeeping', 'the pod is in the config: housekeeping leaves it to the others');
  if (release.housekeepingReplays) return yes('housekeeping', 'the next pass sends the last update again');
  return terminationRequested(pod)
    ? no('housekeeping', `sees that the worker has not finished and leaves it alone (${release.name})`)
    : no('housekeeping', `sees that nobody wants the pod and does nothing (${release.name})`);
}

/** The name that a static pod waits for, and who holds it; `null` if it does not wait. */
export function waitsForName(sim: Simulation, uid: PodUID): PodUID | null {
  const pod = sim.kubelet?.podWorkers.snapshotOf(uid) ?? null;
  const life = sim.world.lifeOf(uid);
  if (pod === null || life === null || !life.isStatic || lifecycleOf(pod) !== 'observed') return null;
  const holder = sim.kubelet?.podWorkers.holderOf(fullNameOf(life)) ?? null;
  return holder === uid ? null : holder;
}
