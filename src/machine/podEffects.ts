import type { Pod, RuntimePod } from '../api/pod';
import type { SimTime } from '../clock/simTime';
import type { UpdateType } from './podUpdate';

/**
 * When a uid comes due in the work queue: `now` at the next tick, `transient` about 1 s, `backoff` about 10 s,
 * `resync` about 60 s.
 */
export type WorkClass = 'now' | 'transient' | 'backoff' | 'resync';

/** The four sync calls. */
export type SyncCallName =
  | 'syncPod'
  | 'syncTerminatingPod'
  | 'syncTerminatingRuntimePod'
  | 'syncTerminatedPod';

/** One sync call with its arguments. `gracePeriod` in seconds, `null`: none given. */
export type SyncCall =
  | {
      readonly fn: 'syncPod';
      readonly updateType: UpdateType;
      readonly pod: Pod;
      readonly mirrorPod: Pod | null;
    }
  | {
      readonly fn: 'syncTerminatingPod';
      readonly pod: Pod;
      readonly gracePeriod: number | null;
      readonly statusFn: number | null;
    }
  | {
      readonly fn: 'syncTerminatingRuntimePod';
      readonly runtimePod: RuntimePod;
      readonly gracePeriod: number | null;
    }
  | { readonly fn: 'syncTerminatedPod'; readonly pod: Pod };

/** Why an update left no trace. */
export type IgnoreReason = 'willRestart' | 'finished' | 'runtimeOnlyAfterTermination';

/**
 * What the machine asks for, as data; `kubelet/podWorkerEffects.ts` carries it out. The machine itself only changes
 * its own snapshot.
 */
export type PodEffect =
  | { readonly type: 'createWorker'; readonly params: { readonly isStatic: boolean } }
  | { readonly type: 'wakeWorker'; readonly params: Record<string, never> }
  | { readonly type: 'awaitPodStatus'; readonly params: { readonly newerThan: SimTime | null } }
  | { readonly type: 'startCall'; readonly params: { readonly call: SyncCall } }
  | { readonly type: 'cancelCall'; readonly params: Record<string, never> }
  | { readonly type: 'enqueueWork'; readonly params: { readonly class: WorkClass } }
  | { readonly type: 'completeKill'; readonly params: { readonly requests: readonly number[] } }
  | { readonly type: 'ignoreUpdate'; readonly params: { readonly reason: IgnoreReason } }
  | { readonly type: 'removeWorker'; readonly params: Record<string, never> }
  | { readonly type: 'forgetPod'; readonly params: Record<string, never> };
