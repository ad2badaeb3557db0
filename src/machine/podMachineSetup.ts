import { and, assign, not, or, setup, stateIn } from 'xstate';
import { isTerminalPod } from '../api/pod';
import { present } from '../base/assert';
import type { SimTime } from '../clock/simTime';
import { computeGracePeriod } from './gracePeriod';
import * as record from './podAssigns';
import type { PodContext } from './podContext';
import type { IgnoreReason, SyncCall, WorkClass } from './podEffects';
import type { CallResult, PodEvent, PodInput } from './podEvents';
import { isRuntimeOnly, type WorkType } from './podUpdate';
import type { MachineBehaviours } from './releaseBehaviours';

/** An action that does nothing here: its type and params are the message. */
const effect =
  <Params>() =>
  (_: unknown, _params: Params): void => {};

type Of<Type extends PodEvent['type']> = Extract<PodEvent, { type: Type }>;

/** Narrows an event inside an action or guard that only one kind of event can reach. */
export function as<Type extends PodEvent['type']>(event: PodEvent, type: Type): Of<Type> {
  return present(event.type === type ? (event as Of<Type>) : null, `only ${type} gets here`);
}

/** The work queue class by which a call's result is followed up. */
export const workClassOf = (result: CallResult): WorkClass =>
  result === 'ok' || result === 'terminal'
    ? 'resync'
    : result === 'networkNotReady'
      ? 'transient'
      : 'backoff';

/** The call that the worker makes with the update it took, in the phase in which it took it. */
export function callFor(context: PodContext, fn: SyncCall['fn'], b: MachineBehaviours): SyncCall {
  const taken = present(context.taken, 'a call has a taken update');
  const gracePeriod = taken.kill?.gracePeriodOverride ?? null;
  if (fn === 'syncTerminatingRuntimePod') {
    const runtimePod = present(taken.runtimePod, 'a runtime-only call has a runtime pod');
    return { fn, runtimePod, gracePeriod: b.givesGraceToRuntimePods ? gracePeriod : null };
  }
  const pod = present(taken.pod, 'this call has a pod');
  if (fn === 'syncPod') return { fn, updateType: taken.type, pod, mirrorPod: taken.mirrorPod };
  if (fn === 'syncTerminatedPod') return { fn, pod };
  return { fn, pod, gracePeriod, statusFn: context.statusFns.at(-1) ?? null };
}

/**
 * The named guards and actions of the pod machine in one release. Guards are pure in context and event; conditions on
 * the other region use `stateIn`. Effects are data: the machine only names them, `podWorkerEffects.ts` carries them out.
 */
export function podMachineSetup(b: MachineBehaviours) {
  const update = (event: PodEvent) => as(event, 'UPDATE.RECEIVED').update;
  return setup({
    types: {
      context: {} as PodContext,
      events: {} as PodEvent,
      input: {} as PodInput,
    },
    guards: {
      terminalAtFirstSight: ({ event }) => {
        const { pod, runs } = as(event, 'POD.OBSERVED');
        return pod !== null && isTerminalPod(pod) && !runs;
      },
      finishedAtFirstSight: and(['terminalAtFirstSight', () => b.finishesTerminalPodsAtFirstSight]),
      terminationRequested: not(or([stateIn({ lifecycle: 'observed' }), stateIn({ lifecycle: 'syncing' })])),
      isRuntimeOnly: ({ event }) => isRuntimeOnly(update(event)),
      beginsTermination: ({ context, event }) => {
        const given = update(event);
        const { pod } = record.resolveUpdate(context, given, b);
        return isRuntimeOnly(given) || pod.deletion !== null || isTerminalPod(pod) || given.type === 'kill';
      },
      isCreate: ({ event }) =>
        update(event).type === 'create' &&
        (b.finishesTerminalPodsAtFirstSight || !as(event, 'UPDATE.RECEIVED').firstSight),
      asksForRestart: and(['terminationRequested', 'isCreate']),
      isIgnored: or([
        'asksForRestart',
        stateIn({ lifecycle: 'finished' }),
        and([stateIn({ lifecycle: 'terminated' }), 'isRuntimeOnly']),
      ]),
      isDelivered: not('isIgnored'),
      shortensGracePeriod: and([
        stateIn({ lifecycle: 'terminating' }),
        ({ context, event }) => record.shortensGracePeriod(context, update(event), b),
      ]),
      cutsCallShort: and([
        'isDelivered',
        or([and([not('terminationRequested'), 'beginsTermination']), 'shortensGracePeriod']),
      ]),
      mayStart: ({ event }) => as(event, 'TURN.STARTED').start === 'now',
      mustWait: ({ event }) => as(event, 'TURN.STARTED').start === 'notYet',
      canNeverStart: ({ event }) => as(event, 'TURN.STARTED').start === 'never',
      turnIsForTerminating: b.keepsLastUpdate
        ? stateIn({ lifecycle: 'terminating' })
        : ({ context }) => context.pending?.work === 'terminating',
      turnIsForTerminated: b.keepsLastUpdate
        ? stateIn({ lifecycle: 'terminated' })
        : ({ context }) => context.pending?.work === 'terminated',
      turnIsRuntimeOnly: and([
        'turnIsForTerminating',
        ({ context }) => context.pending !== null && isRuntimeOnly(context.pending),
      ]),
      startsWithConfig: and(['mayStart', or([not('turnIsRuntimeOnly'), () => !b.keepsLastUpdate])]),
      callEndedPod: and([
        stateIn({ worker: { calling: 'syncPod' } }),
        ({ event }) => as(event, 'CALL.RETURNED').result === 'terminal',
      ]),
      callSucceeded: ({ event }) => workClassOf(as(event, 'CALL.RETURNED').result) === 'resync',
      containersStopped: and([stateIn({ worker: { calling: 'syncTerminatingPod' } }), 'callSucceeded']),
      runtimePodStopped: and([
        stateIn({ worker: { calling: 'syncTerminatingRuntimePod' } }),
        'callSucceeded',
      ]),
      cleanedUp: and([stateIn({ worker: { calling: 'syncTerminatedPod' } }), 'callSucceeded']),
      forgetsStoppedRuntimePod: and(['runtimePodStopped', () => b.forgetsStoppedRuntimePods]),
      workIsOver: or(['runtimePodStopped', 'cleanedUp']),
      hasNextUpdate: ({ context }) => (b.keepsLastUpdate ? context.pending : context.undelivered) !== null,
      stopBegins: stateIn({ worker: { calling: { syncTerminatingPod: 'awaitingPodStatus' } } }),
      isOrphan: ({ event }) => as(event, 'HOUSEKEEPING.VISITED').orphan,
      orphanIsReconciled: and(['isOrphan', () => b.housekeepingReplays]),
      orphanNeverRan: and([
        'orphanIsReconciled',
        ({ context }) => !context.startedBeforeStop && !context.observedRuntime,
      ]),
      isReplayed: and([
        'orphanIsReconciled',
        ({ context }) => context.pending === null && context.active !== null,
      ]),
      isOver: or(['isOrphan', ({ context }) => context.restartRequested]),
    },
    actions: {
      createWorker: effect<{ isStatic: boolean }>(),
      wakeWorker: effect<Record<string, never>>(),
      awaitPodStatus: effect<{ newerThan: SimTime | null }>(),
      startCall: effect<{ call: SyncCall }>(),
      cancelCall: effect<Record<string, never>>(),
      enqueueWork: effect<{ class: WorkClass }>(),
      completeKill: effect<{ requests: readonly number[] }>(),
      ignoreUpdate: effect<{ reason: IgnoreReason }>(),
      removeWorker: effect<Record<string, never>>(),
      forgetPod: effect<Record<string, never>>(),

      rememberStarted: assign({ startedBeforeStop: true }),
      beginTermination: assign(({ context, event }) => record.beginTermination(context, update(event), b)),
      acceptSync: assign(({ context, event }) => record.acceptSync(context, update(event), b)),
      acceptKill: assign(({ context, event }) => record.acceptKill(context, update(event), b)),
      acceptCleanUp: assign(({ context, event }) => record.acceptCleanUp(context, update(event), b)),
      noteRuntime: assign(({ context, event }) => record.noteRuntime(context, update(event), b)),
      requestRestart: assign({ restartRequested: true }),
      markCancelled: assign({ cancelled: true }),
      markDeleted: assign({ deleted: true }),
      terminateOrphan: assign(({ context }) => ({
        deleted: true,
        gracePeriod: computeGracePeriod(
          context.gracePeriod,
          context.active?.pod ?? null,
          null,
          b.remembersGraceOverride,
        ).seconds,
      })),
      takeUpdate: assign(({ context }) => record.takeUpdate(context)),
      rememberAllowed: assign(({ context }) => ({
        startedBeforeStop: context.startedBeforeStop || !b.keepsLastUpdate,
      })),
      refuseTurn: assign(({ context }) => ({ pending: b.keepsLastUpdate ? context.pending : null })),
      dropPending: assign({ pending: null }),
      dropUndelivered: assign({ undelivered: null }),
      endTurn: assign(({ context, event }) => record.endTurn(context, event.at, b)),
      endWork: assign(({ event }) => ({ taken: null, undelivered: null, lastSync: event.at })),
      endPhase: assign(({ context, event }, params: { next: WorkType }) =>
        record.endPhase(context, event.at, params.next, b),
      ),
      clearRequests: assign({ completions: [], statusFns: [] }),
      replay: assign(({ context, event }) => record.replay(context, event.at)),
    },
  });
}
