// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { LabContext } from '../../src/store/hooks';
import { Lab } from '../../src/store/lab';
import { FIRST_DRAFT, readChurnDraft } from '../../src/store/selectors/churnForm';
import { labHistograms } from '../../src/store/selectors/labHistograms';
import { CHURN_TOOLS } from '../../src/transport/churnTools';
import { localPort } from '../../src/transport/localPort';
import { SimulationHost } from '../../src/transport/simulationHost';
import { Churn } from '../../src/views/metrics/Churn';
import { HowLong } from '../../src/views/metrics/HowLong';

let lab: Lab;
let root: Root;
const one = <E extends HTMLElement>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (found === null) throw new Error(`there is no ${selector}`);
  return found;
};
const texts = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (found === undefined) throw new Error(`no button ${name}`);
  return found;
};
const type = (name: string, value: string): void =>
  act(() => {
    const field = one<HTMLInputElement>(`[name="${name}"]`);
    const kind = field.tagName === 'SELECT' ? HTMLSelectElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
const press = (name: string): void => act(() => button(name).click());
const frame = (): void => act(() => lab.frame(0));

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const host = new SimulationHost(makeLibrary(new Map()));
  host.equip(CHURN_TOOLS);
  lab = new Lab(() => localPort(host));
  const page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
  act(() =>
    root.render(
      <LabContext value={lab}>
        <Churn />
      </LabContext>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

describe('the churn panel', () => {
  it('has a form whose fields have names', () => {
    expect(one('section').getAttribute('aria-label')).toBe('Churn');
    expect(one('form').getAttribute('aria-label')).toBe('Churn options');
    expect(texts('form label').map((text) => text.trim())).toEqual([
      'Pods',
      'At once',
      'Deleted by force, %',
      expect.stringContaining('Fault'),
      'Fails, %',
      'Seed',
      'v1.26',
      'v1.27',
      'v1.31',
    ]);
    for (const label of document.querySelectorAll<HTMLLabelElement>('form label[for]'))
      expect(document.getElementById(label.htmlFor)).not.toBeNull();
    expect(button('Stop churn').disabled).toBe(true);
  });

  it('says what is wrong at its field, and runs nothing', () => {
    type('pods', '-3');
    press('Run churn');
    const pods = one('[name="pods"]');
    expect(pods.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(pods.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'A whole number from 1 to 1000',
    );
    expect(lab.simulation.getState().churns.size).toBe(0);
  });

  it('runs slice by slice, shows how far it is, and ends in table, names and pictures', () => {
    type('pods', '60');
    press('Run churn');
    frame();
    frame();
    expect(one('[role="status"]').textContent).toBe('Running in v1.26, v1.27, v1.31');
    expect(document.querySelectorAll('progress')).toHaveLength(3);
    expect(texts('.churn-progress')[0]).toMatch(/^v1\.26 +\d+ of 60 pods have come and gone$/);
    expect(button('Run churn').disabled).toBe(true);
    for (let i = 0; i < 400 && !button('Stop churn').disabled; i++) frame();
    expect(one('[role="status"]').textContent).toBe('Done');
    expect(document.querySelectorAll('progress')).toHaveLength(0);
    expect(texts('table tbody tr')).toHaveLength(9);
    expect(texts('thead th')).toEqual(['Latency', 'Release', 'Pods', 'p50', 'p75', 'p90', 'p99', 'max']);
    expect(one('[aria-label="Churn in v1.26"]').textContent).toMatch(/\d+ pods? (is|are) stuck: churn-\d+/);
    expect(one('[aria-label="Churn in v1.27"]').textContent).toContain('No pod is stuck.');
    const pictures = [...document.querySelectorAll('svg[role="img"]')];
    expect(pictures.map((picture) => picture.getAttribute('aria-label'))).toEqual([
      expect.stringMatching(/^Delete to gone in v1\.26, 60 pods\. up to 0\.5 s: \d+ pods/),
      expect.stringMatching(/^Delete to gone in v1\.27, 60 pods\./),
      expect.stringMatching(/^Delete to gone in v1\.31, 60 pods\./),
    ]);
  }, 30_000);

  it('stopped, it is forgotten and nothing more is asked for', () => {
    press('Run churn');
    frame();
    frame();
    press('Stop churn');
    expect(lab.simulation.getState().churns.size).toBe(0);
    frame();
    frame();
    expect(document.querySelectorAll('progress')).toHaveLength(0);
    expect(button('Run churn').disabled).toBe(false);
  });
});

describe('the form', () => {
  it('means shares, not per cent', () => {
    expect(readChurnDraft(FIRST_DRAFT)).toEqual({
      mistakes: {},
      options: {
        pods: 300,
        parallel: 10,
        forceShare: 1,
        seed: 1,
        faults: [{ operation: 'StopPodSandbox', probability: 0.2 }],
      },
    });
    expect(readChurnDraft({ ...FIRST_DRAFT, operation: '', chance: 'x' }).mistakes).toEqual({});
  });
  it.each([
    [{ pods: '' }, 'pods'],
    [{ parallel: '101' }, 'parallel'],
    [{ forceShare: '1.5' }, 'forceShare'],
    [{ chance: '0' }, 'chance'],
    [{ seed: '-1' }, 'seed'],
    [{ releases: [] }, 'releases'],
  ])('refuses %j', (part, field) => {
    expect(Object.keys(readChurnDraft({ ...FIRST_DRAFT, ...part }).mistakes)).toEqual([field]);
  });
});

const METRICS = `# TYPE lab_active_pods_time_seconds histogram
lab_active_pods_time_seconds_bucket{le="0"} 8
lab_active_pods_time_seconds_bucket{le="1"} 20
lab_active_pods_time_seconds_bucket{le="5"} 20
lab_active_pods_time_seconds_bucket{le="+Inf"} 20.5
lab_active_pods_time_seconds_sum 12
lab_active_pods_time_seconds_count 20.5
kubelet_active_pods{static=""} 0
lab_pod_teardown_seconds_bucket{until="stopped",le="0.5"} 0
lab_pod_teardown_seconds_bucket{until="stopped",le="1"} 1
lab_pod_teardown_seconds_bucket{until="stopped",le="+Inf"} 1
lab_pod_teardown_seconds_sum{until="stopped"} 0.7
lab_pod_teardown_seconds_count{until="stopped"} 1
`;

describe('How long', () => {
  it('reads the histograms off a metrics text, each bucket alone', () => {
    const [active, stopped, ...others] = labHistograms(METRICS);
    expect(others).toEqual([]);
    expect(active?.bars.map(({ label, value }) => [label, value])).toEqual([
      ['0 pods', 8],
      ['1 pod', 12],
      ['2 to 5 pods', 0],
      ['more than 5 pods', 0.5],
    ]);
    expect(stopped?.total).toBe('1 pod');
    expect(stopped?.bars.map(({ label, value }) => [label, value])).toEqual([
      ['up to 0.5 s', 0],
      ['up to 1 s', 1],
    ]);
  });

  it('one picture a series: `lifecycle` does not end in `le`', () => {
    const series = (lifecycle: string, seconds: number): string =>
      ['_bucket{L,le="0"}', '_bucket{L,le="+Inf"}', '_sum{L}', '_count{L}']
        .map(
          (name) =>
            `lab_working_pods_time_seconds${name.replace('L', `lifecycle="${lifecycle}"`)} ${seconds}`,
        )
        .join('\n');
    const pictures = labHistograms(`${series('sync', 3)}\n${series('terminating', 4)}\n`);
    expect(pictures.map(({ title, total, bars }) => [title, total, bars.length])).toEqual([
      ['How long so many pods were in sync', '3 s in all', 1],
      ['How long so many pods were in terminating', '4 s in all', 1],
    ]);
  });

  it.each([
    [null, 'Being made…'],
    ['', 'Nothing is measured while no kubelet runs.'],
  ])('has a face for %j', (text, says) => {
    act(() => root.render(<HowLong text={text} />));
    expect(one('section').textContent).toContain(says);
  });

  it('says in words what the bars show', () => {
    act(() => root.render(<HowLong text={METRICS} />));
    expect(one('section').getAttribute('aria-label')).toBe('How long');
    expect([...document.querySelectorAll('svg')].map((svg) => svg.getAttribute('aria-label'))).toEqual([
      'How long so many pods were active, 20.5 s in all. 0 pods: 8 s; 1 pod: 12 s; 2 to 5 pods: 0 s; more than 5 pods: 0.5 s',
      'From deletion until the containers are stopped, 1 pod. up to 0.5 s: 0 pods; up to 1 s: 1 pods',
    ]);
  });
});
