import type { Release } from '../kubelet/releases';
import { callPhase, lifecycleOf, workerOf } from '../machine/podSyncStatus';
import type { PodSnapshot } from '../machine/step';
import type { Action, ActionKind } from './alphabet';
import type { Model } from './model';
import { DELETED, GONE, isThere, NEVER, type PodHere, PRESENT } from './podHere';

/** What of a node decides what can happen on it. */
export interface NodeSeen {
  readonly model: Model;
  readonly release: Release;
  readonly pods: readonly PodHere[];
  readonly reportedApi: boolean;
  readonly reportedFile: boolean;
  readonly synced: boolean;
  recordOf(pod: PodHere): PodSnapshot | null;
}

/** Everything that can happen now, in a fixed order, whether or not a budget is left for it. */
export function possibleActions(node: NodeSeen): Action[] {
  const found: Action[] = [];
  const add = (kind: ActionKind, pod = -1): void => void found.push({ kind, pod });
  const { reportedApi, reportedFile } = node;
  for (const pod of node.pods) actionsOfWorker(node, pod, add);
  if (!reportedFile) add('reportFile');
  if (!reportedApi) add('reportApi');
  for (const pod of node.pods) {
    if (mayObjectGo(node, pod)) add('objectGoes', pod.index);
    if (pod.queued && !pod.fresh) add('deliver', pod.index);
  }
  if (reportedApi && reportedFile) add('housekeeping');
  for (const { index, source, model } of node.pods) {
    if (source === NEVER) add('add', index);
    if (isThere({ source }) && !model.stays) add('remove', index);
    if (source === PRESENT) add('update', index);
    if (source === PRESENT && !model.static && !model.stays) add('delete', index);
    if (source === GONE) add('readd', index);
  }
  add('restart');
  return found;
}

function actionsOfWorker(node: NodeSeen, pod: PodHere, add: (kind: ActionKind, pod?: number) => void): void {
  const { index, call, runs, ended, model } = pod;
  const interleaved = node.model.turns === 'interleaved';
  const record = interleaved || call === 1 ? node.recordOf(pod) : null;
  if (interleaved && record !== null) {
    if (workerOf(record) === 'notified') add('turn', index);
    if (callPhase(record) === 'awaitingPodStatus') add('refresh', index);
  }
  if (call === 0) return;
  const isSync = call === 1;
  if (isSync && record?.context.cancelled === true) return add('cancelled', index);
  if (!isSync || !ended) add('ok', index);
  if (isSync && (ended || (runs && model.ends))) add('terminal', index);
  if (isSync || call === 4 || runs) add('error', index);
}

/** The API server's object of a deleted pod goes once the kubelet says so (`status_manager.go canBeDeleted`). */
function mayObjectGo(node: NodeSeen, pod: PodHere): boolean {
  if (pod.source !== DELETED || !node.reportedApi) return false;
  if (node.release.deletesOnlyFinishedPods) return pod.done;
  const record = node.recordOf(pod);
  return !pod.runs && (record === null ? node.synced : lifecycleOf(record) === 'finished');
}
