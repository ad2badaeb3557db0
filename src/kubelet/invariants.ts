import { isStaticPod, type PodFullName, type PodUID } from '../api/pod';
import type { SyncCallName } from '../machine/podEffects';
import {
  callPhase,
  isStarted,
  isTerminated,
  isWorking,
  type Lifecycle,
  lifecycleOf,
  podSyncStatus,
  startedTerminating,
  terminationRequested,
  workerOf,
  workTypeOf,
} from '../machine/podSyncStatus';
import type { MachineBehaviours } from '../machine/releaseBehaviours';
import type { PodSnapshot } from '../machine/step';
import type { SavedStaticPods } from './staticPods';

/** What the invariants look at; a `Kubelet` fits. All of it is as it stands between two events. */
export interface WorkersView {
  readonly podWorkers: {
    readonly release: MachineBehaviours;
    snapshots(): Iterable<PodSnapshot>;
    snapshotOf(uid: PodUID): PodSnapshot | null;
    readonly names: Pick<SavedStaticPods, 'started'>;
    holderOf(name: PodFullName): PodUID | null;
  };
  readonly calls: { inFlight(): readonly { readonly uid: PodUID; readonly fn: SyncCallName }[] };
}

/** A rule that holds at every moment. `holds` says `null`, or what is broken, in a sentence that names the pod. */
export interface Invariant {
  readonly name: string;
  holds(view: WorkersView): string | null;
}

/** The records of a moment, to be held against those of a later one. */
export type Records = ReadonlyMap<PodUID, PodSnapshot>;

/**
 * A rule about two moments. `before` must not have the records that were forgotten in between: a uid that comes back
 * begins anew.
 */
export interface StepInvariant {
  readonly name: string;
  holds(before: Records, after: WorkersView): string | null;
}

/** The records as they are now. Snapshots are immutable, so this costs a map. */
export const recordsOf = ({ podWorkers }: WorkersView): Map<PodUID, PodSnapshot> =>
  new Map([...podWorkers.snapshots()].map((pod) => [pod.context.uid, pod]));

/** An invariant of each pod alone: `null`, or what is wrong with it (a sentence without its subject). */
const ofEachPod = (
  name: string,
  wrong: (pod: PodSnapshot, release: MachineBehaviours) => string | null,
): Invariant => ({
  name,
  holds: ({ podWorkers }) => {
    for (const pod of podWorkers.snapshots()) {
      const what = wrong(pod, podWorkers.release);
      if (what !== null) return `${pod.context.uid} ${what}`;
    }
    return null;
  },
});

/** The record is a static pod's as far as its worker has been told. */
const isKnownStatic = ({ context }: PodSnapshot): boolean => {
  const pod = context.active?.pod ?? null;
  return pod !== null && isStaticPod(pod);
};

/**
 * Between start and finish a static pod holds its full name, so that no two of one name are. A pod that v1.26 stops on
 * behalf of the runtime alone was let in without asking for the name: there only pods that should run are looked at.
 */
const isBetweenStartAndFinish = (pod: PodSnapshot, release: MachineBehaviours): boolean =>
  lifecycleOf(pod) === 'syncing' ||
  (release.keepsLastUpdate && isStarted(pod) && lifecycleOf(pod) !== 'finished');

const STAGES: readonly Lifecycle[] = ['observed', 'syncing', 'terminating', 'terminated', 'finished'];

/** How far a pod is in its life. Nothing ever makes it less. */
const progressOf = (pod: PodSnapshot): number =>
  2 * STAGES.indexOf(lifecycleOf(pod)) +
  (lifecycleOf(pod) === 'terminating' && startedTerminating(pod) ? 1 : 0);

/**
 * The two ways in which `calculateEffectiveGracePeriod` takes an explicit 0 for none: a deletion with 0 (an object that only
 * finalizers keep) lets any override count, and before kubernetes#124063 the pod's own grace period comes back.
 */
function growsFromZero({ context }: PodSnapshot, release: MachineBehaviours): boolean {
  const pod = (context.pending ?? context.undelivered ?? context.active)?.pod ?? null;
  if (pod?.deletion?.gracePeriod === 0) return true;
  return !release.remembersGraceOverride && context.gracePeriod === pod?.terminationGracePeriod;
}

const inCall = (pod: PodSnapshot): boolean => typeof pod.value.worker !== 'string';

/** What holds of the pod workers at every moment, in every release. */
export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'of all static pods with one full name one at most is between start and finish',
    holds: ({ podWorkers }) => {
      const byName = new Map<PodFullName, PodUID>();
      for (const pod of podWorkers.snapshots()) {
        if (!isKnownStatic(pod) || !isBetweenStartAndFinish(pod, podWorkers.release)) continue;
        const { uid, fullName } = pod.context;
        const other = byName.get(fullName);
        if (other !== undefined) return `${uid} and ${other} are both started as ${fullName}`;
        byName.set(fullName, uid);
        const holder = podWorkers.holderOf(fullName);
        if (holder !== uid) return `${uid} is started as ${fullName}, which ${holder ?? 'nobody'} holds`;
      }
      return null;
    },
  },
  {
    name: 'who holds a static name is known and not finished',
    holds: ({ podWorkers }) => {
      for (const [name, uid] of podWorkers.names.started) {
        const pod = podWorkers.snapshotOf(uid);
        if (pod === null) return `${uid} holds ${name} and is forgotten`;
        if (lifecycleOf(pod) === 'finished') return `${uid} holds ${name} and is finished`;
      }
      return null;
    },
  },
  ofEachPod('a finished pod has no worker', (pod) => {
    const worker = workerOf(pod);
    if (lifecycleOf(pod) !== 'finished' || worker === 'exited' || worker === 'none') return null;
    return `is finished and its worker is ${worker}`;
  }),
  ofEachPod('a worker has ended only if its pod is finished or forgotten', (pod) =>
    workerOf(pod) === 'exited' && lifecycleOf(pod) !== 'finished'
      ? `has a worker that ended, and is ${lifecycleOf(pod)}`
      : null,
  ),
  ofEachPod('SyncPod does not run once the containers are stopped', (pod) =>
    isTerminated(pod) && workerOf(pod) === 'syncPod' ? `is ${lifecycleOf(pod)}, and SyncPod runs` : null,
  ),
  ofEachPod('a worker that is notified has a pending update', (pod) =>
    workerOf(pod) === 'notified' && pod.context.pending === null
      ? 'was notified, and nothing is pending'
      : null,
  ),
  ofEachPod('an update is taken exactly while a call is awaited or runs', (pod) => {
    const { taken } = pod.context;
    if (inCall(pod) === (taken !== null)) return null;
    return taken === null ? 'is in a call and has taken no update' : 'has a taken update and is in no call';
  }),
  {
    name: 'the calls under way are those of the workers, one a pod',
    holds: ({ podWorkers, calls }) => {
      const flights = new Map<PodUID, SyncCallName>();
      for (const { uid, fn } of calls.inFlight()) {
        if (flights.has(uid)) return `${uid} has two calls under way`;
        flights.set(uid, fn);
        const pod = podWorkers.snapshotOf(uid);
        const worker = pod === null ? 'forgotten' : workerOf(pod);
        if (worker !== fn) return `${uid} has ${fn} under way, and its worker is ${worker}`;
      }
      for (const pod of podWorkers.snapshots()) {
        const { uid } = pod.context;
        if (callPhase(pod) === 'running' && !flights.has(uid))
          return `${uid} is in ${workerOf(pod)}, which is not under way`;
        if (callPhase(pod) !== 'running' && flights.has(uid)) return `${uid} has a call before its turn`;
      }
      return null;
    },
  },
  ofEachPod('the work state follows from what was decided', (pod) => {
    const { workType, terminated, terminationRequested: requested, ...status } = podSyncStatus(pod);
    if (workType !== workTypeOf(pod)) return `projects ${workType} and is ${workTypeOf(pod)}`;
    const derived = terminated ? 'terminated' : requested ? 'terminating' : 'sync';
    if (workType !== derived) return `projects ${workType} where ${derived} follows`;
    if (status.finished && !terminated) return 'is finished and not terminated';
    if (terminated && !requested) return 'is terminated, and nobody asked for its end';
    if (status.startedTerminating && !requested) return 'began to terminate before it was asked to';
    if (status.working !== isWorking(pod)) return 'projects another `working` than its worker has';
    return null;
  }),
  ofEachPod('only a pod that is asked to end has a grace period, is deleted or evicted', (pod) => {
    if (terminationRequested(pod)) return null;
    const { gracePeriod, evicted, deleted, completions } = pod.context;
    if (gracePeriod > 0) return `has a grace period of ${gracePeriod} s, and nobody asked for its end`;
    if (evicted || deleted) return 'is evicted or deleted, and nobody asked for its end';
    return completions.length > 0 ? 'owes somebody an answer, and nobody asked for its end' : null;
  }),
  ofEachPod('what only v1.26 has is used nowhere else, and the other way round', ({ context }, release) => {
    const { undelivered, pending, observedRuntime } = context;
    if (release.keepsLastUpdate) {
      if (undelivered !== null) return 'has an undelivered update';
      return pending !== null && pending.work !== null ? 'has an update that brings its work state' : null;
    }
    if (observedRuntime) return 'remembers that the runtime runs it';
    return pending !== null && pending.work === null ? 'has an update without a work state' : null;
  }),
];

/** What holds of the pod workers from one moment to a later one. */
export const STEP_INVARIANTS: readonly StepInvariant[] = [
  {
    name: 'nothing in the life of a pod goes back',
    holds: (before, { podWorkers }) => {
      for (const after of podWorkers.snapshots()) {
        const then = before.get(after.context.uid);
        if (then === undefined) continue;
        const { uid } = after.context;
        if (progressOf(after) < progressOf(then))
          return `${uid} was ${lifecycleOf(then)} and is ${lifecycleOf(after)}`;
        for (const mark of ['deleted', 'evicted', 'restartRequested', 'startedBeforeStop'] as const) {
          if (then.context[mark] && !after.context[mark]) return `${uid} is no longer ${mark}`;
        }
        if (workerOf(then) === 'exited' && workerOf(after) !== 'exited')
          return `${uid} has a worker again that had ended`;
      }
      return null;
    },
  },
  {
    name: 'a grace period never grows, unless an explicit 0 was among the wishes',
    holds: (before, { podWorkers }) => {
      for (const pod of podWorkers.snapshots()) {
        const { uid, gracePeriod } = pod.context;
        const then = before.get(uid)?.context.gracePeriod ?? 0;
        if (then > 0 && gracePeriod === 0) return `${uid} had ${then} s and has no grace period any more`;
        if (then === 0 || gracePeriod <= then || growsFromZero(pod, podWorkers.release)) continue;
        return `${uid} had ${then} s and has ${gracePeriod} s`;
      }
      return null;
    },
  },
];

/** Every invariant that is broken, `name: what`; `before` as `StepInvariant` wants it, `null` at the beginning. */
export function brokenInvariants(before: Records | null, view: WorkersView): string[] {
  return [
    ...INVARIANTS.map(({ name, holds }) => [name, holds(view)]),
    ...(before === null ? [] : STEP_INVARIANTS.map(({ name, holds }) => [name, holds(before, view)])),
  ].flatMap(([name, broken]) => (broken === null ? [] : [`${name}: ${broken}`]));
}
