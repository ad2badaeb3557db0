import { isStaticPod, type Pod } from '../api/pod';
import type { SimTime } from '../clock/simTime';
import { computeGracePeriod } from './gracePeriod';
import type { PodContext } from './podContext';
import {
  isRuntimeOnly,
  mergeActive,
  type PendingUpdate,
  type PodUpdate,
  replayOf,
  syntheticPod,
  type WorkType,
} from './podUpdate';
import type { MachineBehaviours } from './releaseBehaviours';

/** The fields of a record that change. */
export type Change = Partial<PodContext>;

/** An update as the record takes it, and the pod to reason about. */
export interface ResolvedUpdate {
  readonly update: PodUpdate;
  readonly pod: Pod;
}

/**
 * Chooses the pod that an update is about. A runtime-only update speaks for the configuration that the record knows,
 * if it knows one (and the release remembers it), and is turned into an update with that pod.
 */
export function resolveUpdate(context: PodContext, update: PodUpdate, b: MachineBehaviours): ResolvedUpdate {
  if (update.runtimePod === null) {
    return { update, pod: update.pod ?? syntheticPod({ uid: context.uid, name: '', namespace: '' }) };
  }
  if (!b.keepsLastUpdate) {
    const pod = syntheticPod(update.runtimePod);
    return { update: { ...update, pod }, pod };
  }
  const configured = context.pending?.pod ?? context.active?.pod ?? null;
  if (configured === null) return { update, pod: syntheticPod(update.runtimePod) };
  return { update: { ...update, pod: configured, runtimePod: null }, pod: configured };
}

/** The termination that `update` begins: is the pod gone from its source, is it an eviction? First rule that fits. */
export function beginTermination(context: PodContext, given: PodUpdate, b: MachineBehaviours): Change {
  if (isRuntimeOnly(given)) return { deleted: true };
  const { update, pod } = resolveUpdate(context, given, b);
  if (pod.deletion !== null) return { deleted: true };
  return { evicted: update.type === 'kill' && update.kill?.evict === true };
}

/** Would `update` cut short the grace period that is recorded? */
export function shortensGracePeriod(context: PodContext, given: PodUpdate, b: MachineBehaviours): boolean {
  const { update, pod } = resolveUpdate(context, given, b);
  const override = update.kill?.gracePeriodOverride ?? null;
  return computeGracePeriod(context.gracePeriod, pod, override, b.remembersGraceOverride).shortened;
}

/** Takes an update for a pod that should run: there is nothing to kill, so kill options are dropped. */
export function acceptSync(context: PodContext, given: PodUpdate, b: MachineBehaviours): Change {
  const { update } = resolveUpdate(context, given, b);
  return handOver(context, { ...update, kill: null }, 'sync', b);
}

/** Takes an update for a pod that is to stop: whatever it was, it becomes a kill with the effective grace period. */
export function acceptKill(context: PodContext, given: PodUpdate, b: MachineBehaviours): Change {
  const { update, pod } = resolveUpdate(context, given, b);
  const kill = update.kill ?? { evict: false, gracePeriodOverride: null, request: null };
  const { seconds } = computeGracePeriod(
    context.gracePeriod,
    pod,
    kill.gracePeriodOverride,
    b.remembersGraceOverride,
  );
  const asked = kill.request === null ? [] : [kill.request];
  return {
    ...noteRuntime(context, given, b),
    gracePeriod: seconds,
    completions: [...context.completions, ...asked],
    statusFns: [...context.statusFns, ...asked],
    ...handOver(context, { ...update, kill: { ...kill, gracePeriodOverride: seconds } }, 'terminating', b),
  };
}

/** Takes an update for a pod whose containers are stopped: the kill options have nothing left to say. */
export function acceptCleanUp(context: PodContext, given: PodUpdate, b: MachineBehaviours): Change {
  const { update } = resolveUpdate(context, given, b);
  return handOver(context, { ...update, kill: null }, 'terminated', b);
}

/** Remembers that a runtime-only kill named the pod, even if nothing else comes of the update. */
export function noteRuntime(context: PodContext, given: PodUpdate, b: MachineBehaviours): Change {
  return { observedRuntime: context.observedRuntime || (b.keepsLastUpdate && isRuntimeOnly(given)) };
}

function handOver(context: PodContext, update: PodUpdate, work: WorkType, b: MachineBehaviours): Change {
  const replaced = b.keepsLastUpdate || !isWorking(context) ? context.pending : context.undelivered;
  const startTime = replaced?.startTime ?? update.startTime;
  if (b.keepsLastUpdate) return { pending: { ...update, startTime, work: null } };
  const item: PendingUpdate = { ...update, startTime, work };
  return isWorking(context) ? { undelivered: item } : { pending: item };
}

const isWorking = (context: PodContext): boolean => context.pending !== null || context.taken !== null;

/** The worker takes its pending update and begins a turn with a context that is not cancelled. */
export function takeUpdate(context: PodContext): Change {
  if (context.pending === null) return {};
  const { work: _, ...taken } = context.pending;
  return { pending: null, taken, cancelled: false, active: mergeActive(context.active, taken) };
}

/** The turn ends and nothing changes phase; v1.26 hands over what waited undelivered. */
export function endTurn(context: PodContext, at: SimTime, b: MachineBehaviours): Change {
  const ended: Change = { taken: null, lastSync: at };
  return b.keepsLastUpdate ? ended : { ...ended, pending: context.undelivered, undelivered: null };
}

/**
 * The turn ends and the pod enters the phase of `work`: the worker gets another update at once. v1.26 makes one of the
 * pod just used and nothing else, whatever had arrived meanwhile.
 */
export function endPhase(context: PodContext, at: SimTime, work: WorkType, b: MachineBehaviours): Change {
  if (b.keepsLastUpdate) return { ...endTurn(context, at, b), ...replay(context, at) };
  const pod = context.taken?.pod ?? null;
  const item: PendingUpdate = {
    type: 'sync',
    pod,
    runtimePod: null,
    mirrorPod: null,
    kill: null,
    startTime: at,
    work,
  };
  return { taken: null, lastSync: at, pending: item, undelivered: null };
}

/** Gives the worker its last update again, unless a newer one is pending, which is as good. */
export function replay(context: PodContext, at: SimTime): Change {
  return context.pending === null && context.active !== null ? { pending: replayOf(context.active, at) } : {};
}

/** Is the pod static of which the pending update speaks? Only then the worker stands in line for a name. */
export const pendingIsStatic = (context: PodContext): boolean =>
  context.pending !== null && context.pending.pod !== null && isStaticPod(context.pending.pod);
