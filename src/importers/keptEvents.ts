import type { DraftEvent } from './draftEvent';
import type { SeenProcess } from './seenProcess';

/** An event with its place in the log, before clock, order and names are settled. */
export interface KeptEvent extends Omit<DraftEvent, 'uid' | 'pod' | 'id' | 'error'> {
  uid: string | null;
  pod: string | null;
  id: string | undefined;
  error: string | undefined;
  readonly file: number;
  readonly line: number;
  text: string;
  /** Nominal (`LogClock`), or milliseconds since 1970 if `absolute`; `null` for a line without a time. */
  readonly at: number | null;
  readonly absolute: boolean;
  readonly node: string | null;
  readonly pid: string | null;
  /** Counts kept and dropped events, so that order survives. */
  readonly sequence: number;
  /** Who wrote it; `null` for a line that is no record of a kubelet. */
  readonly process: SeenProcess | null;
  count: number;
  lastLine: number;
  /** The last of equal lines, as it is. */
  lastText: string;
  lastAt: number | null;
}

/** So many events of one pod are kept; of more, the middle is dropped. */
const MOST_OF_ONE = 600;
/** What a healthy worker does over and over; of a long row only the last few are kept. */
const QUIET: ReadonlySet<string> = new Set([
  'attemptStart',
  'attemptDone',
  'enter',
  'exit',
  'pleg',
  'containerFinished',
  'configReconcile',
  'configUpdate',
  'syncRetries',
  'pendingUpdate',
  'notified',
  'probe',
  'statusPatched',
]);
const QUIET_TAIL = 8;

/**
 * The events that are kept of a log: memory grows with the pods, not with the length of the log. Equal events in a row
 * become one with a count.
 */
export class KeptEvents {
  private readonly subjects = new Map<string, Subject>();
  private readonly words = new Map<string, string>();

  keep(event: KeptEvent): void {
    const key = event.uid ?? event.pod ?? event.id ?? `node ${event.kind}`;
    let subject = this.subjects.get(key);
    if (subject === undefined) {
      subject = { events: [], quiet: 0, uid: null, pod: null };
      this.subjects.set(this.word(key), subject);
    }
    const { events } = subject;
    const last = events.at(-1);
    if (last !== undefined && isSame(last, event)) {
      last.count++;
      last.lastLine = event.line;
      last.lastText = copied(event.text);
      last.lastAt = event.at;
      return;
    }
    const quiet = QUIET.has(event.kind) && (event.phase === undefined || event.phase === 'syncing');
    subject.quiet = quiet ? subject.quiet + 1 : 0;
    this.detach(event, subject);
    if (subject.quiet > QUIET_TAIL) {
      subject.quiet = QUIET_TAIL;
      dropFirstOfTail(events, event);
      return;
    }
    events.push(event);
    if (events.length > MOST_OF_ONE) events.splice(MOST_OF_ONE / 2, MOST_OF_ONE / 6);
  }

  /** All of them, as they stood in the files. */
  all(): KeptEvent[] {
    const all = [...this.subjects.values()].flatMap(({ events }) => events);
    return all.sort((a, b) => a.sequence - b.sequence);
  }

  /** A text that does not hold on to the piece of the file that it was cut from. */
  word(text: string): string {
    const known = this.words.get(text);
    if (known !== undefined) return known;
    const own = copied(text);
    this.words.set(own, own);
    return own;
  }

  /** The reader makes an event for this store alone, so it is changed in place: copies cost most of the reading. */
  private detach(event: KeptEvent, subject: Subject): void {
    event.text = copied(event.text);
    event.lastText = event.text;
    // Lines of one subject name it alike: to compare is quicker than to look up.
    if (event.uid !== null) {
      if (event.uid !== subject.uid) subject.uid = this.word(event.uid);
      event.uid = subject.uid;
    }
    if (event.pod !== null) {
      if (event.pod !== subject.pod) subject.pod = this.word(event.pod);
      event.pod = subject.pod;
    }
    if (event.id !== undefined) event.id = this.word(event.id);
    if (event.error !== undefined) event.error = this.word(event.error.slice(0, 2000));
  }
}

/** In place: `splice` makes a list of what it takes out, for every other line of a log. */
function dropFirstOfTail(events: KeptEvent[], next: KeptEvent): void {
  const last = events.length - 1;
  for (let i = last + 1 - QUIET_TAIL; i < last; i++) events[i] = events[i + 1] as KeptEvent;
  events[last] = next;
}

/** What is kept of one pod, id or kind of event of the node. */
interface Subject {
  readonly events: KeptEvent[];
  /** How many of the last are quiet. */
  quiet: number;
  uid: string | null;
  pod: string | null;
}

/** Engines cut texts out of larger ones without copying; a long log would stay in memory for a few lines of it. */
function copied(text: string): string {
  const joined = ` ${text}`;
  joined.charCodeAt(joined.length - 1); // Makes one piece of the two.
  return joined.slice(1);
}

const isSame = (a: KeptEvent, b: KeptEvent): boolean =>
  a.kind === b.kind &&
  a.phase === b.phase &&
  a.reason === b.reason &&
  a.pod === b.pod &&
  a.id === b.id &&
  a.operation === b.operation &&
  a.error === b.error &&
  a.source === b.source &&
  a.file === b.file &&
  a.process === b.process &&
  REPEATED.has(a.kind);

/** Kinds whose repetition says nothing new but how long it went on. */
const REPEATED: ReadonlySet<string> = new Set([
  'stillNotTerminated',
  'orphanNotified',
  'cannotStartYet',
  'finishedNoUpdates',
  'orphanFolder',
  'volumesNotCleaned',
  'gcSandboxFailed',
  'syncLoopSkipped',
  'apiServerUnreachable',
  'runtimeDown',
  'housekeeping',
  'housekeepingSkipped',
  'housekeepingSlow',
  'housekeepingFailed',
  'statusReadFailed',
  'statusFailed',
  'deletionDelayed',
  'mirrorCreateFailed',
  'mirrorDeleteFailed',
  'recreatedUnderOtherUID',
  'gcFailed',
  'probe',
  'terminalNotDeleted',
]);
