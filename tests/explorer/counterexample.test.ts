import { describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../src/explorer/brokenInvariants';
import { counterexample } from '../../src/explorer/counterexample';
import { Exploration, MOST_STATES } from '../../src/explorer/explore';
import { type Release, releaseOf } from '../../src/kubelet/releases';
import { catalogModel, modelOf } from './catalogModels';

/** A release that does not exist: v1.26 with the housekeeping of v1.27, which leaves updates that v1.26 cannot read. */
const MIXED: Release = { ...releaseOf('v1.26'), housekeepingReplays: true };
const RULE = 'what only v1.26 has is used nowhere else, and the other way round';

describe('a broken invariant', () => {
  const model = modelOf('{ pods: { a: {} }, watch: [] }');
  const exploration = new Exploration(model, MIXED, { depth: null, states: MOST_STATES });
  while (!exploration.advance(100));
  const { found } = exploration;
  if (found === null) throw new Error('nothing was found');

  it('is found on the shortest way', () => {
    expect(found).toMatchObject({ kind: RULE, pod: '' });
    expect(found.trace.map(({ kind }) => kind)).toEqual(['add', 'remove', 'housekeeping']);
  });

  it('shows in a scenario in which the simulation breaks it as well', () => {
    const { scenario, why } = counterexample(model, MIXED, found);
    if (scenario === null) throw new Error(why);
    expect(scenario.title).toBe('An invariant breaks');
    expect(brokenInvariants(scenario, MIXED)).toContain(RULE);
    expect(brokenInvariants(scenario, releaseOf('v1.26'))).toEqual(new Set());
  });
});

describe('a trace without a scenario says why', () => {
  const model = modelOf('{ pods: { a: {} }, budget: { updates: 1 } }');
  const release = releaseOf('v1.31');
  const violation = (...kinds: readonly ('add' | 'ok' | 'update' | 'turn' | 'refresh')[]) => ({
    kind: 'stuck',
    pod: 'a',
    why: 'it says so',
    trace: kinds.map((kind) => ({ kind, pod: 0 })),
  });

  it('where a pod of the API server changes', () => {
    expect(counterexample(model, release, violation('add', 'ok', 'update'))).toEqual({
      scenario: null,
      why: 'scenarios have no command that changes a pod of the API server',
    });
  });

  it('where the simulation shows nothing of the kind', () => {
    expect(counterexample(model, release, violation('add', 'ok'))).toEqual({
      scenario: null,
      why: 'none of 12 ways to lay this trace out on the clock shows the same',
    });
  });

  it('where a worker that was woken takes its time', () => {
    const slow = { ...model, turns: 'interleaved' as const };
    expect(counterexample(slow, release, violation('add', 'turn', 'refresh', 'ok')).why).toMatch(
      /a woken worker acts at once/,
    );
  });
});

describe('a kubelet that starts while the API server cannot be reached', () => {
  it('is played with the API server cut off, and let back in', () => {
    const model = catalogModel('removed-during-start');
    const release = releaseOf('v1.26');
    const exploration = new Exploration(model, release);
    while (!exploration.advance(100));
    if (exploration.found === null) throw new Error('nothing was found');
    const { scenario } = counterexample(model, release, exploration.found);
    const commands = scenario?.steps.flatMap((step) => ('command' in step ? [step.command.do] : []));
    expect(commands).toEqual([
      'createStaticPod',
      'apiServerDown',
      'restartKubelet',
      'removeStaticPod',
      'apiServerUp',
    ]);
  });
});
