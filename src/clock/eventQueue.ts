import { type SimTime, simTime } from './simTime';

/** One thing due at a time. `seq` is the order of queueing: it breaks ties, so a queue has one order only. */
export interface QueueEntry<E> {
  readonly at: SimTime;
  readonly seq: number;
  readonly event: E;
}

/** A queue as data: entries in the order in which they will come, and the next sequence number. */
export interface SavedQueue<E> {
  readonly entries: readonly QueueEntry<E>[];
  readonly nextSeq: number;
}

/** No queue ever holds so many entries: a sequence number from here on is later than all others. */
const LAST = 2 ** 40;

const earlier = <E>(a: QueueEntry<E>, b: QueueEntry<E>): boolean =>
  a.at < b.at || (a.at === b.at && a.seq < b.seq);

/**
 * What is going to happen, by (time, sequence number): first due first, first queued first at one instant.
 * Entries are data, never closures, so the queue can be saved in the middle of anything.
 */
export class EventQueue<E> {
  /** A binary heap: entry i is not later than entries 2i+1 and 2i+2. */
  private readonly heap: QueueEntry<E>[] = [];
  private nextSeq = 0;

  get size(): number {
    return this.heap.length;
  }

  push(at: SimTime, event: E): void {
    this.insert({ at, seq: this.nextSeq++, event });
  }

  /** Queues what comes after everything else that is due at its time, whatever is queued until then. */
  pushLast(at: SimTime, event: E): void {
    this.insert({ at, seq: LAST + this.nextSeq++, event });
  }

  peek(): QueueEntry<E> | null {
    return this.heap[0] ?? null;
  }

  pop(): QueueEntry<E> | null {
    const first = this.heap[0];
    if (first === undefined) return null;
    const last = this.heap.pop();
    if (last !== undefined && this.heap.length > 0) this.sink(last);
    return first;
  }

  /**
   * Takes the entry that `choose` picks among the first entries of every channel due at the earliest instant.
   * Entries of one channel keep their order; the others stay where they are.
   */
  popAmongTies(channelOf: (event: E) => string, choose: (count: number) => number): QueueEntry<E> | null {
    const first = this.pop();
    if (first === null) return null;
    const tied = [first];
    while (this.peek()?.at === first.at) tied.push(this.pop() as QueueEntry<E>);
    const heads = new Map<string, QueueEntry<E>>();
    // What comes last is not tied with what comes before it.
    for (const entry of tied.filter(({ seq }) => seq < LAST || first.seq >= LAST)) {
      const channel = channelOf(entry.event);
      if (!heads.has(channel)) heads.set(channel, entry);
    }
    const chosen = [...heads.values()][heads.size === 1 ? 0 : choose(heads.size)] ?? first;
    for (const entry of tied) if (entry !== chosen) this.insert(entry);
    return chosen;
  }

  /** Drops the entries that `matches`; used when the one who waits for them is gone. */
  removeWhere(matches: (event: E) => boolean): void {
    const kept = this.heap.filter((entry) => !matches(entry.event));
    if (kept.length === this.heap.length) return;
    this.heap.length = 0;
    for (const entry of kept) this.insert(entry);
  }

  /** The entries in no particular order, for questions such as "will anything still reach this pod?". */
  *entries(): IterableIterator<QueueEntry<E>> {
    yield* this.heap;
  }

  save(): SavedQueue<E> {
    return { entries: [...this.heap].sort((a, b) => a.at - b.at || a.seq - b.seq), nextSeq: this.nextSeq };
  }

  static restore<E>(saved: SavedQueue<E>): EventQueue<E> {
    const queue = new EventQueue<E>();
    for (const entry of saved.entries) queue.insert({ ...entry, at: simTime(entry.at) });
    queue.nextSeq = saved.nextSeq;
    return queue;
  }

  private insert(entry: QueueEntry<E>): void {
    let i = this.heap.push(entry) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = this.heap[parent] as QueueEntry<E>;
      if (!earlier(entry, above)) break;
      this.heap[i] = above;
      i = parent;
    }
    this.heap[i] = entry;
  }

  private sink(entry: QueueEntry<E>): void {
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      const left = this.heap[child];
      if (left === undefined) break;
      const right = this.heap[child + 1];
      const smaller = right !== undefined && earlier(right, left) ? right : left;
      if (smaller === right) child++;
      if (!earlier(smaller, entry)) break;
      this.heap[i] = smaller;
      i = child;
    }
    this.heap[i] = entry;
  }
}
