import type { Pod, PodUID } from '../api/pod';
import type { PodStatus } from '../api/podStatus';
import type { CallResult } from '../machine/podEvents';
import type { CriReply, CriRequest } from '../runtime/criCalls';
import type { PodRuntimeStatus } from '../runtime/podCache';

/** What a sync call does next. It then gets the matching reply. */
export type CallStep =
  /** CRI operations, all at once. */
  | { readonly do: 'cri'; readonly requests: readonly CriRequest[] }
  | { readonly do: 'mountVolumes' | 'unmountVolumes' | 'removeCgroup' }
  /** Makes the API server's mirror pod match the static pod. */
  | { readonly do: 'deleteMirrorPod' | 'createMirrorPod' }
  | { readonly do: 'return'; readonly result: CallResult; readonly error: string | null };

export type CallReply =
  | { readonly kind: 'cri'; readonly replies: readonly CriReply[] }
  /** `error` is `null` if it went well. */
  | { readonly kind: 'step'; readonly error: string | null };

/** A status that a call hands to the status manager. `finished`: the last one, the pod worker has no more to say. */
export interface StatusWrite {
  readonly uid: PodUID;
  readonly status: PodStatus;
  readonly finished: boolean;
}

/** What one step of a program comes to: where it stands now (JSON), what it does next, and statuses to write. */
export interface Advance<Progress> {
  readonly progress: Progress;
  readonly step: CallStep;
  readonly statuses?: readonly StatusWrite[];
}

/** What a call may look at. Nothing of it is kept in its progress. */
export interface CallView {
  /** What the pod cache has for the pod; empty if nothing. */
  runtimeStatus(uid: PodUID): PodRuntimeStatus;
  networkReady(): boolean;
  /** Does a pod that is stopped for good end in a terminal phase in any case? */
  endsInTerminalPhase(pod: Pod): boolean;
  /** How long a container that exited still has to wait before it may start again; 0: not at all. */
  restartWait(uid: PodUID, container: string, exitedAt: number | null): number;
  /** The status as it is now: the status manager's, else the object's. */
  previousStatus(pod: Pod): PodStatus;
  /** The status that the request's asker wants written, such as Evicted. */
  statusOf(request: number | null): Pick<PodStatus, 'phase' | 'reason'> | null;
}

/** The end of a call. */
export const returns = (result: CallResult, error: string | null = null): CallStep => ({
  do: 'return',
  result,
  error,
});
