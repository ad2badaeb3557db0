import type { Pod, RuntimePod } from '../api/pod';
import type { SimTime } from '../clock/simTime';

/** Why a pod worker is told something (`kubetypes.SyncPodType`). A worker does not remember it. */
export type UpdateType = 'create' | 'update' | 'sync' | 'kill';

/** What a turn of the worker is for, and what a record projects to (`PodWorkType`). */
export type WorkType = 'sync' | 'terminating' | 'terminated';

/** How a termination is wished for (`KillPodOptions`). */
export interface KillOptions {
  readonly evict: boolean;
  /** Seconds; `null`: none wished. An explicit 0 is a wish and gives 1. */
  readonly gracePeriodOverride: number | null;
  /** Names the asker, who is told on completion and whose status function writes the status; `null`: nobody. */
  readonly request: number | null;
}

/**
 * What one part of the kubelet leaves for a pod worker (`UpdatePodOptions`). Exactly one of `pod` and `runtimePod`
 * is given when it arrives; with a runtime pod it is *runtime-only*: all that is known is what runs.
 */
export interface PodUpdate {
  readonly type: UpdateType;
  readonly pod: Pod | null;
  readonly runtimePod: RuntimePod | null;
  readonly mirrorPod: Pod | null;
  readonly kill: KillOptions | null;
  /** When the oldest update that this one stands for arrived: a replaced update hands its start time on. */
  readonly startTime: SimTime;
}

/** An update that waits for the worker. `work` is fixed on arrival in v1.26 and `null` where the worker looks itself. */
export interface PendingUpdate extends PodUpdate {
  readonly work: WorkType | null;
}

/** What the worker has gathered from the updates it took: the source of a replay (`activeUpdate`). */
export interface ActiveUpdate {
  readonly pod: Pod | null;
  readonly runtimePod: RuntimePod | null;
  readonly mirrorPod: Pod | null;
  readonly kill: KillOptions | null;
}

/** The update names a pod only by what runs of it. */
export const isRuntimeOnly = (update: PodUpdate): boolean => update.runtimePod !== null;

/** A pod made up from what the runtime lists (`RunningPod.ToAPIPod`): no source, no deletion, no grace periods. */
export function syntheticPod(runtimePod: RuntimePod): Pod {
  return {
    uid: runtimePod.uid,
    name: runtimePod.name,
    namespace: runtimePod.namespace,
    source: 'api',
    mirrors: null,
    version: 0,
    terminationGracePeriod: null,
    deletion: null,
    finalizers: [],
    spec: { restartPolicy: 'Always', containers: [], initContainers: [], volumes: [], hostNetwork: false },
    status: { phase: '', reason: '', containers: [] },
    template: runtimePod.name,
  };
}

/** What `active` becomes when the worker takes `update` (`mergeLastUpdate`). */
export function mergeActive(active: ActiveUpdate | null, update: PodUpdate): ActiveUpdate {
  const given = isRuntimeOnly(update) ? null : update.pod;
  return {
    pod: given ?? active?.pod ?? null,
    runtimePod: update.runtimePod,
    mirrorPod: update.mirrorPod ?? active?.mirrorPod ?? null,
    // The old options are dropped whole, not mixed with the new ones; who asked is not remembered.
    kill: update.kill === null ? (active?.kill ?? null) : { ...update.kill, request: null },
  };
}

/** The update that replays `active`. Its type is `sync`, since the type of the last update is not remembered. */
export const replayOf = (active: ActiveUpdate, at: SimTime): PendingUpdate => ({
  ...active,
  type: 'sync',
  startTime: at,
  work: null,
});
