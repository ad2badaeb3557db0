import type { Pod, PodFullName, PodUID } from '../api/pod';
import type { PodStatus } from '../api/podStatus';
import type { Random } from '../clock/random';
import type { Duration, SimTime } from '../clock/simTime';
import type { Timing } from '../clock/timing';
import type { CriRequest } from '../runtime/criCalls';
import type { FaultOperation, FaultSpec } from '../runtime/faults';
import type { KubeletEvent } from './kubeletEvents';

/** What the kubelet asks to be reminded of. Data, so that what is going to happen can be saved. */
export type KubeletTimer =
  | {
      readonly type:
        | 'syncTick'
        | 'housekeepingTick'
        | 'relist'
        | 'runtimeCheck'
        | 'statusSync'
        | 'containerGC';
    }
  | { readonly type: 'volumePoll' | 'loopWake' }
  | { readonly type: 'workerTurn'; readonly uid: PodUID }
  | { readonly type: 'callCancelled'; readonly callId: number };

/** Whose CRI call it is: the reply is handed back with it. */
export type CriTag =
  | { readonly for: 'call'; readonly callId: number; readonly slot: number }
  | { readonly for: 'relist' | 'runtimeCheck' }
  | { readonly for: 'housekeeping' | 'containerGC'; readonly step: 'sandboxes' | 'containers' | 'removal' };

/** What the kubelet asks of the API server. Reading is the sources' business. */
export type ApiRequest =
  | { readonly op: 'patchStatus'; readonly uid: PodUID; readonly status: PodStatus }
  /** Deletes the object for good: the kubelet is done with the pod. */
  | { readonly op: 'deletePod'; readonly uid: PodUID }
  | { readonly op: 'createMirrorPod'; readonly pod: Pod }
  | { readonly op: 'deleteMirrorPod'; readonly name: PodFullName };

/** Whose API request it is. */
export type ApiTag =
  | { readonly for: 'call'; readonly callId: number }
  | { readonly for: 'status' | 'deletion'; readonly uid: PodUID }
  | { readonly for: 'housekeeping' };

/** What is outside the kubelet. Nothing here calls back before it returns. */
export interface KubeletPorts {
  readonly timing: Timing;
  readonly random: Random;
  readonly maxPods: number;
  now(): SimTime;
  /** Bring `timer` back after `d`, unless this kubelet has died by then. */
  schedule(d: Duration, timer: KubeletTimer): void;
  /** Begin a CRI call; the reply comes with `tag`. The id is for `abortCri`. */
  cri(request: CriRequest, tag: CriTag): number;
  /** Give up a call: its reply will not come. */
  abortCri(id: number): void;
  /** Begin a request to the API server; the outcome comes with `tag`. */
  api(request: ApiRequest, tag: ApiTag): void;
  /** The fault that hits a step of the kubelet itself; counts as a hit. */
  faultAt(operation: FaultOperation, pod: Pod): FaultSpec | null;
  /** Has the fault not been lifted? Asked for steps that hang on it. */
  isArmed(faultId: string): boolean;
  /** What happens from here on was led to by that event of the trace. */
  because(cause: number | null): void;
  /** Tell what happened; the number names the event in the trace. */
  emit(event: KubeletEvent): number;
}
