import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stuckPods } from '../../src/explorer/stuckPods';
import { releaseOf } from '../../src/kubelet/releases';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { ExplorerHost } from '../../src/transport/explorerHost';
import {
  EXPLORER_PROTOCOL_VERSION,
  type ExplorerGive,
  type ExplorerWant,
} from '../../src/transport/explorerProtocol';

const makeHost = (mostStates?: number): ((want: ExplorerWant) => ExplorerGive) => {
  let clock = 0;
  const host = new ExplorerHost([], () => (clock += 100), mostStates);
  return (want) => host.handle({ version: EXPLORER_PROTOCOL_VERSION, want }).give;
};

const explore = (
  text: string,
  part: Partial<Extract<ExplorerWant, { type: 'explore' }>> = {},
): ExplorerWant => ({
  type: 'explore',
  id: 'x',
  text,
  release: 'v1.26',
  depth: null,
  confirmed: false,
  ...part,
});

/** Asks for slices until there is a result. */
const toEnd = (ask: (want: ExplorerWant) => ExplorerGive, want: ExplorerWant) => {
  for (let slices = 1; ; slices++) {
    const give = ask(want);
    if (give.type !== 'explored') throw new Error(JSON.stringify(give));
    if (give.result !== null) return { ...give, result: give.result, slices };
  }
};

const ONE_POD = '{ "pods": { "a": {} } }';

describe('the host of the explorer', () => {
  it('explores slice by slice and ends in the shortest trace and a scenario that shows it', () => {
    const { result } = toEnd(makeHost(), explore(ONE_POD));
    expect(result.ending).toBe('found');
    expect(result.found).toMatchObject({ kind: 'stuck', pod: 'a', noScenario: '' });
    expect(result.found?.trace).toEqual([
      'a is created',
      'SyncPod of a succeeds',
      'a is gone from its source (a force delete, a removed manifest)',
      'SyncTerminatingPod of a fails',
    ]);
    const scenario = parseScenario({ file: 'test', text: result.found?.scenario ?? '' });
    if (!scenario.ok) throw new Error(JSON.stringify(scenario.diagnostics));
    expect(stuckPods(scenario.value, releaseOf('v1.26'))).toEqual(['a']);
  });

  it('comes to nothing where the release is sound, having tried everything', () => {
    const { result, slices, progress } = toEnd(makeHost(), explore(ONE_POD, { release: 'v1.27' }));
    expect(result).toEqual({ ending: 'exhausted', found: null });
    expect(progress.frontier).toBe(0);
    expect(slices).toBeGreaterThan(1);
  });

  it('keeps two explorations apart, and forgets one when told to', () => {
    const ask = makeHost();
    const first = explore(ONE_POD, { id: 'one', release: 'v1.31' });
    ask(first);
    ask(explore(ONE_POD, { id: 'two', release: 'v1.31' }));
    const on = ask(first);
    expect(on).toMatchObject({ type: 'explored', id: 'one', elapsed: 400 });
    expect(ask({ type: 'forget', id: 'one' })).toEqual({ type: 'forgotten', id: 'one' });
    expect(ask(first)).toMatchObject({ elapsed: 200 });
  });

  it('wants a large model confirmed, and says how many states it has at least', () => {
    const large = '{ "pods": { "a": {} }, "budget": { "errors": 999, "restarts": 99, "deletes": 0 } }';
    const ask = makeHost();
    expect(ask(explore(large))).toEqual({ type: 'large', id: 'x', least: 300_000 });
    expect(ask(explore(large, { confirmed: true, release: 'v1.31' })).type).toBe('explored');
  });

  it('stops at its memory', () => {
    const ask = makeHost(100);
    expect(toEnd(ask, explore(ONE_POD, { release: 'v1.31' })).result.ending).toBe('memory');
  });

  it.each([
    ['{', /not valid YAML/],
    ['{}', /a model has pods, and this one has none/],
    [
      '{ "pods": { "a": {} }, "budget": { "errors": -1 } }',
      /`errors` must be a whole number from 0, not `-1`/,
    ],
  ])('refuses %s', (text, message) => {
    const give = makeHost()(explore(text));
    if (give.type !== 'refused') throw new Error(give.type);
    expect(give.diagnostics.map((found) => found.message).join()).toMatch(message);
  });

  it('refuses an unknown release and an unknown version', () => {
    expect(makeHost()(explore(ONE_POD, { release: 'v9' }))).toMatchObject({
      type: 'refused',
      diagnostics: [{ message: 'unknown release v9' }],
    });
    const { give } = new ExplorerHost([], () => 0).handle({ version: 99, want: explore(ONE_POD) });
    expect(give).toMatchObject({ type: 'broken', id: 'x' });
  });
});

describe('minimising on the host', () => {
  const text = readFileSync(
    new URL('../../src/scenarios/catalog/force-delete-cri-error.yaml', import.meta.url),
    'utf8',
  );
  const want = (pod: string, release: string): ExplorerWant => ({
    type: 'minimise',
    id: 'm',
    text,
    release,
    pod,
  });

  it('comes to three commands', () => {
    const give = makeHost()(want('web', 'v1.26'));
    if (give.type !== 'minimised') throw new Error(JSON.stringify(give));
    expect(give.result.steps).toBe(3);
    const scenario = parseScenario({ file: 'test', text: give.result.text });
    if (!scenario.ok) throw new Error(JSON.stringify(scenario.diagnostics));
    expect(stuckPods(scenario.value, releaseOf('v1.26'))).toEqual(['web']);
  });

  it.each([
    ['api', 'v1.26', 'api is not stuck at the end of this run in v1.26: there is nothing to minimise'],
    ['web', 'v1.27', 'web is not stuck at the end of this run in v1.27: there is nothing to minimise'],
  ])('of %s in %s there is nothing to do', (pod, release, message) => {
    expect(makeHost()(want(pod, release))).toMatchObject({ type: 'refused', diagnostics: [{ message }] });
  });
});
