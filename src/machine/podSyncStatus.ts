import type { SyncCallName } from './podEffects';
import type { ActiveUpdate, PendingUpdate, WorkType } from './podUpdate';
import type { PodSnapshot } from './step';

/** Where a pod is in its life. `observed` and `syncing` are both the work state *sync*. */
export type Lifecycle = 'observed' | 'syncing' | 'terminating' | 'terminated' | 'finished';

/** What the worker is doing; a call's own phase (waiting for the pod status, running) is `callPhase`. */
export type WorkerActivity = 'none' | 'idle' | 'notified' | 'exited' | SyncCallName;

/**
 * Go's `podSyncStatus` of a record, read off the snapshot and never stored. Field names are Go's; what each means
 * stands in the kubelet's own comments and in `machine/podContext.ts`.
 */
export interface PodSyncStatus {
  readonly fullname: string;
  readonly workType: WorkType;
  /** An update is waiting for the worker or being worked on. */
  readonly working: boolean;
  readonly started: boolean;
  readonly terminationRequested: boolean;
  readonly startedTerminating: boolean;
  readonly terminated: boolean;
  readonly finished: boolean;
  readonly deleted: boolean;
  readonly evicted: boolean;
  readonly restartRequested: boolean;
  readonly observedRuntime: boolean;
  readonly gracePeriod: number;
  readonly hasWorker: boolean;
  readonly pendingUpdate: PendingUpdate | null;
  readonly activeUpdate: ActiveUpdate | null;
  readonly undelivered: PendingUpdate | null;
}

type LifecycleValue = PodSnapshot['value']['lifecycle'];

const firstKey = (value: LifecycleValue | PodSnapshot['value']['worker']): string =>
  typeof value === 'string' ? value : (Object.keys(value)[0] ?? '');

/** Where the pod is in its life. */
export const lifecycleOf = (snapshot: PodSnapshot): Lifecycle =>
  firstKey(snapshot.value.lifecycle) as Lifecycle;

/** What its worker is doing. */
export function workerOf(snapshot: PodSnapshot): WorkerActivity {
  const { worker } = snapshot.value;
  if (typeof worker === 'string') return worker;
  const { calling } = worker;
  return (typeof calling === 'string' ? calling : Object.keys(calling)[0]) as WorkerActivity;
}

/** `null` when no call is under way. */
export function callPhase(snapshot: PodSnapshot): 'awaitingPodStatus' | 'running' | null {
  const { worker } = snapshot.value;
  if (typeof worker === 'string') return null;
  const { calling } = worker;
  return typeof calling === 'string' ? 'running' : (Object.values(calling)[0] ?? 'running');
}

/** Somebody asked for the pod's end, or it ended by itself. */
export const terminationRequested = (snapshot: PodSnapshot): boolean => {
  const { lifecycle } = snapshot.value;
  return lifecycle !== 'observed' && lifecycle !== 'syncing';
};

/** The worker has acted on the request. */
export function startedTerminating(snapshot: PodSnapshot): boolean {
  const { lifecycle } = snapshot.value;
  if (typeof lifecycle === 'string') return lifecycle === 'terminated';
  return 'terminating' in lifecycle
    ? lifecycle.terminating === 'acknowledged'
    : lifecycle.finished === 'stopped';
}

/** The containers are known to be stopped. */
export const isTerminated = (snapshot: PodSnapshot): boolean => {
  const lifecycle = lifecycleOf(snapshot);
  return lifecycle === 'terminated' || lifecycle === 'finished';
};

/** The worker has let the pod start, now or before its termination began. */
export const isStarted = (snapshot: PodSnapshot): boolean =>
  snapshot.value.lifecycle === 'syncing' || snapshot.context.startedBeforeStop;

/** The work state of the record. */
export function workTypeOf(snapshot: PodSnapshot): WorkType {
  if (isTerminated(snapshot)) return 'terminated';
  return terminationRequested(snapshot) ? 'terminating' : 'sync';
}

/** The worker is not idle: an update waits for it or it is in a call. */
export function isWorking(snapshot: PodSnapshot): boolean {
  const worker = workerOf(snapshot);
  return worker !== 'none' && worker !== 'idle' && worker !== 'exited';
}

/** The whole record as Go has it. */
export function podSyncStatus(snapshot: PodSnapshot): PodSyncStatus {
  const { context } = snapshot;
  const worker = workerOf(snapshot);
  return {
    fullname: context.fullName,
    workType: workTypeOf(snapshot),
    working: isWorking(snapshot),
    started: isStarted(snapshot),
    terminationRequested: terminationRequested(snapshot),
    startedTerminating: startedTerminating(snapshot),
    terminated: isTerminated(snapshot),
    finished: lifecycleOf(snapshot) === 'finished',
    deleted: context.deleted,
    evicted: context.evicted,
    restartRequested: context.restartRequested,
    observedRuntime: context.observedRuntime,
    gracePeriod: context.gracePeriod,
    hasWorker: worker !== 'none' && worker !== 'exited',
    pendingUpdate: context.pending,
    activeUpdate: context.active,
    undelivered: context.undelivered,
  };
}
