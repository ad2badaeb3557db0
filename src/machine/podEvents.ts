import type { Pod, PodFullName, PodUID } from '../api/pod';
import type { SimTime } from '../clock/simTime';
import type { PodUpdate } from './podUpdate';

/** How a sync call ended. `terminal` only from SyncPod: the pod has ended by itself. */
export type CallResult = 'ok' | 'terminal' | 'error' | 'networkNotReady' | 'cancelled';

/** What a new record is made from. */
export interface PodInput {
  readonly uid: PodUID;
  readonly fullName: PodFullName;
}

/**
 * Everything that can happen to one pod's record and worker. Each event carries when it happens; facts about other
 * pods ride on it, since a pod's machine knows only its own.
 */
export type PodEvent =
  /** The first update of a new record, before it is taken: is anything of the pod running? */
  | { readonly type: 'POD.OBSERVED'; readonly at: SimTime; readonly pod: Pod | null; readonly runs: boolean }
  /** Somebody left an update (`UpdatePod`). */
  | {
      readonly type: 'UPDATE.RECEIVED';
      readonly at: SimTime;
      readonly update: PodUpdate;
      readonly firstSight: boolean;
    }
  /** The worker wakes up. `start` tells whether the pod may start (`allowPodStart`); `now` if nobody needs to ask. */
  | { readonly type: 'TURN.STARTED'; readonly at: SimTime; readonly start: 'now' | 'notYet' | 'never' }
  /** The pod cache is newer than the last call. */
  | { readonly type: 'POD_STATUS.REFRESHED'; readonly at: SimTime }
  /** The sync call, or the wait before it, has ended. */
  | { readonly type: 'CALL.RETURNED'; readonly at: SimTime; readonly result: CallResult }
  /** Housekeeping came by (`SyncKnownPods`): is the pod still wanted? */
  | { readonly type: 'HOUSEKEEPING.VISITED'; readonly at: SimTime; readonly orphan: boolean };
