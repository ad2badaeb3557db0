// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { LabContext } from '../../src/store/hooks';
import { Lab } from '../../src/store/lab';
import { localPort } from '../../src/transport/localPort';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';
import { Details } from '../../src/views/details/Details';

const SCENARIO = `version: 1
title: Force delete meets a CRI error
pods:
  web: { containers: [{ name: app, image: 'web:1', stopTakes: 2s }] }
  job: { restartPolicy: Never, containers: [{ name: app, image: 'job:1', runsFor: 5s }] }
steps:
  - { at: 0s,  do: createPod, pod: web }
  - { at: 0s,  do: createPod, pod: job }
  - { at: 10s, do: injectFault, operation: StopPodSandbox, pod: web, kind: error, code: Unknown, times: 1 }
  - { at: 12s, do: forceDeletePod, pod: web }
`;

let lab: Lab;
let root: Root;

/** Frames until everything that is wanted has been answered; what an effect asks for comes with the second round. */
const frames = (): void => {
  for (let round = 0; round < 2; round++)
    act(() => {
      for (let i = 0; i < 4; i++) lab.frame(0);
    });
};
const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const one = (selector: string): HTMLElement => {
  const [found] = all(selector);
  if (found === undefined) throw new Error(`there is no ${selector}`);
  return found;
};
const statuses = (): string[] => all('[role=status]').map(({ textContent }) => textContent ?? '');
const select = (name: string): void => {
  const pod = lab.panes()[0]?.moment?.pods.find((candidate) => candidate.name === name);
  if (pod === undefined) throw new Error(`there is no pod ${name}`);
  act(() => lab.select(pod.uid));
  frames();
};
const seek = (seconds: number): void => {
  act(() => lab.seek(seconds * 1000));
  frames();
};

function show(...releases: string[]): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  lab = new Lab(() => {
    const host = new SimulationHost(makeLibrary(new Map()));
    host.equip(SCENARIO_TOOLS);
    return localPort(host);
  });
  const page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
  act(() => {
    root.render(
      <LabContext value={lab}>
        <Details />
      </LabContext>,
    );
    lab.open({ kind: 'text', file: 'bug.yaml', text: SCENARIO }, releases);
  });
  frames();
}

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

describe('Details of one release', () => {
  beforeEach(() => show('v1.26'));

  it('has the roles and headings that others rely on', () => {
    expect(one('aside').getAttribute('aria-label')).toBe('Details');
    expect(all('h3').map(({ textContent }) => textContent)).toEqual([
      'Verdict',
      'Wake-up ledger',
      'State',
      'Because',
    ]);
  });

  it('says how to choose a pod when none is chosen and none is stuck', () => {
    seek(5);
    expect(one('.details-body').textContent).toContain('Choose a pod');
    expect(statuses()).toEqual([]);
  });

  it('shows the stuck pod unasked, with its ledger', () => {
    seek(40);
    expect(statuses()[0]).toMatch(/^STUCK/);
    expect(one('h2').textContent).toContain('web');
    expect(all('.ledger tbody tr')).toHaveLength(6);
    expect(lab.view.getState().pod).toBeNull();
  });

  it.each([
    { desc: 'a pod that starts', pod: 'web', at: 0.2, begins: 'On its way' },
    { desc: 'a pod that runs', pod: 'web', at: 9, begins: 'Running' },
    { desc: 'a pod that nothing will move', pod: 'web', at: 40, begins: 'STUCK' },
    { desc: 'a pod that has ended by itself', pod: 'job', at: 40, begins: 'Finished' },
  ])('begins the verdict of $desc with $begins', ({ pod, at, begins }) => {
    seek(at);
    select(pod);
    expect(statuses()[0]?.startsWith(begins)).toBe(true);
  });

  it('tells why, since when and what frees a stuck pod; how long ticks outside of the status', () => {
    seek(40);
    const [text = ''] = statuses();
    expect(text).toContain('nothing in this kubelet will touch it again');
    expect(text).toMatch(/Since 1\d\.\d s/);
    expect(text).toContain('a kubelet restart');
    expect(text).not.toMatch(/for \d/);
    expect(one('.verdict-for').textContent).toMatch(/^for 2\d\.\d s$/);
  });

  it('lists every source with yes or no and why', () => {
    seek(40);
    const rows = all('.ledger tbody tr').map((row) => row.textContent ?? '');
    expect(rows.map((row) => row.replace(/(no|yes).*/, ' $1'))).toEqual([
      'worker no',
      'config no',
      'work queue no',
      'PLEG no',
      'housekeeping no',
      'restart yes',
    ]);
    expect(rows[4]).toContain('leaves it alone (v1.26)');
  });

  it('marks the fields that have changed since what was shown before', () => {
    seek(9);
    select('web');
    expect(all('td[data-changed=true]')).toEqual([]);
    seek(40);
    const changed = all('.state tr').filter((row) => row.querySelector('[data-changed=true]') !== null);
    const names = changed.map((row) => row.querySelector('th')?.textContent);
    expect(names).toContain('terminationRequested');
    expect(names).not.toContain('evicted');
  });

  it('puts the three views beside each other', () => {
    seek(40);
    const cells = all('.views tbody td').map(({ textContent }) => textContent);
    expect(cells[0]).toBe('(gone)');
    expect(cells[1]).toBe('terminatingidle');
    expect(one('.crictl').textContent).toContain('sandbox');
  });

  it('follows the causes back to the command, and goes to one', () => {
    seek(40);
    const lines = all('.because-line');
    expect(lines[0]?.textContent).toContain('Force delete pod web');
    expect(lines.at(-1)?.textContent).toContain('web is stuck');
    act(() => lines[0]?.click());
    frames();
    const { event, playhead, pod } = lab.view.getState();
    expect(lab.panes()[0]?.events[event ?? -1]?.kind).toBe('command');
    expect(playhead).toBe(12_000);
    expect(pod).not.toBeNull();
  });

  it('can be closed, and then still tells the verdict in a word', () => {
    seek(40);
    act(() => one('.details-head button').click());
    expect(all('h3')).toEqual([]);
    expect(one('.details-brief').textContent).toBe('v1.26 STUCK');
    expect(one('.details-head button').getAttribute('aria-expanded')).toBe('false');
  });

  it('frees the pod by a restart at the playhead', () => {
    seek(40);
    act(() => one('.verdict button').click());
    frames();
    seek(59);
    expect(lab.panes()[0]?.given).toEqual([
      { at: 40_000, command: { do: 'restartKubelet', downtime: 1000 } },
    ]);
    expect(lab.panes()[0]?.moment?.pods.find(({ name }) => name === 'web')?.verdict).not.toBe('stuck');
  });
});

describe('Details of two releases', () => {
  beforeEach(() => show('v1.26', 'v1.27'));

  it('shows both verdicts, each with its release', () => {
    seek(40);
    expect(statuses().map((text) => text.split(':')[0])).toEqual(['STUCK', 'Gone']);
    expect(all('.verdict-release').map(({ textContent }) => textContent)).toEqual(['v1.26', 'v1.27']);
  });

  it('has one heading a part and a column a release in the record', () => {
    seek(9);
    select('web');
    expect(all('h3')).toHaveLength(4);
    expect(all('.state thead th').map(({ textContent }) => textContent)).toEqual([
      'podSyncStatus',
      'v1.26',
      'v1.27',
    ]);
    expect(all('.ledger')).toHaveLength(2);
  });
});
