import type { PodFullName, PodUID } from '../api/pod';
import { assertNever } from '../base/assert';
import type { SimTime } from '../clock/simTime';
import type { IgnoreReason, PodEffect, SyncCall, WorkClass } from '../machine/podEffects';
import type { PodEvent } from '../machine/podEvents';
import { lifecycleOf, terminationRequested, workerOf, workTypeOf } from '../machine/podSyncStatus';
import { isRuntimeOnly, type WorkType } from '../machine/podUpdate';
import type { PodSnapshot } from '../machine/step';
import type { PodWorkerEvent, TerminationCause } from './podWorkerEvents';
import type { Release } from './releases';

/** What the pod workers need of the rest of the kubelet. Nothing here calls back at once. */
export interface PodWorkerPorts {
  now(): SimTime;
  /** Does the pod cache show a running container or a ready sandbox? Asked at first sight only. */
  podRuns(uid: PodUID): boolean;
  /** Let the worker take its turn (`takeTurn`) as soon as what runs now is over. */
  wakeWorker(uid: PodUID): void;
  /** Call `podStatusRefreshed` once the pod cache is newer. */
  awaitPodStatus(uid: PodUID, newerThan: SimTime | null): void;
  /** Make the call and report with `callReturned`. */
  startCall(uid: PodUID, call: SyncCall): void;
  /** The running call of `uid` should end; it may take no notice. */
  cancelCall(uid: PodUID): void;
  /** Put the uid into the work queue; a newer entry replaces an older one. */
  enqueueWork(uid: PodUID, workClass: WorkClass): void;
  /** Tell what happened, for the trace. */
  emit(event: PodWorkerEvent): void;
}

/** What lies across pods and only `PodWorkers` may touch. */
export interface AcrossPods {
  readonly release: Release;
  queueForName(name: PodFullName, uid: PodUID): void;
  releaseName(name: PodFullName, uid: PodUID): void;
  holderOf(name: PodFullName): PodUID | null;
  forget(uid: PodUID): void;
}

/** One event of one pod: what was, what is, and what the machine asks for. */
interface StepTaken {
  readonly uid: PodUID;
  readonly event: PodEvent;
  readonly before: PodSnapshot;
  readonly after: PodSnapshot;
  readonly effects: readonly PodEffect[];
}

/** Carries out the effects of one step, in order, and tells the trace what the step came to. */
export function carryOut(step: StepTaken, ports: PodWorkerPorts, across: AcrossPods): void {
  narrate(step, ports, across);
  for (const effect of step.effects) perform(step, effect, ports, across);
}

function perform(step: StepTaken, effect: PodEffect, ports: PodWorkerPorts, across: AcrossPods): void {
  const { uid, after } = step;
  const name = after.context.fullName;
  switch (effect.type) {
    case 'createWorker':
      if (effect.params.isStatic) across.queueForName(name, uid);
      return;
    case 'wakeWorker':
      return ports.wakeWorker(uid);
    case 'awaitPodStatus':
      return ports.awaitPodStatus(uid, effect.params.newerThan);
    case 'startCall':
      return ports.startCall(uid, effect.params.call);
    case 'cancelCall':
      ports.emit({ kind: 'callCancelled', uid });
      return ports.cancelCall(uid);
    case 'enqueueWork':
      return ports.enqueueWork(uid, effect.params.class);
    case 'completeKill':
      if (effect.params.requests.length > 0) {
        ports.emit({ kind: 'killCompleted', uid, requests: effect.params.requests });
      }
      return;
    case 'ignoreUpdate':
      return; // Told by `narrate`, together with the update.
    case 'removeWorker':
      across.releaseName(name, uid);
      return ports.emit({ kind: 'workerStopped', uid });
    case 'forgetPod':
      across.releaseName(name, uid);
      across.forget(uid);
      return ports.emit({ kind: 'podForgotten', uid });
    default:
      return assertNever(effect);
  }
}

/** Says in the trace's words what the step came to. Reads the two snapshots; decides nothing. */
function narrate(step: StepTaken, ports: PodWorkerPorts, across: AcrossPods): void {
  const { uid, event, before, after } = step;
  switch (event.type) {
    case 'POD.OBSERVED':
      if (lifecycleOf(after) !== 'observed') ports.emit({ kind: 'terminalAtFirstSight', uid });
      return;
    case 'UPDATE.RECEIVED':
      ports.emit(describeUpdate(step, event));
      break;
    case 'TURN.STARTED':
      if (event.start === 'notYet') {
        const name = after.context.fullName;
        ports.emit({ kind: 'cannotStartYet', uid, name, holder: across.holderOf(name) });
      } else if (event.start === 'never') {
        ports.emit({ kind: 'cannotStartEver', uid });
      } else {
        ports.emit({ kind: 'turnTaken', uid, work: workOf(after) });
      }
      break;
    case 'CALL.RETURNED':
      ports.emit({
        kind: 'turnEnded',
        uid,
        work: workOf(before),
        result: event.result,
        nextIsPending: workerOf(after) === 'notified',
      });
      break;
    case 'HOUSEKEEPING.VISITED':
      describeVisit(step, event.orphan, ports);
      break;
    case 'POD_STATUS.REFRESHED':
      break;
    default:
      assertNever(event);
  }
  if (lifecycleOf(before) !== lifecycleOf(after)) {
    ports.emit({ kind: 'phaseEntered', uid, from: lifecycleOf(before), to: lifecycleOf(after) });
  }
}

/** The phase that a worker in a call works in. */
function workOf(pod: PodSnapshot): WorkType {
  const worker = workerOf(pod);
  if (worker === 'syncPod') return 'sync';
  return worker === 'syncTerminatedPod' ? 'terminated' : 'terminating';
}

function describeUpdate(
  step: StepTaken,
  event: Extract<PodEvent, { type: 'UPDATE.RECEIVED' }>,
): PodWorkerEvent {
  const { uid, before, after } = step;
  const ignored: IgnoreReason | null =
    step.effects.find((effect) => effect.type === 'ignoreUpdate')?.params.reason ?? null;
  const begins = !terminationRequested(before) && terminationRequested(after);
  const waited = before.context.pending ?? before.context.undelivered;
  const inCall = before.context.taken !== null;
  const outcome =
    ignored !== null ? 'ignored' : waited !== null ? 'replaced' : inCall ? 'waits' : 'wakesWorker';
  return {
    kind: 'updateReceived',
    uid,
    type: event.update.type,
    runtimeOnly: isRuntimeOnly(event.update),
    firstSight: event.firstSight,
    work: ignored === null ? workTypeOf(after) : null,
    outcome,
    ignored,
    cause: begins ? causeOf(event, after) : null,
    gracePeriod: after.context.gracePeriod,
  };
}

function causeOf(
  event: Extract<PodEvent, { type: 'UPDATE.RECEIVED' }>,
  after: PodSnapshot,
): TerminationCause {
  if (isRuntimeOnly(event.update)) return 'runtimeOnly';
  if (after.context.deleted) return 'deletionTimestamp';
  if (after.context.evicted) return 'evicted';
  return event.update.type === 'kill' ? 'removed' : 'terminalPhase';
}

function describeVisit(step: StepTaken, orphan: boolean, ports: PodWorkerPorts): void {
  const { uid, before, after, effects } = step;
  const forgets = effects.some((effect) => effect.type === 'forgetPod');
  if (lifecycleOf(before) === 'finished') {
    if (forgets) ports.emit({ kind: 'historyRemoved', uid, willRestart: before.context.restartRequested });
    return;
  }
  const did = forgets
    ? 'droppedUnstarted'
    : terminationRequested(before) !== terminationRequested(after)
      ? 'beganTermination'
      : before.context.pending !== after.context.pending
        ? 'replayed'
        : after.context.deleted && orphan && before !== after
          ? 'alreadyPending'
          : 'leftAlone';
  ports.emit({ kind: 'orphanMet', uid, orphan, did });
}
