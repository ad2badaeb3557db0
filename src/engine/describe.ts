import type { PodUID } from '../api/pod';
import type { Command } from '../scenarios/command';
import type { TraceEvent } from './trace';

/** How a pod is called in a sentence. */
export type NameOf = (uid: PodUID) => string;

const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** A command in words, as on a button: `Force delete pod`. */
export const commandWords = (name: Command['do']): string => {
  const words = name
    .replace(/([A-Z]+)/g, ' $1')
    .toLowerCase()
    .replace('uid', 'UID')
    .replace(/^api server/, 'API server')
    .replace('same', 'with same');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const CAUSES = {
  runtimeOnly: 'only the runtime knows the pod',
  deletionTimestamp: 'the API object has a deletion timestamp',
  terminalPhase: 'the pod is in a terminal phase',
  evicted: 'it is evicted',
  removed: 'its source no longer has it',
} as const;

const IGNORED = {
  willRestart: 'a create while it terminates: it will be restarted when it is over',
  finished: 'the pod is finished',
  runtimeOnlyAfterTermination: 'the runtime list is older than the end of the pod',
} as const;

const ORPHANS = {
  leftAlone: 'sees that the worker is not through and leaves it alone',
  beganTermination: 'sees that nobody wants the pod and begins to terminate it',
  replayed: 'sends the last update again',
  alreadyPending: 'sees that an update is pending already',
  droppedUnstarted: 'forgets the pod: it never started',
} as const;

/** One event of the trace as one short sentence, for people; what it is about is named, not shown by uid. */
export function describe(event: TraceEvent, nameOf: NameOf): string {
  const pod = event.pod === null ? '' : nameOf(event.pod);
  switch (event.kind) {
    case 'command': {
      const { command } = event.data;
      const target = 'pod' in command && command.pod !== null ? ` ${command.pod}` : '';
      const operation = 'operation' in command && command.operation !== null ? ` (${command.operation})` : '';
      return `${commandWords(command.do)}${target}${operation}`;
    }
    case 'commandFailed':
      return `cannot be done: ${event.data.why}`;
    case 'expectChecked':
      return `expectation ${event.data.ok ? 'holds' : 'fails'}: ${event.data.got}`;
    case 'kubeletStarted':
      return 'the kubelet starts';
    case 'kubeletStopped':
      return 'the kubelet stops and loses its memory';
    case 'becameStuck':
      return `${pod} is stuck: nothing in this kubelet will touch it again`;
    case 'freed':
      return `${pod} is no longer stuck`;
    case 'faultHit':
      return `fault hits ${event.data.operation}: ${event.data.effect}`;
    case 'faultInjected':
      return `${event.data.operation} will ${event.data.effect === 'error' ? 'fail' : event.data.effect}`;
    case 'faultLifted':
      return event.data.faults.length === 0
        ? 'no fault was armed'
        : `faults lifted: ${event.data.faults.join(', ')}`;
    case 'criStarted':
      return `${event.data.op} begins for ${pod}${event.data.gracePeriod === null ? '' : `, grace period ${event.data.gracePeriod} s`}`;
    case 'criReturned': {
      const { op, error, took } = event.data;
      return error === null
        ? `${op} returns after ${secondsOf(took)}`
        : `${op} fails after ${secondsOf(took)}: code ${error.code}, ${error.message}`;
    }
    case 'runtimeChanged': {
      const { change } = event.data;
      const exit = change.type === 'containerExited' ? ` with exit code ${change.exitCode}` : '';
      const what = change.type.replace(/([A-Z])/g, ' $1').toLowerCase();
      return `${what}${'name' in change ? ` (${change.name})` : ''}${exit}`;
    }
    case 'apiObjectChanged':
      return `the ${event.data.mirror ? 'mirror pod' : 'API object'} of ${pod} is ${event.data.what}`;
    case 'updateReceived': {
      const { type, outcome, ignored, cause } = event.data;
      if (ignored !== null) return `${type} ignored: ${IGNORED[ignored]}`;
      const begins = cause === null ? '' : `; termination is requested since ${CAUSES[cause]}`;
      const how = {
        wakesWorker: 'wakes the worker',
        waits: 'waits for the call to end',
        replaced: 'replaces an older one',
      };
      return `${type} for ${pod} ${outcome === 'ignored' ? 'is ignored' : how[outcome]}${begins}`;
    }
    case 'phaseEntered':
      return `${pod}: ${event.data.from} → ${event.data.to}`;
    case 'terminalAtFirstSight':
      return `${pod} was over before this kubelet saw it`;
    case 'turnTaken':
      return `the worker of ${pod} takes its update (${event.data.work})`;
    case 'cannotStartYet':
      return `${pod} cannot start yet: its name is taken`;
    case 'cannotStartEver':
      return `${pod} can never start: it was asked to stop first`;
    case 'callCancelled':
      return `the call of ${pod} is asked to stop`;
    case 'turnEnded':
      return `the turn ends: ${event.data.result}${event.data.nextIsPending ? ', another update is pending' : ''}`;
    case 'workerStopped':
      return `the worker of ${pod} ends`;
    case 'killCompleted':
      return `who asked for the end of ${pod} is told`;
    case 'orphanMet':
      return `housekeeping ${event.data.orphan ? ORPHANS[event.data.did] : 'waits for the end of the pod that is to restart'}`;
    case 'historyRemoved':
      return `housekeeping forgets ${pod}${event.data.willRestart ? ' so that it can start anew' : ''}`;
    case 'podForgotten':
      return `the record of ${pod} is gone`;
    case 'podRestarted':
      return `housekeeping starts ${pod}: it is wanted and not known`;
    case 'orphanedRuntimePod':
      return `housekeeping stops ${event.data.pod.name}: it runs and nobody knows it`;
    case 'terminalLeftover':
      return `housekeeping hands ${pod} to the workers: it is over, is being deleted, and has no worker`;
    case 'mirrorPodOrphaned':
      return `housekeeping deletes the mirror pod ${event.data.name}`;
    case 'configReceived':
      return `SyncLoop ${event.data.op} of ${pod} (${event.data.source})`;
    case 'deleteRefused':
      return `REMOVE of ${pod} is not passed on: not every source has reported yet`;
    case 'admissionRejected':
      return `${pod} is refused: ${event.data.reason}`;
    case 'sourceReady':
      return `the source ${event.data.source} has reported`;
    case 'syncLoopSkipped':
      return `the sync loop skips: ${event.data.reasons.join('; ')}`;
    case 'plegEvent':
      return `PLEG: ${event.data.type}${event.data.known ? '' : ', of a pod that the pod manager does not know'}`;
    case 'relistFailed':
      return `the runtime cannot be listed: ${event.data.error}`;
    case 'runtimeCheckFailed':
      return `the runtime does not answer: ${event.data.error}`;
    case 'retryQueued':
      return `retry of ${pod} queued for ${secondsOf(event.data.dueAt)} (${event.data.class})`;
    case 'retryDelivered':
      return `the retry of ${pod} is delivered`;
    case 'retryDropped':
      return `retry dropped: the sync loop asked the pod manager, and ${pod} is not there`;
    case 'housekeepingStarted':
      return 'housekeeping begins';
    case 'housekeepingEnded':
      return 'housekeeping ends';
    case 'housekeepingFailed':
      return `housekeeping stops half-way: ${event.data.error}`;
    case 'housekeepingSkipped':
      return 'housekeeping is skipped: not every source has reported yet';
    case 'waitingForPodStatus':
      return `the worker of ${pod} waits for the pod cache`;
    case 'callStarted':
      return `${goName(event.data.fn)} of ${pod} begins${event.data.gracePeriod === null ? '' : `, grace period ${event.data.gracePeriod} s`}`;
    case 'callReturned': {
      const { fn, result, error } = event.data;
      if (result === 'cancelled') return `${goName(fn)} of ${pod} was cut short`;
      return error === null
        ? `${goName(fn)} of ${pod} returns: ${result}`
        : `${goName(fn)} of ${pod} failed: ${error}`;
    }
    case 'statusSet':
      return `status of ${pod}: ${event.data.phase}${event.data.reason === '' ? '' : `, ${event.data.reason}`}`;
    case 'statusWritten':
      return `the API server has the status of ${pod} (${event.data.phase})`;
    case 'apiWriteFailed':
      return `write of the ${event.data.what} failed: ${event.data.error}`;
    case 'apiDeleteSent':
      return `the kubelet deletes the API object of ${pod}`;
    case 'mirrorPodCreated':
    case 'mirrorPodDeleted':
      return `${event.kind === 'mirrorPodCreated' ? 'creates' : 'deletes'} the mirror pod ${event.data.name}`;
    case 'volumesMounted':
      return `the volumes of ${pod} are mounted`;
    case 'volumesUnmounted':
      return `the volumes of ${pod} are unmounted`;
    case 'volumeFailed':
      return `${event.data.operation} of ${pod} failed: ${event.data.error}`;
    case 'evicted':
      return `${pod} is evicted`;
    case 'containerGCRemoved':
      return `garbage collection removes a ${event.data.what} of ${pod}`;
  }
}

/** A sync call by its Go name: `SyncTerminatingPod`. */
export const goName = (fn: string): string => fn.charAt(0).toUpperCase() + fn.slice(1);
