import { describe, expect, it } from 'vitest';
import { Random } from '../../src/clock/random';
import { FaultTable, hitsLeft } from '../../src/runtime/faults';
import { newFault } from './driver';

const web = { uid: 'u1', names: ['web'] };
const staticWeb = { uid: 'u2', names: ['web-node1'] };

describe('which call a fault is about', () => {
  const rows = [
    { desc: 'any pod', fault: {}, pod: web, hit: true },
    { desc: 'any pod includes no pod at all', fault: {}, pod: null, hit: true },
    { desc: 'a named pod is not no pod', fault: { pod: 'web' }, pod: null, hit: false },
    { desc: 'by uid', fault: { pod: 'u1' }, pod: web, hit: true },
    { desc: 'by name', fault: { pod: 'web' }, pod: web, hit: true },
    { desc: 'by any of the names', fault: { pod: 'v2' }, pod: { uid: 'u', names: ['web', 'v2'] }, hit: true },
    { desc: 'by another name', fault: { pod: 'db' }, pod: web, hit: false },
    { desc: "by a static pod's own name", fault: { pod: 'web' }, pod: staticWeb, hit: true },
    { desc: "by a static pod's full name", fault: { pod: 'web-node1' }, pod: staticWeb, hit: true },
    { desc: 'a full name is not the plain one', fault: { pod: 'web-node1' }, pod: web, hit: false },
    {
      desc: 'the name with another node',
      fault: { pod: 'web' },
      pod: { uid: 'u', names: ['web-node2'] },
      hit: false,
    },
    { desc: 'another operation', fault: { operation: 'StartContainer' as const }, pod: web, hit: false },
  ];
  it.each(rows)('$desc', ({ fault, pod, hit }) => {
    const table = new FaultTable('node1');
    table.arm(newFault(fault));
    expect(table.hit('StopContainer', pod, Random.fromSeed(1)) !== null).toBe(hit);
  });
});

describe('which of five calls are hit', () => {
  const rows = [
    { desc: 'until lifted: all', fault: {}, hits: 'xxxxx', left: null },
    { desc: 'twice', fault: { times: 2 }, hits: 'xx...', left: 'gone' },
    { desc: 'from the third on', fault: { nth: 3 }, hits: '..xxx', left: null },
    { desc: 'once, the second', fault: { nth: 2, times: 1 }, hits: '.x...', left: 'gone' },
    { desc: 'ten times, from the fourth on', fault: { nth: 4, times: 10 }, hits: '...xx', left: 8 },
  ];
  it.each(rows)('$desc', ({ fault, hits, left }) => {
    const table = new FaultTable('node1');
    table.arm(newFault(fault));
    const random = Random.fromSeed(1);
    const before = random.save();
    const struck = Array.from({ length: 5 }, () => (table.hit('StopContainer', web, random) ? 'x' : '.'));
    expect(struck.join('')).toBe(hits);
    expect(random.save(), 'nothing is drawn when the chance is 1').toEqual(before);
    const armed = table.armed()[0];
    expect(armed === undefined ? 'gone' : hitsLeft(armed)).toBe(left);
  });

  it('draws for each matching call when the chance is below 1', () => {
    const table = new FaultTable('node1');
    table.arm(newFault({ probability: 0.5 }));
    const [random, same] = [Random.fromSeed(7), Random.fromSeed(7)];
    for (let i = 0; i < 20; i++) {
      const lucky = same.fraction() < 0.5;
      expect(table.hit('StopContainer', web, random) !== null).toBe(lucky);
    }
  });
});

describe('the table', () => {
  it('takes the first armed fault that hits, while the others count the call', () => {
    const table = new FaultTable('node1');
    table.arm(newFault({ id: 'a', times: 1 }));
    table.arm(newFault({ id: 'b', nth: 2 }));
    const random = Random.fromSeed(1);
    expect([1, 2].map(() => table.hit('StopContainer', web, random)?.id)).toEqual(['a', 'b']);
    expect(table.armed()).toMatchObject([{ spec: { id: 'b' }, seen: 2, hits: 1 }]);
  });

  it('keeps a spent fault while a call hangs on it', () => {
    const table = new FaultTable('node1');
    const spec = newFault({ kind: 'hang', times: 1 });
    table.arm(spec);
    table.hit('StopContainer', web, Random.fromSeed(1));
    expect(table.armed()).toEqual([{ spec, seen: 1, hits: 1, hanging: 1 }]);
    expect(table.hit('StopContainer', web, Random.fromSeed(1)), 'it is spent').toBeNull();
    table.release(spec);
    expect(table.armed()).toEqual([]);
  });

  it('goes on after save and restore as if nothing had been', () => {
    const table = new FaultTable('node1');
    table.arm(newFault({ nth: 2, times: 1 }));
    table.hit('StopContainer', web, Random.fromSeed(1));
    const restored = FaultTable.restore(JSON.parse(JSON.stringify(table.save())), 'node1');
    expect(restored.hit('StopContainer', staticWeb, Random.fromSeed(1))?.id).toBe('f');
    expect(restored.armed()).toEqual([]);
  });

  const none = { id: null, operation: null, pod: null };
  const rows = [
    { desc: 'everything', match: none, lifted: ['a', 'b', 'c'] },
    { desc: 'by id', match: { ...none, id: 'b' }, lifted: ['b'] },
    { desc: 'by operation', match: { ...none, operation: 'StopContainer' as const }, lifted: ['a', 'b'] },
    { desc: 'by pod, a fault for any pod stays', match: { ...none, pod: 'web' }, lifted: ['b', 'c'] },
    { desc: "by a static pod's full name", match: { ...none, pod: 'web-node1' }, lifted: ['b', 'c'] },
    { desc: 'nothing fits every field', match: { ...none, id: 'a', pod: 'web' }, lifted: [] },
  ];
  it.each(rows)('lifts $desc', ({ match, lifted }) => {
    const table = new FaultTable('node1');
    table.arm(newFault({ id: 'a' }));
    table.arm(newFault({ id: 'b', pod: 'web' }));
    table.arm(newFault({ id: 'c', pod: 'web', operation: 'MountVolume' }));
    expect(table.lift(match)).toEqual(lifted);
    expect(table.armed()).toHaveLength(3 - lifted.length);
  });
});
