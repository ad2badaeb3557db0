import { describe, expect, it } from 'vitest';
import type { PodFullName } from '../../src/api/pod';
import { podUID } from '../../src/api/pod';
import { StaticPods } from '../../src/kubelet/staticPods';

const NAME = 'web_default' as PodFullName;

/** One question for a name: who holds it, who is in line, who of them still stands in line, and what comes of it. */
interface TurnRow {
  desc: string;
  holder?: string;
  line: readonly string[];
  gone?: readonly string[];
  asks: string;
  may: boolean;
  holderAfter?: string;
  lineAfter: readonly string[];
}

const ROWS: readonly TurnRow[] = [
  {
    desc: 'The holder may go on.',
    holder: 'a',
    line: ['b'],
    asks: 'a',
    may: true,
    holderAfter: 'a',
    lineAfter: ['b'],
  },
  {
    desc: 'While another holds the name nobody may start, and the line is not looked at.',
    holder: 'a',
    line: ['gone', 'b'],
    gone: ['gone'],
    asks: 'b',
    may: false,
    holderAfter: 'a',
    lineAfter: ['gone', 'b'],
  },
  {
    desc: 'The first in line takes a free name and leaves the line, which is then no more.',
    line: ['a'],
    asks: 'a',
    may: true,
    holderAfter: 'a',
    lineAfter: [],
  },
  {
    desc: 'Those behind stay in line.',
    line: ['a', 'b', 'c'],
    asks: 'a',
    may: true,
    holderAfter: 'a',
    lineAfter: ['b', 'c'],
  },
  {
    desc: 'Who is not first has to wait; a line that begins with the first one stays as it is.',
    line: ['a', 'b'],
    asks: 'b',
    may: false,
    lineAfter: ['a', 'b'],
  },
  {
    desc: 'The line is cut so that it begins with the first one who still stands in it.',
    line: ['gone', 'a', 'b'],
    gone: ['gone'],
    asks: 'b',
    may: false,
    lineAfter: ['a', 'b'],
  },
  {
    desc: 'Who is first after those that are gone takes the name, and all before it leave the line.',
    line: ['gone', 'lost', 'b', 'c'],
    gone: ['gone', 'lost'],
    asks: 'b',
    may: true,
    holderAfter: 'b',
    lineAfter: ['c'],
  },
  {
    desc: 'A line without a hit stays untouched, and the name is taken.',
    line: ['gone', 'lost'],
    gone: ['gone', 'lost'],
    asks: 'b',
    may: true,
    holderAfter: 'b',
    lineAfter: ['gone', 'lost'],
  },
  {
    desc: 'Without any line the name is taken.',
    line: [],
    asks: 'a',
    may: true,
    holderAfter: 'a',
    lineAfter: [],
  },
  {
    desc: 'Who stands in line twice leaves it once.',
    line: ['a', 'b', 'a'],
    asks: 'a',
    may: true,
    holderAfter: 'a',
    lineAfter: ['b', 'a'],
  },
];

describe('static pods of one name take turns', () => {
  it.each(ROWS)('$desc', ({ holder, line, gone = [], asks, may, holderAfter, lineAfter }) => {
    const pods = StaticPods.restore({
      started: holder === undefined ? [] : [[NAME, podUID(holder)]],
      waiting: line.length === 0 ? [] : [[NAME, line.map(podUID)]],
    });
    expect(pods.allowStart(NAME, podUID(asks), (uid) => !gone.includes(uid))).toBe(may);
    expect(JSON.parse(JSON.stringify(pods.save()))).toEqual({
      started: holderAfter === undefined ? [] : [[NAME, holderAfter]],
      waiting: lineAfter.length === 0 ? [] : [[NAME, lineAfter]],
    });
  });

  it('The line is first come first served, and who comes again stands in it again.', () => {
    const pods = new StaticPods();
    for (const uid of ['a', 'b', 'a']) pods.queue(NAME, podUID(uid));
    expect(pods.save().waiting).toEqual([[NAME, ['a', 'b', 'a']]]);
  });

  it('Only the holder can release the name; the line is not touched and nobody is woken.', () => {
    const pods = StaticPods.restore({
      started: [[NAME, podUID('a')]],
      waiting: [[NAME, [podUID('b')]]],
    });
    pods.release(NAME, podUID('b'));
    expect(pods.holderOf(NAME)).toBe('a');
    pods.release(NAME, podUID('a'));
    expect(pods.holderOf(NAME)).toBe(null);
    expect(pods.save().waiting).toEqual([[NAME, ['b']]]);
  });
});
