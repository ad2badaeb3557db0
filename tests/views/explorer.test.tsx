// @vitest-environment happy-dom
import { models } from 'virtual:models';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { LabContext } from '../../src/store/hooks';
import { Lab } from '../../src/store/lab';
import { localPort } from '../../src/transport/localPort';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';
import { Explorer } from '../../src/views/explorer/Explorer';
import { ExplorerLine } from '../helpers/explorerLine';

let lab: Lab;
let line: ExplorerLine;
let root: Root;
const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const texts = (selector: string): string[] => all(selector).map(({ textContent }) => textContent ?? '');
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (found === undefined) throw new Error(`no button ${name}`);
  return found;
};
const press = (name: string): void => act(() => button(name).click());
const answer = (): void => act(() => void line.answer());
const type = (name: string, value: string): void =>
  act(() => {
    const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (field === null) throw new Error(`no field ${name}`);
    const isSelect = field.tagName === 'SELECT';
    const kind = isSelect ? HTMLSelectElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
  });

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const host = new SimulationHost(makeLibrary(new Map()));
  host.equip(SCENARIO_TOOLS);
  line = new ExplorerLine(models);
  lab = new Lab(() => localPort(host), line.port);
  const page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
  act(() =>
    root.render(
      <LabContext value={lab}>
        <Explorer />
      </LabContext>,
    ),
  );
  answer();
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

describe('the explorer panel', () => {
  it('begins with a model of the catalog; every field has a name', () => {
    expect(document.querySelector<HTMLSelectElement>('[name="model"]')?.value).toBe('one-api-pod');
    for (const field of all('input, select')) expect(field.closest('label')?.textContent).toMatch(/\w/);
    expect(button('Stop').disabled).toBe(true);
  });

  it('finds the stuck pod of v1.26, plays it, and finds none in v1.27', () => {
    press('Start');
    expect(texts('[role="status"]')).toEqual(['Exploring …']);
    answer();
    expect(texts('[role="status"]')).toEqual(['STUCK: a · shortest: 4 steps']);
    expect(texts('.exploration-trace li')).toHaveLength(4);
    expect(texts('dt')).toEqual([
      ...['States', 'Transitions', 'Frontier', 'Depth', 'States a second', 'Time', 'Memory'],
    ]);
    press('Same in v1.27');
    answer();
    expect(texts('[role="status"]')[1]).toBe('No stuck pod within these bounds; says nothing beyond them.');
    press('Play it');
    act(() => {
      for (let i = 0; i < 5; i++) lab.frame(0);
    });
    expect(lab.panes()).toMatchObject([
      { release: 'v1.26', scenario: { title: 'One API pod and one error' } },
    ]);
    expect(lab.view.getState().playing).toBe(true);
    expect(lab.canUndo).toBe(true);
  });

  it('says what is wrong at its field, and explores nothing', () => {
    type('errors', '-1');
    press('Start');
    const field = document.querySelector('[name="errors"]');
    expect(field?.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Errors: A whole number from 0',
    );
    expect(line.asked.map(({ want }) => want.type)).toEqual(['models']);
  });

  it('says in one message how much a huge model is, and asks', () => {
    type('errors', '1000');
    type('restarts', '1000');
    press('Start');
    answer();
    expect(texts('[role="alert"]').join()).toMatch(/^At least 6,012,006 states would be visited/);
    expect(button('Explore it anyway').disabled).toBe(false);
    type('errors', '5000');
    press('Start');
    answer();
    expect(texts('[role="alert"]')).toEqual([expect.stringContaining('`errors: 5000` is far too much')]);
  });

  it('stops and goes on', () => {
    type('release', 'v1.31');
    press('Start');
    act(() => void line.answer(1));
    act(() =>
      all('.explorer-form button')
        .find(({ textContent }) => textContent === 'Stop')
        ?.click(),
    );
    answer();
    expect(texts('[role="status"]')[0]).toMatch(/^Stopped/);
    press('Continue');
    answer();
    expect(texts('[role="status"]')[0]).toMatch(/^No stuck pod/);
  });

  it('opens a link, and says in one message what is wrong with another', async () => {
    await act(async () => {
      lab.set({ explorerLink: '/e/two-of-one-name?in=v1.31&depth=9' });
    });
    expect(document.querySelector<HTMLSelectElement>('[name="model"]')?.value).toBe('two-of-one-name');
    expect(document.querySelector<HTMLInputElement>('[name="depth"]')?.value).toBe('9');
    await act(async () => {
      lab.set({ explorerLink: '/e/<img src=x onerror=alert(1)>' });
    });
    expect(texts('[role="alert"]')).toEqual([
      expect.stringMatching(/^this link cannot be opened: e names no model and holds none/),
    ]);
    expect(document.querySelector('img')).toBeNull();
  });

  it('takes pods in and out', () => {
    press('Add a pod');
    expect(all('[name="podName"]')).toHaveLength(2);
    type('podSource', 'static');
    expect(all('[name="podFullName"]')).toHaveLength(1);
    act(() => document.querySelector<HTMLElement>('[aria-label="Remove pod a from the model"]')?.click());
    expect(all('[name="podName"]').map((field) => (field as HTMLInputElement).value)).toEqual(['b']);
  });
});
