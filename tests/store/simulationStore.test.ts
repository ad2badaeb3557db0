import { beforeEach, describe, expect, it } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { createSimulationStore, type SimulationStore } from '../../src/store/simulationStore';
import { localPort } from '../../src/transport/localPort';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';
import { fingerprintOf } from '../../src/transport/vocabulary';

const TEXT = `version: 1
title: A pod that runs
pods:
  web: { containers: [{ name: app, image: 'web:1', stopTakes: 2s }] }
steps:
  - { at: 0s, do: createPod, pod: web }
`;
const SOURCE = { kind: 'text', file: 'one.yaml', text: TEXT } as const;
const COMMAND = { do: 'forceDeletePod', pod: 'web' } as const;

let store: SimulationStore;
const runOf = (id: string) => {
  const run = store.getState().runs.get(id);
  if (run === undefined) throw new Error(`there is a run ${id}`);
  return run;
};
const frames = (): void => {
  for (let i = 0; i < 10; i++) store.actions.frame();
};
/** Simulates a run up to `until`, slice by slice. */
const extend = (id: string, until: number): void => {
  for (let i = 0; i < 10; i++) {
    store.actions.extend(id, until);
    store.actions.frame();
  }
};

beforeEach(() => {
  const host = new SimulationHost(makeLibrary(new Map()));
  host.equip(SCENARIO_TOOLS);
  store = createSimulationStore(() => localPort(host));
  store.actions.open('a', SOURCE, 'v1.27', null);
  extend('a', 60_000);
});

describe('a fork', () => {
  it.each([10_000, 12_345.67, 0, 60_000])('at %s ms shows the past that it shares at once', (at) => {
    const fork = runOf(store.actions.fork('a', at, [COMMAND]));
    const past = runOf('a').events.filter((event) => event.at <= at);
    expect(fork.events).toEqual(past);
    expect(fork).toMatchObject({ length: past.length, now: at, end: runOf('a').end });
    expect(fork.scenario).toBe(runOf('a').scenario);
  });

  it.each([10_000, 12_345.67, 0, 60_000, 75_000])(
    'at %s ms becomes what a run with that command is',
    (at) => {
      const id = store.actions.fork('a', at, [COMMAND]);
      extend(id, 90_000);
      store.actions.open('b', SOURCE, 'v1.27', null, [{ at, command: COMMAND }]);
      extend('b', 90_000);
      expect(runOf(id).events).toEqual(runOf('b').events);
      expect(runOf(id).gauges).toEqual(runOf('b').gauges);
      expect(runOf(id).fingerprint).toBe(fingerprintOf(runOf('b').events));
      expect(runOf(id).now).toBe(90_000);
      expect(runOf('a').events.at(-1)?.at).toBeLessThanOrEqual(Math.max(at, 60_000));
    },
  );

  it('of a fork, in the past that both share, is right too', () => {
    const first = store.actions.fork('a', 20_000, [COMMAND]);
    extend(first, 60_000);
    const second = store.actions.fork(first, 10_000, [{ do: 'stopRuntime' }]);
    extend(second, 60_000);
    store.actions.open('b', SOURCE, 'v1.27', null, [{ at: 10_000, command: { do: 'stopRuntime' } }]);
    extend('b', 60_000);
    expect(runOf(second).events).toEqual(runOf('b').events);
    expect(runOf(second).gauges).toEqual(runOf('b').gauges);
  });
});

describe('what is asked about an event that has not happened', () => {
  it('is answered for the time', () => {
    store.actions.inspect('a', 10_000, 1e9, null);
    frames();
    expect(runOf('a').moment?.now).toBe(10_000);
  });
});
