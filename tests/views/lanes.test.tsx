// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { LabContext } from '../../src/store/hooks';
import { Lab } from '../../src/store/lab';
import { localPort } from '../../src/transport/localPort';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';
import { Lanes } from '../../src/views/lanes/Lanes';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const SCENARIO = `version: 1
title: Force delete meets a CRI error
pods:
  web: { gracePeriod: 30, containers: [{ name: app, image: web:1, stopTakes: 2s }] }
  api: { gracePeriod: 30, containers: [{ name: app, image: api:1, stopTakes: 2s }] }
steps:
  - { at: 0s,  do: createPod, pod: web }
  - { at: 1s,  do: createPod, pod: api }
  - { at: 10s, do: injectFault, operation: StopPodSandbox, pod: web, kind: error, code: Unknown, times: 1 }
  - { at: 12s, do: forceDeletePod, pod: web }
  - { at: 60s, expect: { pod: api, worker: syncing } }
`;

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

function newLab(): Lab {
  const host = new SimulationHost(makeLibrary(new Map()));
  host.equip(SCENARIO_TOOLS);
  return new Lab(() => localPort(host));
}

function show(lab: Lab): void {
  const panes = lab.view.getState().panes.map((id, pane) => <Lanes key={id} pane={pane} />);
  act(() => root.render(<LabContext value={lab}>{panes}</LabContext>));
}

function play(lab: Lab, to: number): void {
  act(() => {
    for (let i = 0; i < 20; i++) lab.frame(16);
    lab.seek(to);
    for (let i = 0; i < 5; i++) lab.frame(16);
  });
}

const open = (lab: Lab, releases: string[], text = SCENARIO): void =>
  lab.open({ kind: 'text', file: 'x.yaml', text }, releases);

const grid = (name: string): Element | null => page.querySelector(`[role="grid"][aria-label="${name}"]`);

/** The words of every row of a grid. */
const words = (name: string): string[][] =>
  [...(grid(name)?.querySelectorAll('[role="rowgroup"] [role="row"]') ?? [])].map((row) =>
    [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent ?? ''),
  );

const press = (key: string): void =>
  act(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });

test('one run: a grid of a row a pod, in the order of the columns', () => {
  const lab = newLab();
  open(lab, ['v1.26']);
  show(lab);
  expect(page.querySelector('[role="status"]')?.getAttribute('aria-label')).toBe('Loading the run');
  play(lab, 40_000);
  const heads = [...(grid('Pods')?.querySelectorAll('[role="columnheader"]') ?? [])];
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    ...['Pod', 'Worker', 'Activity', 'kubectl', 'Runtime', 'Stuck'],
  ]);
  expect(words('Pods')).toEqual([
    ['web', 'terminating', 'idle', '(gone)', 'sandbox ready', 'STUCK'],
    ['api', 'syncing', 'idle', 'Running', 'running', ''],
  ]);
});

test('compared: a grid a release, and only rows that differ where that is asked for', () => {
  const lab = newLab();
  open(lab, ['v1.26', 'v1.27']);
  show(lab);
  play(lab, 40_000);
  expect(words('Pods, v1.26').map(([name, worker]) => [name, worker])).toEqual([
    ['web', 'terminating'],
    ['api', 'syncing'],
  ]);
  expect(words('Pods, v1.27').map(([name, worker]) => [name, worker])).toEqual([
    ['web', 'forgotten'],
    ['api', 'syncing'],
  ]);
  act(() => lab.setLayout('differences'));
  expect(words('Pods, v1.26').map(([name]) => name)).toEqual(['web']);
  play(lab, 5000);
  expect(words('Pods, v1.26')).toEqual([]);
  expect(page.textContent).toContain('No pod differs');
});

test('overlaid: one grid, in each cell the words of both runs where they differ', () => {
  const lab = newLab();
  open(lab, ['v1.26', 'v1.27']);
  act(() => lab.setLayout('overlay'));
  show(lab);
  play(lab, 40_000);
  expect(words('Pods, v1.26 over v1.27')).toEqual([
    ['web', 'terminating\nforgotten', 'idle\nnone', '(gone)', 'sandbox ready\nexited', 'STUCK\n\u00a0'],
    ['api', 'syncing', 'idle', 'Running', 'running', ''],
  ]);
});

test('keys: arrows go between rows and cells, Enter selects, behind the last cell they step through events', () => {
  const lab = newLab();
  open(lab, ['v1.26']);
  show(lab);
  play(lab, 40_000);
  act(() => grid('Pods')?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  press('ArrowDown');
  press('ArrowRight');
  expect(document.activeElement?.textContent).toBe('syncing');
  press('Enter');
  const api = lab.panes()[0]?.moment?.pods.find(({ name }) => name === 'api')?.uid;
  expect(lab.view.getState().pod).toBe(api);
  const selected = grid('Pods')?.querySelector('[aria-selected="true"] [role="gridcell"]');
  expect(selected?.textContent).toBe('api');
  press('End');
  expect(document.activeElement?.getAttribute('role')).toBe('row');
  press('ArrowLeft');
  const { event, playhead } = lab.view.getState();
  expect(lab.panes()[0]?.events[event ?? -1]).toMatchObject({ pod: api, at: playhead });
  expect(playhead).toBeLessThan(40_000);
});

test('ctrl and wheel zoom around the pointer, a sideways wheel pans, a plain one is left to the list', () => {
  const lab = newLab();
  open(lab, ['v1.26']);
  show(lab);
  play(lab, 1000);
  // Without a layout the stage is 900 px wide, 236 of them for names: the middle of the lanes is the middle of the minute.
  const wheel = (x: number, init: WheelEventInit): void =>
    act(() => {
      const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, ...init });
      Object.defineProperty(event, 'clientX', { value: 236 + x });
      Object.defineProperty(event, 'ctrlKey', { value: init.ctrlKey === true });
      page.querySelector('.lane-stage')?.dispatchEvent(event);
    });
  const shown = () => lab.view.getState().zoom ?? { from: 0, to: 60_000 };
  wheel(332, { deltaY: 100 });
  expect(lab.view.getState().zoom).toBeNull();
  wheel(332, { deltaY: -100, ctrlKey: true });
  const near = shown();
  expect((near.from + near.to) / 2).toBeCloseTo(30_000);
  expect(near.to - near.from).toBeLessThan(60_000);
  wheel(166, { deltaY: -100, ctrlKey: true });
  const nearer = shown();
  expect(nearer.from + (nearer.to - nearer.from) / 4).toBeCloseTo(near.from + (near.to - near.from) / 4);
  wheel(332, { deltaX: 66.4, deltaY: 0 });
  expect(shown().from).toBeCloseTo(nearer.from + (nearer.to - nearer.from) / 10);
  expect(shown().to - shown().from).toBeCloseTo(nearer.to - nearer.from);
});

test('refused: what is wrong, with its line', () => {
  const lab = newLab();
  open(lab, ['v1.26'], SCENARIO.replace('forceDeletePod', 'forceDelete'));
  show(lab);
  play(lab, 0);
  const alert = page.querySelector('[role="alert"]')?.textContent ?? '';
  expect(alert).toContain('Line 10');
  expect(alert).toContain('forceDelete');
});

test('no pods: says so', () => {
  const lab = newLab();
  open(lab, ['v1.26'], 'version: 1\ntitle: Nothing\nsteps: []\n');
  show(lab);
  play(lab, 1000);
  expect(page.textContent).toContain('No pods yet');
});

test('a broken rule stops the run and can be reported', () => {
  const lab = newLab();
  open(lab, ['v1.26']);
  show(lab);
  play(lab, 1000);
  const run = lab.panes()[0];
  if (run === undefined) throw new Error('there is a run');
  act(() => lab.simulation.setState({ runs: new Map([[run.id, { ...run, broken: 'a rule of ours' }]]) }));
  const alert = page.querySelector('[role="alert"]');
  expect(alert?.textContent).toContain('a rule of ours');
  expect(alert?.textContent).toContain('seed: 1');
  expect(alert?.querySelector('button')?.textContent).toBe('Copy report');
});

const rowOf = (name: string): HTMLElement | undefined =>
  [...page.querySelectorAll<HTMLElement>('[role="row"][data-uid]')].find(
    (row) => row.querySelector('[role="gridcell"]')?.textContent === name,
  );

const TWO = `
version: 1
title: Two
pods: { api: {}, web: {} }
steps:
  - { at: 0s, do: createPod, pod: api }
  - { at: 1s, do: createPod, pod: web }
  - { at: 10s, do: injectFault, operation: StopPodSandbox, pod: web, kind: error, times: 1 }
  - { at: 12s, do: forceDeletePod, pod: web }
`;

test('a stuck pod comes first as soon as it is stuck', () => {
  const lab = newLab();
  open(lab, ['v1.26'], TWO);
  show(lab);
  play(lab, 9000);
  expect(words('Pods').map(([name]) => name)).toEqual(['api', 'web']);
  play(lab, 50_000);
  expect(words('Pods').map(([name]) => name)).toEqual(['web', 'api']);
});

test('Shift+F10 on a row opens a menu of what can be done to its pod; choosing asks for that form', () => {
  const lab = newLab();
  open(lab, ['v1.26'], TWO);
  show(lab);
  play(lab, 9000);
  const cell = rowOf('web')?.querySelector<HTMLElement>('[role="gridcell"]');
  act(() => cell?.focus());
  act(() => {
    cell?.dispatchEvent(new KeyboardEvent('keydown', { key: 'F10', shiftKey: true, bubbles: true }));
  });
  const menu = page.querySelector('[role="menu"]');
  expect(menu?.getAttribute('aria-label')).toBe('Inject for web');
  const items = [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  const labels = items.map(({ textContent }) => textContent);
  expect(labels).toContain('Force delete pod');
  expect(labels).toContain('Fail StopPodSandbox');
  // It exists already, and it is no static pod.
  expect(labels).not.toContain('Create pod');
  expect(labels).not.toContain('Remove static pod');
  expect(document.activeElement).toBe(items[0]);
  press('ArrowUp');
  expect(document.activeElement).toBe(items.at(-1));
  press('Escape');
  expect(page.querySelector('[role="menu"]')).toBe(null);
  expect(document.activeElement).toBe(cell);
  act(() => {
    rowOf('web')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ContextMenu', bubbles: true }));
  });
  act(() =>
    [...page.querySelectorAll<HTMLElement>('[role="menuitem"]')]
      .find(({ textContent }) => textContent === 'Force delete pod')
      ?.click(),
  );
  const { pod, asked, injectOpen } = lab.view.getState();
  expect(pod).toBe(rowOf('web')?.dataset.uid);
  expect({ asked, injectOpen }).toEqual({ asked: 'forceDeletePod', injectOpen: true });
});
