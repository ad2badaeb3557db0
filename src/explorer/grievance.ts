import type { PodFullName, PodUID } from '../api/pod';
import { lifecycleOf } from '../machine/podSyncStatus';
import type { PodSnapshot } from '../machine/step';
import type { Model } from './model';
import { DELETED, GONE, NEVER, type PodHere, PRESENT } from './podHere';

/** A pod that will not come to what is wanted of it, and why. */
export interface Grievance {
  readonly pod: string;
  readonly why: string;
}

/** What of a node a grievance is about. */
export interface NodeJudged {
  readonly model: Model;
  readonly pods: readonly PodHere[];
  readonly isListed: boolean;
  readonly podWorkers: { holderOf(name: PodFullName): PodUID | null };
  recordOf(pod: PodHere): PodSnapshot | null;
}

/**
 * The first grievance if nothing changed any more; `null` if every watched pod has come to what is wanted of it. A watched pod that is
 * itself stuck comes before one that waits for it.
 */
export function firstGrievance(node: NodeJudged): Grievance | null {
  if (!node.isListed) return { pod: '', why: 'a source has not been listed' };
  let first: Grievance | null = null;
  for (const pod of node.pods) {
    if (!node.model.watch.includes(pod.model.name)) continue;
    const why = grievanceOf(node, pod);
    if (why !== null && (first === null || first.why.includes(' never starts')))
      first = { pod: pod.model.name, why };
  }
  return first;
}

/**
 * What is wrong with a pod: one that no source wants is forgotten and does not run; one that is wanted runs, or is finished if it is
 * over. A static pod whose name another wanted pod rightly holds waits, and that is what is wanted of it.
 */
function grievanceOf(node: NodeJudged, pod: PodHere): string | null {
  const record = node.recordOf(pod);
  const { name } = pod.model;
  if (pod.source === NEVER || pod.source === GONE) {
    if (record !== null)
      return `no source wants ${name}, and its worker stays ${lifecycleOf(record)} for ever`;
    return pod.runs ? `no source wants ${name}, and it runs for ever` : null;
  }
  if (pod.source === DELETED) return `${name} is deleted, and its API object never goes`;
  if (pod.ended || pod.phase !== 0) {
    if (pod.runs) return `${name} is over, and it runs`;
    return record === null || lifecycleOf(record) === 'finished'
      ? null
      : `${name} is over, and its worker stays ${lifecycleOf(record)} for ever`;
  }
  if (record !== null && lifecycleOf(record) === 'syncing' && pod.runs) return null;
  const holder = node.pods.find(
    ({ uid }) => uid !== pod.uid && uid === node.podWorkers.holderOf(pod.fullName),
  );
  if (pod.model.static && holder !== undefined) {
    if (holder.source === PRESENT && grievanceOf(node, holder) === null) return null;
    return `${name} never starts: ${holder.model.name} holds the name ${pod.model.fullName} and never gives it up`;
  }
  const state = record === null ? 'the workers do not know it' : `its worker stays ${lifecycleOf(record)}`;
  return `${name} is wanted and never runs: ${state}`;
}
