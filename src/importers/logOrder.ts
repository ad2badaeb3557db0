import type { KubeletRun, Note } from './importedRun';
import type { KeptEvent } from './keptEvents';
import type { LogEvent } from './logEvent';
import type { ReadLog } from './logReader';
import { LogTimes } from './logTimes';
import type { SeenProcess } from './seenProcess';

/** A kubelet process, before it is told which releases it may be of. */
export type Process = Omit<KubeletRun, 'since127'>;

/** A log in the order of its time, cut into kubelet processes. */
export interface OrderedLog {
  readonly events: readonly LogEvent[];
  readonly runs: readonly Process[];
  readonly notes: readonly Note[];
}

interface Timed {
  readonly event: KeptEvent;
  /** Of an event without a time, that of the one before. */
  readonly time: number;
}

/**
 * Puts a log in order: newest first turned around, doubles dropped, small disorder sorted. Events of one moment stay as
 * they are in the file.
 */
export function orderLog(read: ReadLog, labels: readonly string[]): OrderedLog {
  const notes: Note[] = [];
  const { clock } = read;
  if (clock.reversed)
    notes.push({ line: null, text: 'the newest lines came first: the log was turned around' });
  const { events, doubles, repeated } = withoutDoubles(clock.reversed ? turned(read.events) : read.events);
  if (doubles > 0) notes.push({ line: null, text: `${doubles} lines were there twice and count once` });
  const times = new LogTimes(read.processes, clock, repeated, labels);
  notes.push(...times.notes);
  const timed = timesOf(events, times).sort((a, b) => a.time - b.time);
  const nodes = nodesOf(read.processes, events, labels, notes);
  return { ...cutIntoRuns(timed, nodes, read.processes, times, labels), notes };
}

/** Each file from its end, with the doubles of a count turned as well. */
function turned(events: readonly KeptEvent[]): KeptEvent[] {
  return [...events]
    .sort((a, b) => a.file - b.file || b.sequence - a.sequence)
    .map((event) => ({
      ...event,
      line: event.lastLine,
      at: event.lastAt,
      text: event.lastText,
      lastLine: event.line,
      lastText: event.text,
      lastAt: event.at,
    }));
}

/** `repeated`: the lines of each process that it had written before. */
function withoutDoubles(events: readonly KeptEvent[]): {
  readonly events: KeptEvent[];
  readonly doubles: number;
  readonly repeated: ReadonlyMap<SeenProcess, readonly number[]>;
} {
  // The records of one moment: mostly there is one. Of more only keys are kept, or a file of one moment would be slow.
  const seen = new Map<number, KeptEvent | Set<string>>();
  const repeated = new Map<SeenProcess, number[]>();
  const kept: KeptEvent[] = [];
  let doubles = 0;
  for (const event of events) {
    if (event.at !== null) {
      // The records of one microsecond are equal only if they are one.
      if (isKnown(seen, event.at, event)) {
        doubles++;
        if (event.process !== null) {
          const lines = repeated.get(event.process);
          if (lines === undefined) repeated.set(event.process, [event.line]);
          else lines.push(event.line);
        }
        continue;
      }
    }
    kept.push(event);
  }
  return { events: kept, doubles, repeated };
}

/** Whether the same was recorded at that moment before; else it is from now on. */
function isKnown(seen: Map<number, KeptEvent | Set<string>>, at: number, event: KeptEvent): boolean {
  const known = seen.get(at);
  if (known === undefined) {
    seen.set(at, event);
    return false;
  }
  const key = keyOf(event);
  if (!(known instanceof Set)) {
    const first = keyOf(known);
    if (first !== key) seen.set(at, new Set([first, key]));
    return first === key;
  }
  if (known.has(key)) return true;
  known.add(key);
  return false;
}

const keyOf = ({ kind, pod, uid, node, text }: KeptEvent): string => [kind, pod, uid, node, text].join('\0');

function timesOf(events: readonly KeptEvent[], times: LogTimes): Timed[] {
  let last = Number.NaN;
  const timed = events.map((event) => {
    if (event.at !== null) last = times.at(event, event.line, event.at);
    return { event, time: last };
  });
  // What stands before the first time is of that time.
  const first = timed.find(({ time }) => !Number.isNaN(time))?.time ?? 0;
  return timed.map(({ event, time }) => ({ event, time: Number.isNaN(time) ? first : time }));
}

/** Which kubelet a process is of, as `node` says in the result: its host; or a name for it, if there are several. */
function nodesOf(
  processes: readonly SeenProcess[],
  events: readonly KeptEvent[],
  labels: readonly string[],
  notes: Note[],
): (event: KeptEvent) => string | null {
  const hosts = new Set(processes.map(({ node }) => node).filter((node) => node !== null));
  const telling = new Set(events.map((event) => event.pid));
  const bare = processes.filter(({ node, pid }) => node === null && telling.has(pid));
  const apart = bare.some((a) => bare.some((b) => a !== b && a.pid !== b.pid && atOnce(a, b)));
  if (hosts.size > 1) {
    notes.push({ line: null, text: `several kubelets: ${[...hosts].join(', ')}; their pods are kept apart` });
  } else if (apart) {
    notes.push({ line: null, text: 'several kubelets wrote at once, told apart by their process ids' });
  }
  return (event) => {
    if (event.node !== null) return event.node;
    if (apart && event.pid !== null) {
      const label = labels.length > 1 ? ` of ${labels[event.file] ?? ''}` : '';
      return `pid ${event.pid}${label}`;
    }
    return null;
  };
}

/** Two processes of one node follow one another. */
function atOnce(a: SeenProcess, b: SeenProcess): boolean {
  if (a.file === b.file) {
    return (
      Math.min(a.lastLine, b.lastLine) - Math.max(a.firstLine, b.firstLine) > 4 && a.lines > 2 && b.lines > 2
    );
  }
  return Math.min(a.lastAt, b.lastAt) - Math.max(a.firstAt, b.firstAt) > 60_000;
}

interface OpenRun {
  index: number;
  node: string | null;
  pid: string | null;
  version: string | null;
  looped: boolean;
  others: number;
  startSeen: boolean;
  ended: boolean;
  /** systemd said that the kubelet has stopped. */
  stopped: boolean;
  /** No record of a kubelet yet. */
  bare: boolean;
  first: { line: number; at: number | null };
  last: { line: number; at: number | null };
}

function cutIntoRuns(
  events: readonly Timed[],
  nodeOf: (event: KeptEvent) => string | null,
  processes: readonly SeenProcess[],
  times: LogTimes,
  labels: readonly string[],
): { readonly events: LogEvent[]; readonly runs: Process[] } {
  const runs: OpenRun[] = [];
  const current = new Map<string | null, OpenRun>();
  let latest: OpenRun | null = null;
  const many = labels.length > 1;
  const out = events.map(({ event, time }): LogEvent => {
    const own = nodeOf(event);
    const bare = event.pid === null && !event.absolute;
    const node = bare && own === null ? (latest?.node ?? null) : own;
    let run = current.get(node) ?? null;
    const waiting: OpenRun | null = latest;
    if (run === null && waiting !== null && waiting.bare && !bare) {
      // Lines of systemd or the runtime came first: they are of the kubelet that follows.
      run = waiting;
      run.node = node;
      current.clear();
      current.set(node, run);
    }
    if (run === null || (!bare && !run.bare && begins(run, event))) {
      run = {
        index: runs.length,
        node,
        pid: event.pid,
        version: null,
        looped: false,
        others: 0,
        startSeen: false,
        ended: false,
        stopped: false,
        bare,
        first: { line: event.line, at: time },
        last: { line: event.line, at: time },
      };
      runs.push(run);
      current.set(node, run);
    }
    latest = run;
    run.pid ??= event.pid;
    if (!bare) run.bare = false;
    if (event.kind === 'kubeletVersion') {
      run.version = event.reason ?? null;
      run.startSeen = true;
    } else if (event.kind === 'mainLoopStarted') {
      run.looped = true;
      run.startSeen = true;
    } else if (!bare) {
      run.others++;
    }
    if (event.kind === 'panic') run.ended = true;
    if (event.kind === 'systemdStopped' && event.reason === 'stopped') run.stopped = true;
    run.last = { line: event.lastLine, at: Math.max(time, run.last.at ?? time) };
    return {
      kind: event.kind,
      line: event.line,
      file: many ? (labels[event.file] ?? `file ${event.file + 1}`) : undefined,
      text: event.text,
      at: time === 0 ? null : time,
      run: run.index,
      uid: event.uid,
      pod: event.pod,
      count: event.count,
      lastLine: event.lastLine,
      lastText: event.lastText,
      lastAt: event.lastAt === null ? null : times.at(event, event.lastLine, event.lastAt),
      // Written out: with spreads it takes as long as the reading.
      phase: event.phase,
      source: event.source,
      reason: event.reason,
      error: event.error,
      id: event.id,
      operation: event.operation,
      amount: event.amount,
      otherUID: event.otherUID,
    };
  });
  for (const process of processes) {
    // Records that say nothing about pods still show how long the log goes on.
    const of = runs.filter(
      (run) => run.pid === (process.absolute ? null : process.pid) || (process.absolute && run.pid === null),
    );
    const run = of.filter(({ node }) => process.node === null || node === process.node).at(-1);
    if (run === undefined) continue;
    const at = times.last(process);
    if (run.last.at === null || at > run.last.at) run.last = { line: process.lastLine, at };
  }
  return {
    events: out,
    runs: runs.map(({ index, node, pid, version, first, last, startSeen }) => ({
      index,
      node,
      pid,
      version,
      first,
      last,
      startSeen,
    })),
  };
}

/** Whether a record is the first of another process: all that the one before knew is forgotten. */
function begins(run: OpenRun, event: KeptEvent): boolean {
  if (run.pid !== null && event.pid !== null && run.pid !== event.pid) return true;
  if (run.ended) return true;
  // A process id that goes on belongs to another unit than the one that stopped; records in JSON have none.
  if (run.stopped && (event.pid === null || event.pid === '1')) return true;
  if (event.kind === 'kubeletVersion') return run.others > 0 || run.looped || run.version !== null;
  if (event.kind === 'mainLoopStarted') return run.looped || (run.others > 3 && run.version === null);
  return false;
}
