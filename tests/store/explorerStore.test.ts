import { beforeEach, describe, expect, it } from 'vitest';
import { createExplorerStore, type ExplorerStore, type MinimiseOutcome } from '../../src/store/explorerStore';
import { catalogModel } from '../explorer/catalogModels';
import { ExplorerLine } from '../helpers/explorerLine';

const ONE_POD = '{"version":1,"pods":{"a":{}}}';
let line: ExplorerLine;
let store: ExplorerStore;
const only = () => store.getState().explorations[0];

beforeEach(() => {
  line = new ExplorerLine([{ name: 'one-api-pod', model: catalogModel('one-api-pod') }]);
  store = createExplorerStore(line.port);
  line.answer();
});

describe('the store of the explorer', () => {
  it('has the catalog', () => {
    expect(store.getState().models.map(({ name }) => name)).toEqual(['one-api-pod']);
  });

  it('asks for slices until the result is there', () => {
    store.actions.explore(ONE_POD, '', 'v1.27', null);
    line.answer(1);
    expect(only()).toMatchObject({ state: 'running', result: null, elapsed: 200 });
    line.answer();
    expect(only()).toMatchObject({ state: 'ended', result: { ending: 'exhausted', found: null } });
  });

  it('stops and goes on: the same states in the same number of slices as without a pause', () => {
    store.actions.explore(ONE_POD, '', 'v1.27', null);
    line.answer();
    const whole = only();
    store.actions.explore(ONE_POD, '', 'v1.27', null);
    line.answer(1);
    for (let i = 0; i < 3; i++) {
      store.actions.stop(only()?.id ?? '');
      store.actions.goOn(only()?.id ?? '');
    }
    line.answer(1);
    store.actions.stop(only()?.id ?? '');
    line.answer();
    expect(only()?.state).toBe('stopped');
    expect(line.answer()).toBe(false);
    store.actions.goOn(only()?.id ?? '');
    line.answer();
    expect(only()).toMatchObject({
      state: 'ended',
      progress: whole?.progress,
      elapsed: whole?.elapsed,
      result: whole?.result,
    });
  });

  it('keeps the releases of one model side by side, and begins anew with another model', () => {
    store.actions.explore(ONE_POD, '', 'v1.26', null);
    store.actions.explore(ONE_POD, '', 'v1.27', null);
    line.answer();
    expect(store.getState().explorations.map(({ release, result }) => [release, result?.ending])).toEqual([
      ['v1.26', 'found'],
      ['v1.27', 'exhausted'],
    ]);
    store.actions.explore('{"pods":{"b":{}}}', '', 'v1.27', 3);
    line.answer();
    expect(store.getState().explorations).toMatchObject([{ result: { ending: 'depth' } }]);
  });

  it('has a large model confirmed', () => {
    const text = '{"pods":{"a":{}},"budget":{"errors":1000,"restarts":1000}}';
    store.actions.explore(text, '', 'v1.31', 4);
    line.answer();
    expect(only()).toMatchObject({ state: 'large', least: 3 * 1001 * 1001 * 2 });
    store.actions.goOn(only()?.id ?? '');
    line.answer();
    expect(only()).toMatchObject({ state: 'ended', result: { ending: 'depth' } });
  });

  it('says in one message what is wrong with a model', () => {
    store.actions.explore('{"pods":{}}', '', 'v1.31', null);
    line.answer();
    expect(only()?.state).toBe('ended');
    expect(only()?.problem).toContain('a model has pods, and this one has none');
  });

  it('opens what a link holds, or says why not', () => {
    store.actions.openShared({ name: 'one-api-pod', text: '', release: 'v1.31', depth: 5 });
    expect(store.getState().draft).toMatchObject({ release: 'v1.31', depth: '5' });
    store.actions.openShared({
      name: null,
      text: '{"pods":{"s":{"static":true}}}',
      release: 'v1.27',
      depth: null,
    });
    line.answer();
    expect(store.getState().draft).toMatchObject({ release: 'v1.27', pods: [{ name: 's', static: true }] });
    store.actions.openShared({ name: 'no-such', text: '', release: 'v1.27', depth: null });
    expect(store.getState().linkProblem).toBe(
      'this link cannot be opened: there is no model no-such in the catalog.',
    );
    store.actions.openShared({ name: null, text: '{"pods":7}', release: 'v1.27', depth: null });
    line.answer();
    expect(store.getState().linkProblem).toMatch(/^this link cannot be opened: .*a model has pods/);
  });

  it('lives on when the worker dies: what ran begins anew', () => {
    store.actions.explore(ONE_POD, '', 'v1.27', null);
    line.answer(1);
    const outcomes: MinimiseOutcome[] = [];
    store.actions.minimise('', 'v1.27', 'a', (outcome) => outcomes.push(outcome));
    line.die('no memory');
    expect(store.getState().death).toBe('no memory');
    expect(outcomes).toEqual([{ ok: false, problem: 'the explorer has stopped: no memory' }]);
    store.actions.revive();
    line.answer();
    expect(store.getState()).toMatchObject({ death: null, explorations: [{ state: 'ended' }] });
  });
});
