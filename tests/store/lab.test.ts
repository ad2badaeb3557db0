import { beforeEach, describe, expect, it } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { Lab } from '../../src/store/lab';
import { localPort } from '../../src/transport/localPort';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';

const TEXT = `version: 1
title: A pod that runs
pods:
  web: { containers: [{ name: app, image: 'web:1' }] }
steps:
  - { at: 0s, do: createPod, pod: web }
`;

let lab: Lab;

beforeEach(() => {
  const host = new SimulationHost(makeLibrary(new Map()));
  host.equip(SCENARIO_TOOLS);
  lab = new Lab(() => localPort(host));
  lab.open({ kind: 'text', file: 'one.yaml', text: TEXT }, ['v1.26', 'v1.27']);
  for (let i = 0; i < 10; i++) lab.frame(0);
  lab.set({ skipIdle: false });
});

describe('what is opened', () => {
  const text = (title: string) =>
    ({ kind: 'text', file: 'x.yaml', text: TEXT.replace('A pod that runs', title) }) as const;
  const opening = (title: string) => ({ source: text(title), releases: ['v1.27'], seed: null, given: [] });
  const runs = (): string[] =>
    [...lab.simulation.getState().runs.values()].map(({ scenario }) => scenario?.title ?? '');
  const frames = (): void => {
    for (let i = 0; i < 10; i++) lab.frame(0);
  };

  it('takes the place of everything that was there, branches and undone runs too', () => {
    lab.inject({ do: 'stopRuntime' }, 1000);
    lab.inject({ do: 'stopRuntime' }, 2000);
    lab.undo();
    frames();
    expect(runs()).toHaveLength(6);
    lab.open(text('another'), ['v1.31']);
    frames();
    expect(runs()).toEqual(['another']);
    expect([lab.canUndo, lab.canRedo]).toEqual([false, false]);
  });

  it('last is shown, whatever was tried before', () => {
    const told: string[] = [];
    const attempt = (title: string): void =>
      lab.tryOpen(
        opening(title),
        () => told.push(`no ${title}`),
        () => told.push(title),
      );
    attempt('first');
    attempt('second');
    frames();
    expect(told).toEqual(['second']);
    expect(runs()).toEqual(['second']);
    attempt('third');
    lab.open(text('chosen'), ['v1.26']);
    frames();
    expect(told).toEqual(['second']);
    expect(runs()).toEqual(['chosen']);
    expect(lab.panes().map(({ scenario }) => scenario?.title)).toEqual(['chosen']);
  });

  it('and refused leaves everything as it was', () => {
    lab.inject({ do: 'stopRuntime' }, 1000);
    frames();
    const before = runs();
    const told: string[] = [];
    lab.tryOpen({ ...opening('bad'), releases: ['v0.1'] }, (message) => told.push(message));
    frames();
    expect(told).toHaveLength(1);
    expect(runs()).toEqual(before);
    expect(lab.canUndo).toBe(true);
  });
});

describe('a command', () => {
  it('is given at a whole millisecond, wherever the playhead is between two', () => {
    lab.seek(10_000.4);
    lab.inject({ do: 'stopRuntime' });
    expect(lab.panes()[0]?.given).toEqual([{ at: 10_000, command: { do: 'stopRuntime' } }]);
    expect(lab.view.getState().playhead).toBe(10_000);
  });
});

describe('a playhead that plays', () => {
  const changes: [string, () => void][] = [
    ['a command is given', () => lab.inject({ do: 'forceDeletePod', pod: 'web' })],
    ['another release is shown', () => lab.setReleases(['v1.31'])],
    ['a command is undone', () => lab.undo()],
    ['a command is muted', () => lab.mute(0)],
  ];
  it.each(changes)('waits where it is, and plays on, when %s', (_, change) => {
    lab.seek(10_000);
    lab.inject({ do: 'stopRuntime' });
    for (let i = 0; i < 10; i++) lab.frame(0);
    lab.play();
    change();
    const places = Array.from({ length: 20 }, () => {
      lab.frame(100);
      return lab.view.getState().playhead;
    });
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(10_000);
    expect(places.at(-1)).toBeGreaterThan(11_000);
  });
});
