import type { Release } from '../kubelet/releases';
import type { Action } from './alphabet';
import { ExploredNode } from './exploredNode';
import type { Model } from './model';

const CALL_NAMES = ['SyncPod', 'SyncTerminatingPod', 'SyncTerminatingRuntimePod', 'SyncTerminatedPod'];

/** A trace in words, one sentence a step. */
export function describeTrace(model: Model, release: Release, trace: readonly Action[]): string[] {
  const node = new ExploredNode(model, release);
  return trace.map((action) => {
    const pod = node.pods[action.pod];
    const sentence = sentenceOf(action, pod?.model.name ?? '', CALL_NAMES[(pod?.call ?? 0) - 1] ?? 'call');
    node.load(node.save());
    node.apply(action);
    return sentence;
  });
}

function sentenceOf({ kind }: Action, pod: string, call: string): string {
  switch (kind) {
    case 'turn':
      return `the worker of ${pod} takes its turn`;
    case 'refresh':
      return `the pod cache is newer: the worker of ${pod} goes on`;
    case 'cancelled':
      return `${call} of ${pod} ends, cancelled`;
    case 'ok':
      return `${call} of ${pod} succeeds`;
    case 'terminal':
      return `${call} of ${pod} finds that the pod is over`;
    case 'error':
      return `${call} of ${pod} fails`;
    case 'reportFile':
      return 'the manifests are read';
    case 'reportApi':
      return 'the API server is listed';
    case 'objectGoes':
      return `the kubelet lets the API object of ${pod} go`;
    case 'deliver':
      return `the work queue's entry of ${pod} comes due`;
    case 'housekeeping':
      return 'housekeeping passes';
    case 'add':
      return `${pod} is created`;
    case 'remove':
      return `${pod} is gone from its source (a force delete, a removed manifest)`;
    case 'update':
      return `${pod} is changed`;
    case 'delete':
      return `${pod} is deleted gracefully`;
    case 'readd':
      return `${pod} is created again with the same uid`;
    case 'restart':
      return 'the kubelet restarts';
  }
}
