import type { PodFullName } from '../../src/api/pod';
import { fullNameOf, type Pod, podUID } from '../../src/api/pod';
import { canonicalJson } from '../../src/base/canonicalJson';
import { simTime } from '../../src/clock/simTime';
import { type ReleaseName, releaseOf } from '../../src/kubelet/releases';
import type { PodContext } from '../../src/machine/podContext';
import type { PodEffect, SyncCall, WorkClass } from '../../src/machine/podEffects';
import type { CallResult, PodEvent } from '../../src/machine/podEvents';
import type {
  ActiveUpdate,
  KillOptions,
  PendingUpdate,
  PodUpdate,
  UpdateType,
  WorkType,
} from '../../src/machine/podUpdate';
import { type PodSnapshot, PodStepper } from '../../src/machine/step';
import { newPod } from '../helpers/newPod';

/** A place in each region: `['terminating.requested', 'calling.syncPod.running']`. */
export type Places = readonly [lifecycle: string, worker: string];

/** One transition of the machine, whole: whatever is not listed under `changes` stays, and no other effect is named. */
export interface Row {
  readonly desc: string;
  readonly releases: readonly ReleaseName[];
  readonly before: readonly [...Places, Partial<PodContext>?];
  readonly event: PodEvent;
  readonly after: Places;
  readonly changes: Partial<PodContext>;
  readonly effects: readonly PodEffect[];
}

export const ALL: readonly ReleaseName[] = ['v1.26', 'v1.27', 'v1.31'];
/** The releases with kubernetes#113145. */
export const FIXED: readonly ReleaseName[] = ['v1.27', 'v1.31'];
/** The releases before the later corrections. */
export const EARLY: readonly ReleaseName[] = ['v1.26', 'v1.27'];
export const V126: readonly ReleaseName[] = ['v1.26'];
export const V131: readonly ReleaseName[] = ['v1.31'];

/** When the events of the rows happen, and when what they find was left. */
export const NOW = simTime(5000);
export const EARLIER = simTime(4000);

export const web = newPod();
export const newer = newPod({ version: 2 });
export const FULL_NAME: PodFullName = fullNameOf(web);

const STEPPERS = new Map(ALL.map((name) => [name, new PodStepper(releaseOf(name))]));

export const stepperOf = (release: ReleaseName): PodStepper => STEPPERS.get(release) as PodStepper;

/** A record of uid `a` in those places; what `context` does not say is blank. */
export function snapshotAt(
  release: ReleaseName,
  [lifecycle, worker, context = {}]: Row['before'],
): PodSnapshot {
  const stepper = stepperOf(release);
  const blank = stepper.initial({ uid: podUID('a'), fullName: FULL_NAME });
  const value = { lifecycle: nested(lifecycle), worker: nested(worker) } as PodSnapshot['value'];
  return stepper.restore({ value, context: { ...blank.context, ...context } });
}

const nested = (path: string): unknown => {
  const [first = '', ...rest] = path.split('.');
  return rest.length === 0 ? first : { [first]: nested(rest.join('.')) };
};

/** The places of a snapshot, written as in a row. */
export function placesOf({ value }: PodSnapshot): Places {
  const flat = (part: unknown): string =>
    typeof part === 'string'
      ? part
      : (Object.entries(part as object).map(([k, v]) => `${k}.${flat(v)}`)[0] ?? '');
  return [flat(value.lifecycle), flat(value.worker)];
}

/** The fields of the context in which `b` differs from `a`. */
export function changesOf(a: PodContext, b: PodContext): Partial<PodContext> {
  const keys = Object.keys(b) as (keyof PodContext)[];
  return Object.fromEntries(
    keys.filter((key) => canonicalJson(a[key]) !== canonicalJson(b[key])).map((key) => [key, b[key]]),
  );
}

/** An update with a pod (`web` if none is named) that arrives now. */
export const update = (type: UpdateType, over: Partial<PodUpdate> = {}): PodUpdate => ({
  type,
  pod: over.runtimePod === undefined ? web : null,
  runtimePod: null,
  mirrorPod: null,
  kill: null,
  startTime: NOW,
  ...over,
});

/** An update that waits; v1.26 fixes what it is for. */
export const pending = (given: PodUpdate, work: WorkType | null = null): PendingUpdate => ({
  ...given,
  work,
});

/** Kill options; `gracePeriodOverride` in seconds. */
export const kill = (over: Partial<KillOptions> = {}): KillOptions => ({
  evict: false,
  gracePeriodOverride: null,
  request: null,
  ...over,
});

/** What the worker has gathered. */
export const active = (over: Partial<ActiveUpdate> = {}): ActiveUpdate => ({
  pod: web,
  runtimePod: null,
  mirrorPod: null,
  kill: null,
  ...over,
});

/** The replay of an active update: a sync of the same content. */
export const replayed = (of: ActiveUpdate): PendingUpdate => ({
  ...of,
  type: 'sync',
  startTime: NOW,
  work: null,
});

/** What v1.26 makes by itself when a phase ends: the pod and nothing else. */
export const bare = (pod: Pod, work: WorkType): PendingUpdate => ({
  type: 'sync',
  pod,
  runtimePod: null,
  mirrorPod: null,
  kill: null,
  startTime: NOW,
  work,
});

export const received = (given: PodUpdate, firstSight = false): PodEvent => ({
  type: 'UPDATE.RECEIVED',
  at: NOW,
  update: given,
  firstSight,
});
export const turn = (start: 'now' | 'notYet' | 'never'): PodEvent => ({
  type: 'TURN.STARTED',
  at: NOW,
  start,
});
export const refreshed: PodEvent = { type: 'POD_STATUS.REFRESHED', at: NOW };
export const returned = (result: CallResult): PodEvent => ({ type: 'CALL.RETURNED', at: NOW, result });
export const visited = (orphan: boolean): PodEvent => ({ type: 'HOUSEKEEPING.VISITED', at: NOW, orphan });

export const createWorker = (isStatic = false): PodEffect => ({ type: 'createWorker', params: { isStatic } });
export const wakeWorker: PodEffect = { type: 'wakeWorker', params: {} };
export const cancelCall: PodEffect = { type: 'cancelCall', params: {} };
export const removeWorker: PodEffect = { type: 'removeWorker', params: {} };
export const forgetPod: PodEffect = { type: 'forgetPod', params: {} };
export const enqueueWork = (workClass: WorkClass): PodEffect => ({
  type: 'enqueueWork',
  params: { class: workClass },
});
export const awaitPodStatus = (newerThan: typeof NOW | null): PodEffect => ({
  type: 'awaitPodStatus',
  params: { newerThan },
});
export const startCall = (call: SyncCall): PodEffect => ({ type: 'startCall', params: { call } });
export const completeKill = (...requests: number[]): PodEffect => ({
  type: 'completeKill',
  params: { requests },
});
export const ignoreUpdate = (
  reason: 'willRestart' | 'finished' | 'runtimeOnlyAfterTermination',
): PodEffect => ({ type: 'ignoreUpdate', params: { reason } });
