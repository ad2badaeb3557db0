import { describe, expect, it } from 'vitest';
import { counterpart, firstDivergence } from '../../src/engine/divergence';
import type { TraceEvent } from '../../src/engine/trace';

/** A trace from `[at, pod, word]`; a pod of `null` is the node. */
const trace = (...events: readonly (readonly [number, string | null, string])[]): readonly TraceEvent[] =>
  events.map(([at, pod, why], id) => ({
    id,
    at,
    pod,
    kind: 'commandFailed',
    causedBy: null,
    data: { why },
  })) as never;

const A = trace(
  [0, null, 'starts'],
  [10, 'web', 'x'],
  [10, null, 'loops'],
  [10, 'web', 'y'],
  [20, 'web', 'z'],
);
/** The node does other things at other times; the pod's third event is another one. */
const B = trace(
  [0, null, 'starts'],
  [5, null, 'loops'],
  [10, 'web', 'x'],
  [10, 'web', 'y'],
  [10, null, 'loops'],
  [20, 'web', 'other'],
);

describe('two traces', () => {
  it('part at the first event of a pod that differs; what the node does is no difference', () => {
    expect(firstDivergence(A, B, String)).toMatchObject({ at: 20, event: 4, pod: 'web' });
    expect(firstDivergence(A.slice(0, 4), B.slice(0, 5), String)).toBeNull();
    expect(firstDivergence(A, B.slice(0, 5), String)).toMatchObject({ at: 20, event: 4, b: null });
  });

  it.each([
    { id: 1, there: 2, why: 'the first event of the pod' },
    { id: 2, there: 2, why: 'after the first event of the pod, before its second' },
    { id: 3, there: 3, why: 'its second' },
    { id: 0, there: null, why: 'the end of its millisecond, before any event of a pod' },
    { id: 5, there: null, why: 'none' },
  ])('have event $id in common with $there: $why', ({ id, there }) => {
    expect(counterpart(A, B, id)).toBe(there);
  });
});
