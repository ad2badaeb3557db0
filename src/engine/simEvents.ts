import type { Pod, PodUID } from '../api/pod';
import type { ApiRequest, ApiTag, KubeletTimer } from '../kubelet/kubeletPorts';
import type { RuntimeWakeup } from '../runtime/runtimeEvents';
import type { Command } from '../scenarios/command';

/**
 * What the queue holds. `cause` is the trace event that led to it. What is meant for a kubelet names its `generation`: a
 * kubelet that has died gets nothing any more.
 */
export type SimEvent = { readonly cause: number | null } & (
  | { readonly type: 'command'; readonly command: Command }
  /** The step of the scenario to be checked; what it expects is not repeated here, since it is not all JSON. */
  | { readonly type: 'expect'; readonly index: number }
  | { readonly type: 'kubeletStarts' }
  | { readonly type: 'timer'; readonly generation: number; readonly timer: KubeletTimer }
  | { readonly type: 'runtime'; readonly wakeup: RuntimeWakeup }
  | {
      readonly type: 'apiRequest';
      readonly generation: number;
      readonly request: ApiRequest;
      readonly tag: ApiTag;
    }
  | {
      readonly type: 'apiReply';
      readonly generation: number;
      readonly tag: ApiTag;
      readonly error: string | null;
    }
  | { readonly type: 'watch'; readonly generation: number; readonly uid: PodUID; readonly pod: Pod | null }
  /** The file system tells of a manifest; `null`: it is gone. */
  | {
      readonly type: 'manifest';
      readonly generation: number;
      readonly uid: PodUID;
      readonly pod: Pod | null;
    }
  /** The kubelet lists the API server's pods, or the manifests. */
  | { readonly type: 'listPods' | 'listManifests'; readonly generation: number }
);

/** Which channel brings an event: what comes by one channel keeps its order even when ties are shuffled. */
export function channelOf(event: SimEvent): string {
  switch (event.type) {
    case 'timer':
      return event.timer.type === 'workerTurn' ? `worker ${event.timer.uid}` : event.timer.type;
    case 'runtime':
      return 'runtime';
    case 'apiRequest':
    case 'apiReply':
    case 'watch':
    case 'listPods':
      return 'api';
    case 'listManifests':
    case 'manifest':
      return 'file';
    case 'command':
    case 'expect':
    case 'kubeletStarts':
      return 'script';
  }
}
