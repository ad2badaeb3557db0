import { describe, expect, it } from 'vitest';
import { counterexample } from '../../src/explorer/counterexample';
import { describeTrace } from '../../src/explorer/describeTrace';
import { Exploration } from '../../src/explorer/explore';
import { stuckPods } from '../../src/explorer/stuckPods';
import { RELEASE_NAMES, releaseOf } from '../../src/kubelet/releases';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { serializeScenario } from '../../src/scenarios/serializeScenario';
import { catalogModel, explored, MODELS, modelOf } from './catalogModels';

const steps = (exploration: Exploration): string =>
  (exploration.found?.trace ?? []).map(({ kind }) => kind).join(' ');

describe('one API pod and one error', () => {
  const model = catalogModel('one-api-pod');

  it('in v1.26 gets stuck in four steps', () => {
    const exploration = explored(model, 'v1.26');
    expect(steps(exploration)).toBe('add ok remove error');
    expect(exploration.found).toMatchObject({ kind: 'stuck', pod: 'a' });
    expect(describeTrace(model, releaseOf('v1.26'), exploration.found?.trace ?? [])).toEqual([
      'a is created',
      'SyncPod of a succeeds',
      'a is gone from its source (a force delete, a removed manifest)',
      'SyncTerminatingPod of a fails',
    ]);
  });

  it.each(['v1.27', 'v1.31'] as const)('in %s never gets stuck', (release) => {
    const exploration = explored(model, release);
    expect(exploration.over).toBe('exhausted');
    expect(exploration.found).toBeNull();
  });

  it.each(['v1.27', 'v1.31'] as const)('in %s never gets stuck with turns of their own', (release) => {
    expect(explored({ ...model, turns: 'interleaved' }, release).over).toBe('exhausted');
  });
});

describe('static pods', () => {
  it('one gets stuck in v1.26 like any other', () => {
    expect(steps(explored(catalogModel('one-static-pod'), 'v1.26'))).toBe('add ok remove error');
  });

  it('the second of one name never starts in v1.26', () => {
    const { found } = explored(catalogModel('two-of-one-name'), 'v1.26');
    expect(found).toMatchObject({ kind: 'stuck', pod: 'second' });
    expect(found?.why).toBe('second never starts: first holds the name shared and never gives it up');
  });

  it('the second of one name starts in v1.31 once the first is gone', () => {
    expect(explored(catalogModel('two-of-one-name'), 'v1.31').over).toBe('exhausted');
  });

  it('a uid that comes back finds its old worker asleep, if its retry was dropped before housekeeping came', () => {
    expect(steps(explored(catalogModel('uid-reuse'), 'v1.31'))).toBe('add ok remove error deliver readd');
  });

  it('and in no other way: without an error a uid may come back', () => {
    const model = modelOf('{ pods: { s: { static: true } }, budget: { errors: 0, restarts: 1, readds: 2 } }');
    expect(explored(model, 'v1.31').over).toBe('exhausted');
  });
});

describe('every counterexample of the catalog shows the same in the simulation', () => {
  it.each(MODELS.flatMap((name) => RELEASE_NAMES.map((release) => [name, release] as const)))(
    '%s in %s',
    (name, release) => {
      const model = catalogModel(name);
      const { found } = explored(model, release, 8);
      if (found === null) return;
      const { scenario, why } = counterexample(model, releaseOf(release), found);
      if (scenario === null)
        throw new Error(`no scenario for ${found.trace.map(({ kind }) => kind).join(' ')}: ${why}`);
      const read = parseScenario({ file: 'test', text: serializeScenario(scenario) });
      if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
      expect(stuckPods(read.value, releaseOf(release))).toContain(found.pod);
    },
    60_000,
  );
});

describe('an exploration', () => {
  const model = modelOf('{ pods: { a: {}, b: {} }, budget: { errors: 1 } }');

  it('does the same however it is cut into slices', () => {
    const whole = explored(model, 'v1.31');
    const sliced = new Exploration(model, releaseOf('v1.31'));
    for (let slice = 1; !sliced.advance(slice); slice = (slice % 97) + 1);
    expect(sliced.progress).toEqual(whole.progress);
  });

  it('takes equal pods for equal', () => {
    const told = explored({ ...model, watch: ['a'] }, 'v1.31').progress.states;
    const alike = explored(model, 'v1.31').progress.states;
    expect(alike).toBeLessThan(told * 0.55);
  });

  it('stops at a depth and at a number of states, and says so', () => {
    expect(explored(model, 'v1.31', 4)).toMatchObject({ over: 'depth' });
    const bounded = new Exploration(model, releaseOf('v1.31'), { depth: null, states: 500 });
    while (!bounded.advance(100));
    expect(bounded.over).toBe('memory');
  });
});
