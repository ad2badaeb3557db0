// @vitest-environment happy-dom
import { act, Profiler } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { LabContext } from '../../src/store/hooks';
import { Lab } from '../../src/store/lab';
import { localPort } from '../../src/transport/localPort';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';
import { Details } from '../../src/views/details/Details';
import { Gauges } from '../../src/views/gauges/Gauges';
import { Inject } from '../../src/views/inject/Inject';
import { Lanes } from '../../src/views/lanes/Lanes';
import { Narration } from '../../src/views/narration/Narration';
import { Statechart } from '../../src/views/statechart/Statechart';

/** After its start the pod is left alone until 59 s: its worker sleeps, and housekeeping passes every 2 s find nothing to do. */
const SCENARIO = `version: 1
title: A pod that runs
pods:
  web: { containers: [{ name: app, image: 'web:1', stopTakes: 2s }] }
steps:
  - { at: 0s,  do: createPod, pod: web }
  - { at: 59s, do: deletePod, pod: web }
`;

const Story = () => <Narration embed={false} />;
const PARTS = { Gauges, Inject, Statechart, Details, Narration: Story };

let lab: Lab;
let root: Root;
/** The parts that React has drawn, a name each time. */
let drawn: string[] = [];

const frame = (elapsed: number): void => act(() => lab.frame(elapsed));
const shown = (): string => document.body.textContent ?? '';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const host = new SimulationHost(makeLibrary(new Map()));
  host.equip(SCENARIO_TOOLS);
  lab = new Lab(() => localPort(host));
  const page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);

  act(() => {
    root.render(
      <LabContext value={lab}>
        <Lanes pane={0} />
        <Lanes pane={1} />
        {Object.entries(PARTS).map(([name, Part]) => (
          <Profiler key={name} id={name} onRender={() => drawn.push(name)}>
            <Part />
          </Profiler>
        ))}
      </LabContext>,
    );
  });
  act(() => lab.open({ kind: 'text', file: 'one.yaml', text: SCENARIO }, ['v1.26']));
  for (let i = 0; i < 10; i++) frame(0);
});

afterEach(() => {
  vi.useRealTimers();
  act(() => root.unmount());
  document.body.replaceChildren();
});

describe('a page that plays', () => {
  /** Plays two seconds of the run from `seconds` on; how often each part was drawn meanwhile. */
  const playFrom = (seconds: number): Readonly<Record<string, number>> => {
    act(() => lab.seek(seconds * 1000));
    for (let i = 0; i < 4; i++) frame(0);
    act(() => {
      lab.set({ skipIdle: false });
      lab.play();
    });
    frame(50);
    drawn = [];
    for (let i = 0; i < 40; i++) {
      frame(50);
      act(() => vi.advanceTimersByTime(50));
    }
    expect(lab.view.getState().playhead).toBeCloseTo(seconds * 1000 + 2050, 0);
    return Object.fromEntries(
      [...new Set(drawn)].map((name) => [name, drawn.filter((other) => other === name).length]),
    );
  };

  // Two seconds are 20 beats.
  it('draws nothing anew more often than there is something to read', () => {
    const {
      Gauges: gauges = 0,
      Inject: palette = 0,
      Statechart: chart = 0,
      Details: details = 0,
    } = playFrom(20.2);
    expect(gauges).toBe(0);
    expect(palette).toBeLessThanOrEqual(5);
    expect(chart).toBeLessThanOrEqual(20);
    expect(details).toBeLessThanOrEqual(20);
  });

  it('draws what changes', () => {
    expect(Object.keys(playFrom(59)).sort()).toEqual([
      'Details',
      'Gauges',
      'Inject',
      'Narration',
      'Statechart',
    ]);
  });
});

describe('a run that is being made', () => {
  it('is not said to be without pods, nor to be the same', () => {
    act(() => lab.seek(30_000));
    frame(0);
    act(() => lab.setReleases(['v1.26', 'v1.27']));
    expect(shown()).toContain('The runs are being compared …');
    for (let i = 0; !shown().includes('The same has happened in both so far.'); i++) {
      expect(shown()).not.toMatch(/No pods yet|not yet/);
      expect(i).toBeLessThan(10);
      frame(0);
    }
    expect(lab.panes()[1]?.now).toBeGreaterThanOrEqual(30_000);
  });
});
