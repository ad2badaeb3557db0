import { describe, expect, it } from 'vitest';
import { compareSnapshots, type Difference } from '../../src/conformance/compare';

const ROWS: readonly { desc: string; expected: unknown; got: unknown; differences: readonly Difference[] }[] =
  [
    { desc: 'Equal values do not differ.', expected: { a: 1 }, got: { a: 1 }, differences: [] },
    {
      desc: 'Defaults are as good as absent, on both sides.',
      expected: { a: false, b: 0, c: '', d: null, e: [], f: {} },
      got: {},
      differences: [],
    },
    {
      desc: 'A default deep inside can make its parent empty, and so absent.',
      expected: {},
      got: { pods: { a: { working: false } } },
      differences: [],
    },
    {
      desc: 'Empty kill options are no default: they say that there are kill options.',
      expected: { update: { kill: {} } },
      got: { update: {} },
      differences: [{ path: 'update', expected: { kill: {} }, got: undefined }],
    },
    {
      desc: 'Elements of lists are kept, even defaults.',
      expected: { killCompleted: [0] },
      got: { killCompleted: [] },
      differences: [{ path: 'killCompleted', expected: [0], got: undefined }],
    },
    {
      desc: 'Every differing field is told, in the order of the paths.',
      expected: { pods: [{ uid: 'a', started: true, gracePeriod: 3 }] },
      got: { pods: [{ uid: 'b', gracePeriod: 4 }] },
      differences: [
        { path: 'pods[0].gracePeriod', expected: 3, got: 4 },
        { path: 'pods[0].started', expected: true, got: undefined },
        { path: 'pods[0].uid', expected: 'a', got: 'b' },
      ],
    },
    {
      desc: 'A list is no object with the same keys.',
      expected: { a: ['x'] },
      got: { a: { 0: 'x' } },
      differences: [{ path: 'a', expected: ['x'], got: { 0: 'x' } }],
    },
  ];

describe('two snapshots', () => {
  it.each(ROWS)('$desc', ({ expected, got, differences }) => {
    expect(compareSnapshots(expected, got)).toEqual(differences);
  });
});
