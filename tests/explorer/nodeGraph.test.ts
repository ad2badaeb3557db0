import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionCode, actionOf } from '../../src/explorer/alphabet';
import { ExploredNode } from '../../src/explorer/exploredNode';
import { NodeGraph } from '../../src/explorer/nodeGraph';
import { RELEASE_NAMES, releaseOf } from '../../src/kubelet/releases';
import { modelOf } from './catalogModels';

const MODELS = [
  '{ pods: { a: { ends: true }, s: { static: true } } }',
  '{ pods: { s: { static: true, fullName: x }, t: { static: true, fullName: x } } }',
  '{ pods: { a: {}, s: { static: true } }, turns: interleaved, periods: usual }',
].map(modelOf);

describe.each(RELEASE_NAMES)('%s: one node that serves all states', (release) => {
  it.each(MODELS)('goes the ways of a node that lives only once (%#)', (model) => {
    const graph = new NodeGraph(new ExploredNode(model, releaseOf(release)));
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { maxLength: 40 }), (choices) => {
        // Never loaded, so nothing of another state can be left in it.
        const alone = new ExploredNode(model, releaseOf(release));
        let state = 0;
        for (const choice of choices) {
          const codes = [...graph.waysOf(state).codes];
          expect(alone.actions().map(actionCode)).toEqual(codes);
          expect(graph.grievanceAt(state)).toEqual(alone.grievance());
          const way = choice % codes.length;
          state = graph.take(state, way);
          alone.apply(actionOf(codes[way] ?? 0));
        }
      }),
      { numRuns: 150 },
    );
  });

  it.each(MODELS)('gives equal states one number (%#)', (model) => {
    const graph = new NodeGraph(new ExploredNode(model, releaseOf(release)));
    // A second pass over nothing changes nothing.
    const there = graph.waysOf(0).codes.findIndex((code) => actionOf(code).kind === 'housekeeping');
    const after = graph.take(0, there);
    expect(graph.take(after, there)).toBe(after);
  });
});
