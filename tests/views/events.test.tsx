// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { LabContext } from '../../src/store/hooks';
import { Lab } from '../../src/store/lab';
import { KLOG_TOOLS } from '../../src/transport/klogTools';
import { localPort } from '../../src/transport/localPort';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';
import { Events } from '../../src/views/events/Events';
import { Gauges } from '../../src/views/gauges/Gauges';
import { Metrics } from '../../src/views/metrics/Metrics';
import { TextPanel } from '../../src/views/metrics/TextPanel';
import { Sequence } from '../../src/views/sequence/Sequence';

/** The bug: a force delete while StopPodSandbox fails once; stuck in v1.26 from 14.01 s on, its retry dropped at 27.1 s. */
const TEXT = `version: 1
title: Force delete meets a CRI error
pods:
  web: { gracePeriod: 30, containers: [{ name: app, image: web:1, stopTakes: 2s }] }
steps:
  - { at: 0s,  do: createPod, pod: web }
  - { at: 10s, do: injectFault, operation: StopPodSandbox, pod: web, kind: error, code: Unknown, times: 1 }
  - { at: 12s, do: forceDeletePod, pod: web }
`;

let lab: Lab;
let host: HTMLElement;
let root: Root;

const frame = (): void => {
  for (let i = 0; i < 4; i++) lab.frame(16);
};
const show = async (panel: ReactNode): Promise<void> => {
  await act(async () => root.render(<LabContext value={lab}>{panel}</LabContext>));
};
const does = (what: () => void): Promise<void> =>
  act(async () => {
    what();
    frame();
  });
const find = <E extends Element = HTMLElement>(selector: string): E => {
  const found = host.querySelector<E>(selector);
  if (found === null) throw new Error(`${selector} is not in ${host.innerHTML.slice(0, 400)}`);
  return found;
};
const textsOf = (selector: string): string[] =>
  [...host.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
const button = (name: string): HTMLButtonElement => {
  const found = [...host.querySelectorAll('button')].find((one) =>
    (one.getAttribute('aria-label') ?? one.textContent ?? '').includes(name),
  );
  if (found === undefined) throw new Error(`no button ${name}`);
  return found;
};

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // happy-dom lays nothing out; the lists ask how high they are.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(2000);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  const simulation = new SimulationHost(makeLibrary(new Map()));
  simulation.equip(SCENARIO_TOOLS);
  simulation.equip(KLOG_TOOLS);
  lab = new Lab(() => localPort(simulation));
  lab.open({ kind: 'text', file: 'bug.yaml', text: TEXT }, ['v1.26', 'v1.27']);
  frame();
  lab.seek(30_000);
  frame();
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});

afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.restoreAllMocks();
});

describe('Events', () => {
  test('a log of sentences; the last interesting one at the playhead is marked', async () => {
    await show(<Events />);
    expect(find('[role="log"]').getAttribute('aria-label')).toBe('Events');
    expect(textsOf('li')).toContain('14.010 swebweb is stuck: nothing in this kubelet will touch it again');
    expect(find('[aria-current="true"]').textContent).toContain('28.100 s');
  });

  test('pressing a line selects its pod and event, and takes the playhead there', async () => {
    await show(<Events />);
    await does(() => button('web is stuck').click());
    const { pod, event, playhead } = lab.view.getState();
    expect(lab.panes()[0]?.events[event ?? -1]).toMatchObject({ kind: 'becameStuck', pod });
    expect(playhead).toBe(14_010);
    expect(find('[aria-current="true"]').textContent).toContain('web is stuck');
  });

  test('arrow keys go along the lines with one tab stop', async () => {
    await show(<Events />);
    expect(host.querySelectorAll('li [tabindex="0"]').length).toBe(1);
    const first = find('li button[tabindex="0"]');
    await act(async () => first.focus());
    await act(async () => {
      first.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
    });
    expect(document.activeElement?.textContent).toContain('retry dropped');
  });

  test('the filters: everything, then a word of it', async () => {
    await show(<Events />);
    const few = host.querySelectorAll('li').length;
    await act(async () => find<HTMLInputElement>('input[type="checkbox"]').click());
    expect(host.querySelectorAll('li').length).toBeGreaterThan(few);
    await act(async () => {
      const search = find<HTMLInputElement>('[aria-label="Find an event"]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'dropped');
      search.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(textsOf('li')).toEqual([
      '27.100 swebretry dropped: the sync loop asked the pod manager, and web is not there',
    ]);
  });

  test('the other pane has another story', async () => {
    await show(<Events />);
    await act(async () => {
      const pane = find<HTMLSelectElement>('select');
      pane.value = '1';
      pane.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(textsOf('li').join()).not.toContain('leaves it alone');
    expect(textsOf('li').join()).toContain('sends the last update again');
  });
});

describe('Sequence', () => {
  test('without a selection: the stuck pod, its lifelines, and the retry that is lost', async () => {
    await show(<Sequence />);
    expect(find('section').getAttribute('aria-label')).toBe('Sequence of web');
    expect(textsOf('.sequence-heads span')).toEqual([
      'config',
      'sync loop',
      'worker',
      'CRI',
      'status manager',
      'housekeeping',
    ]);
    const lost = button('27.100 s retry dropped, sync loop to worker, does not arrive');
    expect(lost.closest('li')?.dataset.tone).toBe('broken');
    await does(() => lost.click());
    expect(lab.view.getState().playhead).toBe(27_100);
  });

  test('equal visits of housekeeping are one line', async () => {
    await show(<Sequence />);
    expect(button('left alone ×6, housekeeping to worker, 6 times until 26.100 s').textContent).toContain(
      '×6',
    );
  });
});

describe('Metrics', () => {
  test('the exposition at the playhead as a read-only text; the log beside it', async () => {
    await show(<Metrics />);
    await act(async () => frame());
    const label = [...host.querySelectorAll('label')].find((one) => one.textContent === 'Metrics exposition');
    const area = find<HTMLTextAreaElement>(`[id="${label?.htmlFor}"]`);
    expect(area.readOnly).toBe(true);
    expect(area.value).toContain('kubelet_working_pods{config="orphan",lifecycle="terminating",static=""} 1');
    expect(host.querySelectorAll('textarea')[1]?.value).toContain('"SyncLoop REMOVE"');
    expect(button('Copy metrics').disabled).toBe(false);
    expect(button('Download metrics').disabled).toBe(false);
    expect(host.textContent).toContain('v1.26 does not export these metrics');
  });

  test('copies', async () => {
    const writeText = vi.fn(async () => {});
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
    await show(<Metrics />);
    await act(async () => frame());
    await act(async () => button('Copy metrics').click());
    expect(writeText).toHaveBeenCalledWith(expect.stringContaining('# TYPE kubelet_working_pods gauge'));
    expect(textsOf('output')).toContain('Copied');
  });
});

describe('a long log', () => {
  test('is shown from its end, and copied whole', async () => {
    const writeText = vi.fn(async () => {});
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
    const text = Array.from({ length: 5000 }, (_, i) => `line ${i + 1}`).join('\n');
    await show(
      <TextPanel label="Log" copies="Copy log" downloads="Save" file="x" text={text} empty="" fromEnd />,
    );
    const shown = find<HTMLTextAreaElement>('textarea').value.split('\n');
    expect(shown.at(-1)).toBe('line 5000');
    expect(host.textContent).toContain(`${(5000 - shown.length).toLocaleString('en')} earlier lines`);
    await act(async () => button('Copy log').click());
    expect(writeText).toHaveBeenCalledWith(text);
  });
});

describe('Gauges', () => {
  test('six figures named by metric, numbers as text, a table of all series', async () => {
    await show(<Gauges />);
    const names = [...host.querySelectorAll('figure')].map((one) => one.getAttribute('aria-label'));
    expect(names).toEqual([
      'kubelet_desired_pods',
      'kubelet_active_pods',
      'kubelet_mirror_pods',
      'kubelet_working_pods',
      'kubelet_restarted_pods_total',
      'kubelet_orphaned_runtime_pods_total',
    ]);
    expect(button('A 1 orphan, terminating')).toBeDefined();
    expect(host.textContent).toContain('computed by the lab: v1.26 does not export it');
    expect(textsOf('tbody tr')).toContain(
      'kubelet_working_pods{config="orphan",lifecycle="terminating",static=""}10',
    );
  });

  test('a value lists whom it counts; pressing one selects it; Escape closes', async () => {
    await show(<Gauges />);
    const value = button('A 1 orphan, terminating');
    await act(async () => value.focus());
    expect(value.getAttribute('aria-expanded')).toBe('true');
    await act(async () => {
      value.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    expect(value.getAttribute('aria-expanded')).toBe('false');
    await act(async () => value.click());
    await act(async () => find('.gauge-pods li button').click());
    expect(lab.view.getState().pod).toBe(lab.panes()[0]?.moment?.pods[0]?.uid);
  });
});
