import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue, type QueueEntry } from '../../src/clock/eventQueue';
import { simTime } from '../../src/clock/simTime';

interface Item {
  readonly channel: string;
  readonly n: number;
}

/** The queue as anybody would write it first: a list that is sorted when it is asked. */
class SortedList {
  entries: QueueEntry<Item>[] = [];
  private seq = 0;

  push(at: number, event: Item): void {
    this.entries.push({ at: simTime(at), seq: this.seq++, event });
    this.entries.sort((a, b) => a.at - b.at || a.seq - b.seq);
  }

  pop(): QueueEntry<Item> | null {
    return this.entries.shift() ?? null;
  }

  popAmongTies(choose: (count: number) => number): QueueEntry<Item> | null {
    const [first] = this.entries;
    if (first === undefined) return null;
    const channels = new Map<string, QueueEntry<Item>>();
    for (const entry of this.entries.filter(({ at }) => at === first.at)) {
      if (!channels.has(entry.event.channel)) channels.set(entry.event.channel, entry);
    }
    const chosen = [...channels.values()][channels.size === 1 ? 0 : choose(channels.size)] ?? first;
    this.entries = this.entries.filter((entry) => entry !== chosen);
    return chosen;
  }
}

/** What is done to a queue, in order; times are few, so that there are ties. */
const operations = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('push' as const),
        at: fc.integer({ min: 0, max: 6 }),
        channel: fc.constantFrom('a', 'b', 'c'),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('pop' as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('tie' as const), pick: fc.nat(10) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('drop' as const), channel: fc.constantFrom('a', 'b') }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const) }) },
  ),
  { maxLength: 80 },
);

const drain = (queue: EventQueue<Item>) => {
  const all: QueueEntry<Item>[] = [];
  for (let next = queue.pop(); next !== null; next = queue.pop()) all.push(next);
  return all;
};

const filled = (...items: readonly (readonly [number, string])[]) => {
  const queue = new EventQueue<Item>();
  for (const [n, [at, channel]] of items.entries()) queue.push(simTime(at), { channel, n });
  return queue;
};

describe('the event queue', () => {
  it('is empty at first', () => {
    const queue = new EventQueue<Item>();
    expect([queue.size, queue.peek(), queue.pop()]).toEqual([0, null, null]);
    expect(
      queue.popAmongTies(
        () => '',
        () => 0,
      ),
    ).toBeNull();
  });

  it('gives what is due first, and at one instant what was queued first', () => {
    const queue = filled([5, 'a'], [1, 'a'], [5, 'b'], [0, 'a'], [1, 'b']);
    expect(drain(queue).map(({ event }) => event.n)).toEqual([3, 1, 4, 0, 2]);
  });

  it('gives what is to come last after everything else of its instant, queued before it or after', () => {
    const queue = new EventQueue<string>();
    queue.pushLast(simTime(1), 'last');
    queue.push(simTime(1), 'first');
    queue.pushLast(simTime(1), 'last of all');
    queue.push(simTime(2), 'later');
    queue.push(simTime(1), 'second');
    const reloaded = EventQueue.restore<string>(JSON.parse(JSON.stringify(queue.save())));
    for (const pop of [
      () => queue.pop(),
      () =>
        reloaded.popAmongTies(
          (event) => event,
          (count) => count - 1,
        ),
    ]) {
      const order: string[] = [];
      for (let entry = pop(); entry !== null; entry = pop()) order.push(entry.event);
      expect(order.slice(0, 2).sort()).toEqual(['first', 'second']);
      // Those that come last are tied with each other: which of them is chosen is up to `choose`.
      expect(order.slice(2, 4).sort()).toEqual(['last', 'last of all']);
      expect(order[4]).toBe('later');
    }
  });

  it('is a sorted list, whatever is done to it', () => {
    fc.assert(
      fc.property(operations, (todo) => {
        let queue = new EventQueue<Item>();
        const list = new SortedList();
        todo.forEach((step, n) => {
          switch (step.do) {
            case 'push':
              queue.push(simTime(step.at), { channel: step.channel, n });
              list.push(step.at, { channel: step.channel, n });
              break;
            case 'pop':
              expect(queue.pop()).toEqual(list.pop());
              break;
            case 'tie': {
              const choose = (count: number) => step.pick % count;
              expect(queue.popAmongTies(({ channel }) => channel, choose)).toEqual(list.popAmongTies(choose));
              break;
            }
            case 'drop':
              queue.removeWhere(({ channel }) => channel === step.channel);
              list.entries = list.entries.filter(({ event }) => event.channel !== step.channel);
              break;
            case 'reload':
              queue = EventQueue.restore(JSON.parse(JSON.stringify(queue.save())));
              break;
          }
          expect(queue.size).toBe(list.entries.length);
          expect(queue.peek()).toEqual(list.entries[0] ?? null);
          expect(queue.save().entries).toEqual(list.entries);
        });
        expect([...queue.entries()].sort((a, b) => a.at - b.at || a.seq - b.seq)).toEqual(list.entries);
        expect(drain(queue)).toEqual(list.entries);
      }),
    );
  });

  it('among ties keeps the order of each channel, whichever channel is drawn', () => {
    const items = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.constantFrom('a', 'b', 'c')));
    fc.assert(
      fc.property(items, fc.infiniteStream(fc.nat(99)), (all, picks) => {
        const queue = filled(...all);
        const came: QueueEntry<Item>[] = [];
        const choose = (count: number) => (picks.next().value ?? 0) % count;
        for (;;) {
          const next = queue.popAmongTies(({ channel }) => channel, choose);
          if (next === null) break;
          came.push(next);
        }
        expect(came).toHaveLength(all.length);
        came.slice(1).forEach((entry, i) => {
          expect(entry.at).toBeGreaterThanOrEqual(came[i]?.at ?? 0);
        });
        for (const channel of ['a', 'b', 'c']) {
          const mine = came.filter(({ event }) => event.channel === channel);
          const inOrder = [...mine].sort((a, b) => a.at - b.at || a.seq - b.seq);
          expect(mine).toEqual(inOrder);
        }
      }),
    );
  });

  it('draws only if there is a choice, among as many as there are channels', () => {
    const asked: number[] = [];
    const queue = filled([1, 'a'], [1, 'a'], [1, 'b'], [2, 'a'], [2, 'a']);
    const choose = (count: number) => {
      asked.push(count);
      return count - 1;
    };
    const order = Array.from(
      { length: 5 },
      () => queue.popAmongTies(({ channel }) => channel, choose)?.event.n,
    );
    expect(order).toEqual([2, 0, 1, 3, 4]);
    expect(asked).toEqual([2]);
  });

  it('goes on counting after it was saved: what is queued later comes later', () => {
    const queue = EventQueue.restore<Item>(JSON.parse(JSON.stringify(filled([1, 'a'], [1, 'b']).save())));
    queue.push(simTime(1), { channel: 'c', n: 2 });
    expect(drain(queue).map(({ seq }) => seq)).toEqual([0, 1, 2]);
  });
});
