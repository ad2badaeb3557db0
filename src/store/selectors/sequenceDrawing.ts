import type { PodUID, TraceEvent } from '../../transport/protocol';
import { commandWords, goName } from '../vocabulary';

/** The lifelines, from left to right. */
export const LIFELINES = ['config', 'sync loop', 'worker', 'CRI', 'status manager', 'housekeeping'] as const;

export type Lifeline = (typeof LIFELINES)[number];

/** How a line looks: `broken` never arrives, `quiet` arrives and changes nothing. */
export type SequenceTone =
  | 'plain'
  | 'reply'
  | 'error'
  | 'broken'
  | 'quiet'
  | 'phase'
  | 'stuck'
  | 'command'
  | 'good';

/** An event as it stands in the diagram: an arrow between two lifelines, or a note at one (`to` is `null`), or at all (`from` too). */
export interface Drawn {
  readonly from: Lifeline | null;
  readonly to: Lifeline | null;
  readonly text: string;
  readonly tone: SequenceTone;
  /** Equal ones next to each other are shown once. */
  readonly repeats: boolean;
}

const arrow = (
  from: Lifeline,
  to: Lifeline,
  text: string,
  tone: SequenceTone = 'plain',
  repeats = false,
): Drawn => ({
  from,
  to,
  text,
  tone,
  repeats,
});
const note = (at: Lifeline | null, text: string, tone: SequenceTone = 'plain'): Drawn => ({
  from: at,
  to: null,
  text,
  tone,
  repeats: false,
});
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const MET = {
  leftAlone: ['left alone', 'broken'],
  alreadyPending: ['an update is pending', 'quiet'],
  beganTermination: ['begins to terminate it', 'good'],
  replayed: ['sends the last update again', 'good'],
  droppedUnstarted: ['forgets it: never started', 'plain'],
} as const;

/** What an update comes from: what led to it stands right before it. */
function senderOf(event: TraceEvent, events: readonly TraceEvent[]): Lifeline {
  const cause = event.causedBy === null ? undefined : events[event.causedBy];
  switch (cause?.kind) {
    case 'orphanMet':
    case 'podRestarted':
    case 'orphanedRuntimePod':
    case 'terminalLeftover':
    case 'historyRemoved':
    case 'housekeepingStarted':
      return 'housekeeping';
    default:
      return 'sync loop';
  }
}

/** How an event of the trace is drawn for `pod`; `null`: it is no part of the pod's diagram. */
export function drawingOf(event: TraceEvent, pod: PodUID, events: readonly TraceEvent[]): Drawn | null {
  if (event.kind === 'orphanedRuntimePod') {
    return event.data.pod.uid === pod
      ? arrow('housekeeping', 'worker', 'stops it: it runs, nobody knows it', 'good')
      : null;
  }
  if (event.pod === null) return ofNode(event);
  return event.pod === pod ? ofPod(event, events) : null;
}

function ofNode(event: TraceEvent): Drawn | null {
  switch (event.kind) {
    case 'kubeletStarted':
      return note(null, 'the kubelet starts', 'command');
    case 'kubeletStopped':
      return note(null, 'the kubelet stops and loses its memory', 'command');
    case 'command': {
      // One that names a pod is another pod's, unless it makes one; then the config tells of it.
      const { command } = event.data;
      return 'pod' in command && command.pod !== null
        ? null
        : note(null, commandWords(command.do), 'command');
    }
    default:
      return null;
  }
}

function ofPod(event: TraceEvent, events: readonly TraceEvent[]): Drawn | null {
  switch (event.kind) {
    case 'command': {
      const { command } = event.data;
      const operation = 'operation' in command && command.operation !== null ? ` ${command.operation}` : '';
      return note('config', `${commandWords(command.do)}${operation}`, 'command');
    }
    case 'configReceived':
      return arrow('config', 'sync loop', `${event.data.op}${event.data.mirror ? ' (mirror pod)' : ''}`);
    case 'deleteRefused':
      return note('sync loop', 'REMOVE is not passed on', 'error');
    case 'admissionRejected':
      return note('sync loop', `refused: ${event.data.reason}`, 'error');
    case 'updateReceived': {
      const { type, outcome, ignored } = event.data;
      const how = { wakesWorker: '', waits: ', waits', replaced: ', replaces one', ignored: '' }[outcome];
      const ends = ignored === null ? how : ', ignored';
      return arrow(
        senderOf(event, events),
        'worker',
        `${type}${ends}`,
        ignored === null ? 'plain' : 'broken',
      );
    }
    case 'turnTaken':
      return note('worker', `takes its turn (${event.data.work})`, 'quiet');
    case 'phaseEntered':
      return note('worker', `${event.data.from} → ${event.data.to}`, 'phase');
    case 'terminalAtFirstSight':
      return note('worker', 'over before it was seen', 'phase');
    case 'cannotStartYet':
      return { ...note('worker', 'cannot start yet: name taken', 'quiet'), repeats: true };
    case 'cannotStartEver':
      return note('worker', 'can never start', 'error');
    case 'callStarted':
      return note('worker', `${goName(event.data.fn)} begins`);
    case 'callReturned': {
      const { fn, result } = event.data;
      const tone = result === 'error' ? 'error' : result === 'cancelled' ? 'quiet' : 'plain';
      return note('worker', `${goName(fn)}: ${result}`, tone);
    }
    case 'callCancelled':
      return note('worker', 'the call is asked to stop', 'quiet');
    case 'workerStopped':
      return note('worker', 'the worker ends', 'phase');
    case 'killCompleted':
      return note('worker', 'who asked for the end is told', 'quiet');
    case 'becameStuck':
      return note('worker', 'STUCK', 'stuck');
    case 'freed':
      return note('worker', 'no longer stuck', 'good');
    case 'evicted':
      return note('sync loop', 'evicted', 'command');
    case 'criStarted': {
      const { op, gracePeriod } = event.data;
      return arrow('worker', 'CRI', gracePeriod === null ? op : `${op}, grace ${gracePeriod} s`);
    }
    case 'criReturned': {
      const { op, error, took } = event.data;
      return error === null
        ? arrow('CRI', 'worker', `ok, ${seconds(took)}`, 'reply')
        : arrow('CRI', 'worker', `${op}: ${error.code}`, 'error');
    }
    case 'runtimeChanged':
      return event.data.change.type === 'containerExited'
        ? note('CRI', `${event.data.change.name} exits: ${event.data.change.exitCode}`, 'phase')
        : null;
    case 'containerGCRemoved':
      return note('CRI', `GC removes a ${event.data.what}`, 'quiet');
    case 'plegEvent':
      return arrow(
        'CRI',
        'sync loop',
        `${event.data.type}${event.data.known ? '' : ': not known'}`,
        event.data.known ? 'plain' : 'broken',
      );
    case 'volumeFailed':
      return note('worker', `${event.data.operation} failed`, 'error');
    case 'retryQueued':
      return arrow(
        'worker',
        'sync loop',
        `retry queued for ${seconds(event.data.dueAt)} (${event.data.class})`,
        'quiet',
      );
    case 'retryDelivered':
      return note('sync loop', 'the retry comes due', 'quiet');
    case 'retryDropped':
      return arrow('sync loop', 'worker', 'retry dropped', 'broken');
    case 'statusSet':
      return arrow('worker', 'status manager', event.data.phase);
    case 'statusWritten':
      return note('status manager', `written: ${event.data.phase}`, 'quiet');
    case 'apiWriteFailed':
      return note('status manager', `write failed`, 'error');
    case 'apiDeleteSent':
      return note('status manager', 'deletes the API object', 'phase');
    case 'orphanMet': {
      const [text, tone] = MET[event.data.did];
      return event.data.orphan
        ? arrow('housekeeping', 'worker', text, tone, true)
        : arrow('housekeeping', 'worker', 'waits for its end', 'quiet', true);
    }
    case 'historyRemoved':
      return arrow(
        'housekeeping',
        'worker',
        event.data.willRestart ? 'forgets it, to start anew' : 'forgets it',
        'good',
      );
    case 'podRestarted':
      return arrow('housekeeping', 'worker', 'starts it anew', 'good');
    case 'terminalLeftover':
      return arrow('housekeeping', 'worker', 'hands it over: it is over', 'good');
    default:
      return null;
  }
}
