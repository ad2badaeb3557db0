import type { PodFullName, PodUID } from '../api/pod';
import type { SimTime } from '../clock/simTime';
import type { ActiveUpdate, PendingUpdate, PodUpdate } from './podUpdate';

/**
 * What a pod's record holds beside its place in the statechart. Every field is JSON. What the chart says already
 * (termination requested, terminated, working, has a worker …) is not repeated here: see `podSyncStatus.ts`.
 */
export interface PodContext {
  readonly uid: PodUID;
  /** From the update that made the record; later updates do not change it. */
  readonly fullName: PodFullName;
  /** What the worker takes at its next turn. May linger on a finished pod, without effect. */
  readonly pending: PendingUpdate | null;
  /** v1.26 only: what arrived while the worker was busy; handed over at the end of the turn. */
  readonly undelivered: PendingUpdate | null;
  /** What the worker is working on: set exactly while a call is awaited or runs. */
  readonly taken: PodUpdate | null;
  /** Everything taken so far. v1.26 has no such field and never acts on it; there it only labels the gauges. */
  readonly active: ActiveUpdate | null;
  /** The pod had been let start when its termination began, or has been since. Before that the chart says it. */
  readonly startedBeforeStop: boolean;
  /** Seconds, at least 1 once termination is requested by somebody; 0: none yet. Does not grow, but for the explicit 0 that `gracePeriod.ts` tells of. */
  readonly gracePeriod: number;
  /** The pod is gone or going from its source. */
  readonly deleted: boolean;
  /** Termination began with an eviction. */
  readonly evicted: boolean;
  /** A `create` arrived while the pod was terminating: once it is finished it is to be forgotten and started anew. */
  readonly restartRequested: boolean;
  /** A runtime-only kill has named this uid; the pod may run although its worker never started it. */
  readonly observedRuntime: boolean;
  /** Who is to be told when the containers are stopped, oldest first. */
  readonly completions: readonly number[];
  /** Whose status function is to be used; the last one counts. */
  readonly statusFns: readonly number[];
  /** The call of this turn has been asked to stop. Cleared when the next turn begins. */
  readonly cancelled: boolean;
  /** When the last call ended; the next one waits for a pod status newer than this. */
  readonly lastSync: SimTime | null;
}
