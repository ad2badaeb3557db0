import type { PodFullName, PodUID } from '../api/pod';
import type { SavedStaticPods } from '../kubelet/staticPods';
import type { PodSnapshot } from '../machine/step';
import { InternedRecords } from './internedRecords';
import type { PodHere } from './podHere';

/*
 * A state as a string of 16-bit words: one of the node, then four of each pod, so that all that is said of a pod stands together
 * and pods can change places:
 *
 *   node │ source, flags and call │ version, phase, status │ record │ places in the line for its name │ … of the next pod
 */
const WORDS_OF_NODE = 1;
const WORDS_OF_POD = 4;

const QUEUED = 4;
const RUNS = 8;
const ENDED = 16;
const CALL_SHIFT = 5;
const HOLDS = 256;
const DONE = 512;
const FRESH = 1024;
/** What of the first word the invariants look at: the call under way, and whether it holds its name. */
const SEEN_BY_INVARIANTS = 0x1e0;

/** What a state says beside the pods' own fields. */
export interface NodeFacts {
  readonly reportedApi: boolean;
  readonly reportedFile: boolean;
  readonly synced: boolean;
  readonly names: SavedStaticPods;
}

/** Writes states and reads them. */
export class StateWords {
  private readonly records: InternedRecords;

  constructor(private readonly pods: readonly PodHere[]) {
    this.records = new InternedRecords(pods.length);
  }

  write(facts: NodeFacts, recordOf: (pod: PodHere) => PodSnapshot | null): string {
    const { started, waiting } = facts.names;
    const words = [(facts.reportedApi ? 1 : 0) | (facts.reportedFile ? 2 : 0) | (facts.synced ? 4 : 0)];
    for (const pod of this.pods) {
      const holds = started.some(([, uid]) => uid === pod.uid);
      const line = waiting.find(([name]) => name === pod.fullName)?.[1] ?? [];
      words.push(
        pod.source |
          (pod.queued ? QUEUED : 0) |
          (pod.runs ? RUNS : 0) |
          (pod.ended ? ENDED : 0) |
          (pod.call << CALL_SHIFT) |
          (holds ? HOLDS : 0) |
          (pod.done ? DONE : 0) |
          (pod.fresh ? FRESH : 0),
        pod.version * 16 + pod.phase * 4 + pod.status,
        this.records.idOf(pod.index, recordOf(pod)),
        line.length === 0 ? 0 : this.records.lineOf(line.flatMap((uid, i) => (uid === pod.uid ? [i] : []))),
      );
    }
    return String.fromCharCode(...words);
  }

  /** Fills the pods, and returns the rest. */
  read(state: string): NodeFacts & { readonly records: readonly PodSnapshot[] } {
    const flags = state.charCodeAt(0);
    const records: PodSnapshot[] = [];
    const started: [PodFullName, PodUID][] = [];
    const waiting = new Map<PodFullName, PodUID[]>();
    let at = WORDS_OF_NODE;
    for (const pod of this.pods) {
      const word = state.charCodeAt(at);
      pod.source = word & 3;
      pod.queued = (word & QUEUED) !== 0;
      pod.runs = (word & RUNS) !== 0;
      pod.ended = (word & ENDED) !== 0;
      pod.call = (word >> CALL_SHIFT) & 7;
      pod.done = (word & DONE) !== 0;
      pod.fresh = (word & FRESH) !== 0;
      if ((word & HOLDS) !== 0) started.push([pod.fullName, pod.uid]);
      const facts = state.charCodeAt(at + 1);
      pod.version = facts >> 4;
      pod.phase = (facts >> 2) & 3;
      pod.status = facts & 3;
      const record = this.records.recordOf(pod.index, state.charCodeAt(at + 2));
      if (record !== null) records.push(record);
      const positions = this.records.positions(state.charCodeAt(at + 3));
      if (positions.length > 0) {
        const line = waiting.get(pod.fullName) ?? [];
        waiting.set(pod.fullName, line);
        for (const i of positions) line[i] = pod.uid;
      }
      at += WORDS_OF_POD;
    }
    return {
      reportedApi: (flags & 1) !== 0,
      reportedFile: (flags & 2) !== 0,
      synced: (flags & 4) !== 0,
      names: { started, waiting: [...waiting] },
      records,
    };
  }
}

/** The part of a state that the invariants look at. */
export function workersPart(state: string): string {
  let part = '';
  for (let at = WORDS_OF_NODE; at < state.length; at += WORDS_OF_POD)
    part += String.fromCharCode(state.charCodeAt(at) & SEEN_BY_INVARIANTS, state.charCodeAt(at + 2));
  return part;
}

/** The number of a pod's record, for what is asked of one pod from one state to the next; 0: none. */
export const recordNumber = (state: string, pod: number): number =>
  state.charCodeAt(WORDS_OF_NODE + pod * WORDS_OF_POD + 2);

/** The containers of a pod have ended by themselves. */
export const hasEnded = (state: string, pod: number): boolean =>
  (state.charCodeAt(WORDS_OF_NODE + pod * WORDS_OF_POD) & ENDED) !== 0;

/**
 * The name of all states that differ from this one only in which of several equal pods is which. Everything that a state says is
 * said pod by pod, so that sorting the words of equal pods is all there is to do.
 */
export function canonical(state: string, groups: readonly (readonly number[])[]): string {
  if (groups.length === 0) return state;
  const parts: string[] = [];
  for (let at = WORDS_OF_NODE; at < state.length; at += WORDS_OF_POD)
    parts.push(state.slice(at, at + WORDS_OF_POD));
  for (const group of groups) {
    const sorted = group.map((i) => parts[i] ?? '').sort();
    group.forEach((i, k) => {
      parts[i] = sorted[k] ?? '';
    });
  }
  return state.slice(0, WORDS_OF_NODE) + parts.join('');
}
