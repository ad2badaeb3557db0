// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { LabContext } from '../../src/store/hooks';
import { Lab } from '../../src/store/lab';
import { localPort } from '../../src/transport/localPort';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';
import { chartSvg, fileNameOf } from '../../src/views/statechart/exportChart';
import { Statechart } from '../../src/views/statechart/Statechart';

const SCENARIO = `version: 1
title: Force delete meets a CRI error
pods:
  web: { gracePeriod: 30, containers: [{ name: app, image: web:1, stopTakes: 2s }] }
  api: { containers: [{ name: app, image: api:1 }] }
steps:
  - { at: 0s,  do: createPod, pod: api }
  - { at: 0s,  do: createPod, pod: web }
  - { at: 10s, do: injectFault, operation: StopPodSandbox, pod: web, kind: error, code: Unknown, times: 1 }
  - { at: 12s, do: forceDeletePod, pod: web }
  - { at: 60s, expect: { pod: web, stuck: false, releases: [v1.27] } }
`;

/** Drawing some hundred SVG elements takes happy-dom a while on a busy machine. */
vi.setConfig({ testTimeout: 30_000 });

let lab: Lab;
let root: Root | null = null;

const frames = (): void =>
  act(() => {
    for (let i = 0; i < 6; i++) lab.frame(0);
  });
const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
const current = (): string[] =>
  all('[role=treeitem][aria-current=true]').map((item) => item.getAttribute('data-place') ?? '');
const button = (name: RegExp): HTMLButtonElement => {
  const found = all('button').find(({ textContent }) => name.test(textContent ?? ''));
  if (found === undefined) throw new Error(`there is no button ${name}`);
  return found as HTMLButtonElement;
};
const seek = (seconds: number): void => {
  act(() => lab.seek(seconds * 1000));
  frames();
};
const select = (name: string): void => {
  const pod = lab.panes()[0]?.moment?.pods.find((candidate) => candidate.name === name);
  act(() => lab.select(pod?.uid ?? null));
  frames();
};
const marked = (): string[] =>
  all('.chart-edge[data-marked=true]').map((edge) => edge.getAttribute('data-edge') ?? '');
const press = (key: string): void =>
  act(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });

function show(...releases: string[]): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  lab = new Lab(() => {
    const host = new SimulationHost(makeLibrary(new Map()));
    host.equip(SCENARIO_TOOLS);
    return localPort(host);
  });
  const page = document.createElement('div');
  document.body.replaceChildren(page);
  root = createRoot(page);
  act(() => {
    root?.render(
      <LabContext value={lab}>
        <Statechart />
      </LabContext>,
    );
  });
  if (releases.length > 0) {
    act(() => lab.open({ kind: 'text', file: 'a.yaml', text: SCENARIO }, releases));
    frames();
    seek(60);
  }
}

afterEach(() => act(() => root?.unmount()));

describe('the statechart', () => {
  it('has an empty face without a run, and without a pod', () => {
    show();
    expect(document.body.textContent).toContain('No run yet');
    expect(all('[role=tree]')).toEqual([]);
  });

  it('is a tree named after the first stuck pod, else the first', () => {
    show('v1.26');
    expect(all('[role=tree]').map((tree) => tree.getAttribute('aria-label'))).toEqual(['Statechart of web']);
    seek(5);
    expect(all('[role=tree]')[0]?.getAttribute('aria-label')).toBe('Statechart of api');
    expect(all('[role=treeitem]')).toHaveLength(27);
  });

  it('names and describes every place, one in the tab order', () => {
    show('v1.26');
    const terminated = all('[data-place="pod.lifecycle.terminated"]')[0];
    expect(terminated?.getAttribute('aria-label')).toBe('terminated');
    expect(terminated?.getAttribute('aria-level')).toBe('3');
    expect(terminated?.getAttribute('aria-description')).toContain('The containers are known to be stopped');
    expect(all('[role=treeitem][tabindex="0"]')).toHaveLength(1);
  });

  it('follows the playhead', () => {
    show('v1.26');
    select('web');
    seek(9);
    expect(current()).toEqual([
      'pod',
      'pod.lifecycle',
      'pod.lifecycle.syncing',
      'pod.worker',
      'pod.worker.idle',
    ]);
    seek(13);
    expect(current()).toContain('pod.lifecycle.terminating.acknowledged');
    expect(current()).toContain('pod.worker.calling.syncTerminatingPod.running');
    seek(50);
    expect(current()).toContain('pod.worker.idle');
    expect(document.body.textContent).toContain('STUCK');
  });

  it('draws the last transition of each region thick', () => {
    show('v1.26');
    select('web');
    seek(50);
    expect(
      all('.chart-edge[data-last=true]')
        .map((edge) => edge.getAttribute('data-edge'))
        .sort(),
    ).toEqual([
      'pod.lifecycle.terminating.requested>pod.lifecycle.terminating.acknowledged',
      'pod.worker.calling>pod.worker.idle',
    ]);
  });

  it('counts the pods in each place', () => {
    show('v1.26');
    seek(9);
    expect(all('[data-place="pod.lifecycle.syncing"] .chart-count')[0]?.textContent).toBe('2');
    expect(all('[data-place="pod.lifecycle.terminated"] .chart-count')).toEqual([]);
  });

  it('shows a next event in the chart without doing it', () => {
    show('v1.26');
    select('web');
    seek(9);
    const runs = lab.view.getState().panes;
    act(() => button(/^update: kill/).click());
    expect(marked().sort()).toEqual([
      'pod.lifecycle.syncing>pod.lifecycle.terminating',
      'pod.worker.idle>pod.worker.notified',
    ]);
    expect(button(/^update: kill/).getAttribute('aria-pressed')).toBe('true');
    expect(all('.chart-next [data-marked=true]')).toEqual([button(/^update: kill/)]);
    expect(all('.chart-told')[0]?.textContent).toContain('UPDATE.RECEIVED [beginsTermination]');
    expect(lab.view.getState().panes).toBe(runs);
    act(() => button(/^update: kill/).click());
    expect(marked()).toEqual([]);
  });

  it('lists the guards with the events that they refuse', () => {
    show('v1.26');
    select('web');
    seek(50);
    const guard = all('.chart-guards dl > div').find(({ textContent }) =>
      textContent?.startsWith('isReplayed'),
    );
    expect(guard?.textContent).toContain('✗ false for housekeeping: wanted, housekeeping: orphan');
  });

  it('looks at a pod closely without being asked', () => {
    show('v1.26');
    frames();
    expect(button(/^housekeeping: orphan/)).toBeDefined();
    seek(5);
    frames();
    expect(button(/^update: kill/).textContent).toContain('syncing → terminating.requested');
  });

  it('goes from place to place by arrow keys, and by Enter to the next events', () => {
    show('v1.26');
    select('web');
    act(() => (all('[data-place="pod"]')[0] as SVGElement | undefined)?.focus());
    press('ArrowRight');
    press('ArrowDown');
    expect(document.activeElement?.getAttribute('data-place')).toBe('pod.lifecycle.observed');
    press('ArrowLeft');
    expect(document.activeElement?.getAttribute('data-place')).toBe('pod.lifecycle');
    expect(all('[role=treeitem][tabindex="0"]')).toEqual([document.activeElement]);
    press('Enter');
    expect(document.activeElement?.textContent).toMatch(/^update: create/);
  });

  it('compares two panes: a switch, and a mark where only one of them is', () => {
    show('v1.26', 'v1.27');
    select('web');
    seek(13);
    expect(all('input[type=radio]')).toHaveLength(2);
    seek(60);
    expect(all('[data-place="pod.worker.idle"]')[0]?.getAttribute('aria-description')).toContain(
      'Only in v1.26',
    );
    act(() => (all('input[type=radio]')[1] as HTMLInputElement).click());
    frames();
    expect(current()).toEqual([]);
    expect(document.body.textContent).toContain('forgotten by the pod workers');
  });
});

describe('the exported drawing', () => {
  it('has names as text and file names without tricks', () => {
    show('v1.26');
    const svg = all('svg[role=tree]')[0] as SVGSVGElement;
    const text = chartSvg(svg, 'Statechart of <script>&"');
    expect(text).not.toContain('<script>');
    expect(text).toContain('&lt;script&gt;&amp;');
    expect(text).not.toContain('var(--');
    expect(fileNameOf('../a b/<x>')).toBe('statechart-..-a-b-x-');
  });
});
