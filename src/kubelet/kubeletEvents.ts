import type { PodFullName, PodUID } from '../api/pod';
import type { PodPhase } from '../api/podStatus';
import type { SyncCallName, WorkClass } from '../machine/podEffects';
import type { CallResult } from '../machine/podEvents';
import type { PodOperation, PodSource } from './podConfig';
import type { PodWorkerEvent } from './podWorkerEvents';

/**
 * What a kubelet did, as data for the trace: the pod workers' events and those of the loops around them. `uid` is set
 * where an event is one pod's. Times are virtual ms, durations too.
 */
export type KubeletEvent =
  | PodWorkerEvent
  | { readonly kind: 'kubeletStarted' }
  | {
      readonly kind: 'configReceived';
      readonly uid: PodUID;
      readonly source: PodSource;
      readonly op: PodOperation;
      readonly mirror: boolean;
    }
  /** A REMOVE came before every source had reported: the pod manager forgets the pod, its worker is not told. */
  | { readonly kind: 'deleteRefused'; readonly uid: PodUID }
  | {
      readonly kind: 'admissionRejected';
      readonly uid: PodUID;
      readonly reason: string;
      readonly message: string;
    }
  | { readonly kind: 'sourceReady'; readonly source: PodSource }
  | { readonly kind: 'syncLoopSkipped'; readonly reasons: readonly string[]; readonly again: number }
  | {
      readonly kind: 'plegEvent';
      readonly uid: PodUID;
      readonly type: 'ContainerStarted' | 'ContainerDied' | 'ContainerRemoved';
      readonly id: string /** the pod manager knows the pod */;
      readonly known: boolean;
    }
  | { readonly kind: 'relistFailed'; readonly error: string }
  | { readonly kind: 'runtimeCheckFailed'; readonly error: string }
  | { readonly kind: 'retryQueued'; readonly uid: PodUID; readonly class: WorkClass; readonly dueAt: number }
  | { readonly kind: 'retryDelivered'; readonly uid: PodUID }
  /** The heart of the v1.26 bug: the pod manager does not know the uid, so nobody hears of the retry. */
  | { readonly kind: 'retryDropped'; readonly uid: PodUID }
  | { readonly kind: 'housekeepingStarted' }
  | { readonly kind: 'housekeepingEnded'; readonly took: number }
  | { readonly kind: 'housekeepingFailed'; readonly error: string }
  | { readonly kind: 'housekeepingSkipped' }
  | { readonly kind: 'waitingForPodStatus'; readonly uid: PodUID }
  | {
      readonly kind: 'callStarted';
      readonly uid: PodUID;
      readonly fn: SyncCallName;
      readonly gracePeriod: number | null;
      readonly podVersion: number;
    }
  | {
      readonly kind: 'callReturned';
      readonly uid: PodUID;
      readonly fn: SyncCallName;
      readonly result: CallResult;
      readonly error: string | null;
      readonly took: number;
    }
  | {
      readonly kind: 'statusSet';
      readonly uid: PodUID;
      readonly phase: PodPhase;
      readonly reason: string;
      readonly finished: boolean;
    }
  | { readonly kind: 'statusWritten'; readonly uid: PodUID; readonly phase: PodPhase }
  | {
      readonly kind: 'apiWriteFailed';
      readonly uid: PodUID | null;
      readonly what: string;
      readonly error: string;
    }
  | { readonly kind: 'apiDeleteSent'; readonly uid: PodUID }
  /** SyncPod asks the API server to make the mirror pod of a static pod, or to delete one that is outdated. */
  | { readonly kind: 'mirrorPodCreated'; readonly uid: PodUID; readonly name: PodFullName }
  | { readonly kind: 'mirrorPodDeleted'; readonly uid: PodUID; readonly name: PodFullName }
  | { readonly kind: 'volumesMounted'; readonly uid: PodUID }
  | { readonly kind: 'volumesUnmounted'; readonly uid: PodUID }
  | {
      readonly kind: 'volumeFailed';
      readonly uid: PodUID;
      readonly operation: 'MountVolume' | 'UnmountVolume';
      readonly error: string;
      readonly again: number;
    }
  | { readonly kind: 'evicted'; readonly uid: PodUID; readonly request: number }
  | {
      readonly kind: 'containerGCRemoved';
      readonly uid: PodUID;
      readonly what: 'container' | 'sandbox';
      readonly id: string;
    };
