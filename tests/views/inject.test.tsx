// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { LabContext } from '../../src/store/hooks';
import { Lab } from '../../src/store/lab';
import { FAULT_OPERATIONS } from '../../src/store/vocabulary';
import { localPort } from '../../src/transport/localPort';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';
import { Inject } from '../../src/views/inject/Inject';
import { focusInject } from '../../src/views/shared/focusInject';

const SCENARIO = `version: 1
title: Three pods
pods:
  web: { containers: [{ name: app, image: 'web:1', stopTakes: 2s }] }
  late: { containers: [{ name: app, image: 'late:1' }] }
  etcd: { containers: [{ name: app, image: 'etcd:1' }] }
steps:
  - { at: 0s, do: createPod, pod: web }
  - { at: 0s, do: createStaticPod, pod: etcd }
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
const button = (name: string): HTMLButtonElement => {
  const found = all('button').find((b) => (b.getAttribute('aria-label') ?? b.textContent?.trim()) === name);
  if (found === undefined) throw new Error(`there is no button ${name}`);
  return found as HTMLButtonElement;
};
const press = (name: string): void => {
  act(() => button(name).click());
  frames();
};
const field = (label: string): HTMLInputElement | HTMLSelectElement => {
  const found = all('dialog label').find(({ textContent }) => textContent === label);
  const input = document.getElementById(found?.getAttribute('for') ?? '');
  if (input === null) throw new Error(`there is no field ${label}`);
  return input as HTMLInputElement | HTMLSelectElement;
};
const fill = (label: string, value: string): void =>
  act(() => {
    const input = field(label);
    const proto = input instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(proto.prototype, 'value')?.set?.call(input, value);
    const type = input instanceof HTMLSelectElement ? 'change' : 'input';
    input.dispatchEvent(new Event(type, { bubbles: true }));
  });
const submit = (): void => {
  act(() => {
    document
      .querySelector('dialog form')
      ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  frames();
};
const key = (target: Element | null, name: string): void =>
  act(() => {
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  });
const search = (): HTMLInputElement => all('input[type=search]')[0] as HTMLInputElement;
const dialog = (): HTMLElement | null => document.querySelector('dialog');
const given = () => lab.panes()[0]?.given ?? [];

beforeEach(() => {
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
        <Inject />
      </LabContext>,
    );
    lab.open({ kind: 'text', file: 'three.yaml', text: SCENARIO }, ['v1.27']);
  });
  frames();
  act(() => lab.seek(12_400));
  frames();
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

describe('the palette', () => {
  it('has the roles and names that others rely on', () => {
    expect(document.querySelector('section')?.getAttribute('aria-label')).toBe('Inject');
    expect(search().getAttribute('aria-label')).toBe('Find a fault or command');
    expect(all('.command-group h3').map(({ textContent }) => textContent)).toEqual(['CRI', 'Pods', 'Node']);
    for (const operation of FAULT_OPERATIONS) expect(button(`Fail ${operation}`)).toBeTruthy();
    const names = [
      'Create pod, Create static pod, Edit static pod, Remove static pod, Delete pod, Force delete pod',
      'Recreate pod with same UID, Evict pod, Exit container, Remove finalizers, Restart kubelet',
      'Stop runtime, Start runtime, Network down, Network up, API server down, API server up, Lift faults',
      'Hang volume unmount',
    ];
    for (const name of names.flatMap((line) => line.split(', '))) expect(button(name)).toBeTruthy();
  });

  it('gives every command its own hotkey', () => {
    const keys = all('.command-row kbd').map(({ textContent }) => textContent);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('finds by words, and says when nothing is found', () => {
    const type = (text: string): void =>
      act(() => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search(), text);
        search().dispatchEvent(new Event('input', { bubbles: true }));
      });
    type('force pod');
    expect(all('.command').map(({ textContent }) => textContent)).toEqual(['Force delete pod']);
    key(search(), 'Enter');
    expect(dialog()?.getAttribute('aria-label')).toBe('Force delete pod');
    type('zebra');
    expect(document.body.textContent).toContain('Nothing is called that');
  });

  it.each([
    { name: 'Start runtime', reason: 'the runtime is up' },
    { name: 'Network up', reason: 'the network is up' },
    { name: 'API server up', reason: 'the API server is up' },
    { name: 'Lift faults', reason: 'no fault is armed' },
    { name: 'Remove finalizers', reason: 'every pod: has no finalizers' },
  ])('does not offer "$name" now: $reason', ({ name, reason }) => {
    expect(button(name).getAttribute('aria-disabled')).toBe('true');
    expect(button(name).title).toBe(`Not now: ${reason}`);
    const told = document.getElementById(button(name).getAttribute('aria-describedby') ?? '');
    expect(told?.textContent).toBe(reason);
    press(name);
    expect(dialog()).toBeNull();
  });

  it('tells for each pod why it is no choice', () => {
    press('Create pod');
    const options = [...field('Pod').querySelectorAll('option')];
    expect(options.map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
      ['web – exists already', true],
      ['late', false],
      ['etcd', false],
    ]);
    expect(field('Pod').value).toBe('late');
  });

  it('picks by letter after X, and searches after /', () => {
    key(document.body, 'x');
    act(focusInject);
    expect(document.activeElement).toBe(search());
    key(search(), 'f');
    expect(dialog()?.getAttribute('aria-label')).toBe('Force delete pod');
    key(dialog(), 'Escape');
    key(document.body, '/');
    act(focusInject);
    key(search(), 'f');
    expect(dialog()).toBeNull();
  });
});

const fault = {
  do: 'injectFault',
  name: null,
  operation: 'StopContainer',
  pod: null,
  kind: 'error',
  code: 'Unknown',
  message: 'the container cannot be stopped',
  delay: 0,
  times: 1,
  nth: 1,
  probability: 1,
};

describe('a form', () => {
  it.each([
    { name: 'Fail StopContainer', fills: {}, command: fault },
    {
      name: 'Fail StopContainer',
      fills: { Pod: 'web', Code: 'Unavailable', Times: 'until lifted', 'Nth call': '2', Probability: '0.5' },
      command: { ...fault, pod: 'web', code: 'Unavailable', times: null, nth: 2, probability: 0.5 },
    },
    {
      name: 'Fail StopContainer',
      fills: { Operation: 'PullImage', Kind: 'delay', 'Delay (s)': '2.5' },
      command: {
        ...fault,
        operation: 'PullImage',
        kind: 'delay',
        delay: 2500,
        message: 'the registry did not hand out the image',
      },
    },
    {
      name: 'Hang volume unmount',
      fills: {},
      command: {
        ...fault,
        operation: 'UnmountVolume',
        kind: 'hang',
        times: null,
        message: 'the volume is busy and cannot be unmounted',
      },
    },
    { name: 'Create pod', fills: {}, command: { do: 'createPod', pod: 'late' } },
    { name: 'Create static pod', fills: { Pod: 'late' }, command: { do: 'createStaticPod', pod: 'late' } },
    { name: 'Edit static pod', fills: {}, command: { do: 'editStaticPod', pod: 'etcd', image: 'etcd:2' } },
    { name: 'Remove static pod', fills: {}, command: { do: 'removeStaticPod', pod: 'etcd' } },
    { name: 'Delete pod', fills: {}, command: { do: 'deletePod', pod: 'web', gracePeriod: null } },
    {
      name: 'Delete pod',
      fills: { 'Grace period (s)': '0' },
      command: { do: 'deletePod', pod: 'web', gracePeriod: 0 },
    },
    { name: 'Force delete pod', fills: {}, command: { do: 'forceDeletePod', pod: 'web' } },
    { name: 'Evict pod', fills: {}, command: { do: 'evictPod', pod: 'web', gracePeriod: null } },
    {
      name: 'Exit container',
      fills: { Container: 'app', 'Exit code': '137' },
      command: { do: 'exitContainer', pod: 'web', container: 'app', exitCode: 137 },
    },
    {
      name: 'Recreate pod with same UID',
      fills: {},
      command: { do: 'recreatePodSameUID', pod: 'web' },
    },
    {
      name: 'Restart kubelet',
      fills: { 'Downtime (s)': '3' },
      command: { do: 'restartKubelet', downtime: 3000 },
    },
    { name: 'Stop runtime', fills: {}, command: { do: 'stopRuntime' } },
    { name: 'API server down', fills: {}, command: { do: 'apiServerDown' } },
  ])('of "$name" gives $command.do with $fills', ({ name, fills, command }) => {
    press(name);
    expect(dialog()?.getAttribute('aria-label')).toBe(name);
    for (const [label, value] of Object.entries(fills)) fill(label, value);
    submit();
    expect(given()).toEqual([{ at: 12_400, command }]);
    expect(dialog()).toBeNull();
    expect(document.activeElement).toBe(button(name));
  });

  it('begins with the selected pod', () => {
    const web = lab.panes()[0]?.moment?.pods.find(({ name }) => name === 'web');
    act(() => lab.select(web?.uid ?? null));
    press('Fail StopContainer');
    expect(field('Pod').value).toBe('web');
  });

  it('gives a command at another time', () => {
    press('Stop runtime');
    fill('At', '5.25');
    submit();
    expect(given()[0]?.at).toBe(5250);
    expect(lab.view.getState().playhead).toBe(5250);
  });

  it.each([
    { name: 'Fail StopContainer', label: 'Times', value: 'often' },
    { name: 'Fail StopContainer', label: 'Times', value: '0' },
    { name: 'Fail StopContainer', label: 'Nth call', value: '1.5' },
    { name: 'Fail StopContainer', label: 'Probability', value: '2' },
    { name: 'Fail StopContainer', label: 'At', value: '-1' },
    { name: 'Stop runtime', label: 'At', value: '99999999' },
    { name: 'Delete pod', label: 'Grace period (s)', value: 'soon' },
    { name: 'Exit container', label: 'Exit code', value: '256' },
    { name: 'Edit static pod', label: 'Image', value: '' },
    { name: 'Restart kubelet', label: 'Downtime (s)', value: '' },
  ])('refuses "$value" as $label of "$name" by the field', ({ name, label, value }) => {
    press(name);
    fill(label, value);
    submit();
    expect(given()).toEqual([]);
    expect(document.activeElement).toBe(field(label));
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    const wrong = document.getElementById(field(label).getAttribute('aria-describedby') ?? '');
    expect(wrong?.textContent).toMatch(/ must /);
  });

  it('closes on Escape, and the focus goes back', () => {
    press('Evict pod');
    expect(dialog()?.contains(document.activeElement)).toBe(true);
    key(dialog(), 'Escape');
    expect(dialog()).toBeNull();
    expect(document.activeElement).toBe(button('Evict pod'));
  });
});

describe('what has been done', () => {
  const status = (): string => document.querySelector('[role=status]')?.textContent ?? '';

  it('says that it forked and undoes it', () => {
    const before = lab.view.getState().panes;
    press('Stop runtime');
    submit();
    expect(status()).toBe('Forked at 12.4 s');
    press('Undo');
    expect(lab.view.getState().panes).toEqual(before);
    expect(status()).toBe('');
  });

  it('says what could not be done', () => {
    press('Create pod');
    fill('At', '0.5');
    fill('Pod', 'web');
    submit();
    expect(status()).toContain('cannot be done: a pod web exists already');
  });

  it('shows armed faults, each with a way to lift it', () => {
    press('Fail StopContainer');
    fill('Pod', 'web');
    fill('Times', '2');
    submit();
    expect(document.body.textContent).toContain('Armed (1)');
    expect(document.querySelector('.chip')?.textContent).toContain('2 left');
    press('Lift StopContainer of web');
    expect(document.body.textContent).toContain('Armed (0)');
    expect(given()[1]?.command).toEqual({
      do: 'liftFault',
      name: 'fault-1',
      operation: 'StopContainer',
      pod: 'web',
    });
  });

  it('changes an armed fault: lifts it and arms another under its name, as one step to undo', () => {
    press('Fail StopContainer');
    fill('Pod', 'web');
    fill('Times', '2');
    submit();
    const before = lab.view.getState().panes;
    press('Edit StopContainer of web');
    expect(dialog()?.getAttribute('aria-label')).toBe('Edit StopContainer of web');
    expect(field('Times').value).toBe('2');
    fill('Times', 'until lifted');
    fill('Probability', '0.5');
    submit();
    expect(dialog()).toBeNull();
    expect(document.querySelector('.chip')?.textContent).toContain('until lifted');
    expect(lab.panes()[0]?.moment?.armed.map(({ spec }) => [spec.id, spec.times, spec.probability])).toEqual([
      ['fault-1', null, 0.5],
    ]);
    expect(status()).toBe('Changed at 12.4 s');
    press('Undo');
    expect(lab.view.getState().panes).toEqual(before);
    frames();
    expect(document.querySelector('.chip')?.textContent).toContain('2 left');
  });

  it('says what is wrong with a change, and leaves the fault as it is', () => {
    press('Fail StopContainer');
    submit();
    const before = lab.view.getState().panes;
    press('Edit StopContainer');
    fill('Nth call', '0');
    submit();
    expect(dialog()?.textContent).toContain('Nth call must be a whole number, 1 or more');
    key(dialog(), 'Escape');
    expect(dialog()).toBeNull();
    expect(lab.view.getState().panes).toEqual(before);
  });

  it('changes a command that was given by hand: its time, and so its place among the others', () => {
    press('Stop runtime');
    submit();
    press('Force delete pod');
    submit();
    press('Edit Force delete pod web, 12.4 s');
    expect(field('At').value).toBe('12.4');
    fill('At', '6.5');
    submit();
    expect(given().map(({ at, command }) => [at, command.do])).toEqual([
      [6500, 'forceDeletePod'],
      [12_400, 'stopRuntime'],
    ]);
  });

  it('lists what was given by hand and leaves it out on request', () => {
    press('Force delete pod');
    submit();
    expect(document.querySelector('ol.given')?.textContent).toContain('12.4 sForce delete pod web');
    press('Mute');
    expect(given()).toEqual([]);
  });

  it('goes back to a branch that was left', () => {
    const before = lab.view.getState().panes;
    press('Force delete pod');
    submit();
    press('Show');
    expect(lab.view.getState().panes).toEqual(before);
  });
});
