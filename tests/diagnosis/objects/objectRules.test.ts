import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding';
import { OBJECT_RULES } from '../../../src/diagnosis/objects';
import { runOf } from './runOf';

const FIXTURES = new URL('../../importers/fixtures/', import.meta.url);
const RANKS = ['possible', 'likely', 'certain'];

const findings = (...texts: readonly string[]): readonly Finding[] => {
  const run = runOf(...texts);
  return OBJECT_RULES.flatMap((rule) => rule.find(run));
};

const found = (...texts: readonly string[]): readonly string[] =>
  findings(...texts).map(({ rule, pod, confidence, evidence }) =>
    [rule, pod ?? 'node', confidence, evidence.map(({ line }) => line).join(',')].join(' '),
  );

interface Expectation {
  readonly input: string;
  readonly mustFind: readonly {
    readonly rule: string;
    readonly pod: string | null;
    readonly confidence: string;
  }[];
  readonly mustNotFind: readonly string[];
  readonly evidenceLines: Readonly<Record<string, readonly number[]>>;
}

const expectations = readdirSync(FIXTURES)
  .filter((file) => file.endsWith('.expect.json'))
  .map((file) => JSON.parse(readFileSync(new URL(file, FIXTURES), 'utf8')) as Expectation)
  .filter(({ input }) => /\.(?:yaml|json|prom)$/.test(input));

describe('files that are no logs', () => {
  it.each(expectations)('$input shows what it must, and nothing that it must not', (expected) => {
    const all = findings(readFileSync(new URL(expected.input, FIXTURES), 'utf8'));
    for (const { rule, pod, confidence } of expected.mustFind) {
      const fitting = all.filter((one) => one.rule === rule && (pod === null || one.pod === pod));
      expect(fitting.some((one) => RANKS.indexOf(one.confidence) >= RANKS.indexOf(confidence))).toBe(true);
      const lines = fitting.flatMap(({ evidence }) => evidence.map(({ line }) => line));
      const listed = expected.evidenceLines[rule] ?? [];
      expect(listed.length === 0 || lines.some((line) => listed.includes(line))).toBe(true);
    }
    expect(all.filter(({ rule }) => expected.mustNotFind.includes(rule))).toEqual([]);
    for (const { evidence } of all) expect(evidence.length).toBeGreaterThan(0);
  });
});

const META = 'creationTimestamp: "2024-01-01T00:00:00Z"';
const DELETED = 'deletionTimestamp: "2024-01-01T00:10:00Z"';
const pod = (metadata: string, status: string, name = 'a'): string =>
  `kind: Pod\nmetadata: {name: ${name}, ${META}, ${metadata}}\nspec: {nodeName: n, containers: [{name: c, image: i:1}]}\nstatus: {${status}}\n`;
const state = (text: string): string => `containerStatuses: [{name: c, state: {${text}}}]`;
const ENDED = state('terminated: {exitCode: 0, finishedAt: "2024-01-01T00:09:00Z"}');
const RUNS = state('running: {startedAt: "2024-01-01T00:00:05Z"}');

describe('rules over objects', () => {
  it.each([
    [
      'a finalizer holds a pod that the kubelet has released',
      pod(`${DELETED}, deletionGracePeriodSeconds: 0, finalizers: [x/y]`, `phase: Succeeded, ${ENDED}`),
      ['finalizer-holds-object default/a certain 2,2,2,2,4'],
    ],
    [
      'a finalizer of a pod that still runs says nothing',
      pod(`${DELETED}, finalizers: [x/y]`, `phase: Running, ${RUNS}`),
      ['within-grace-period default/a possible 2,4'],
    ],
    [
      'a finalizer of a pod that nobody deletes says nothing',
      pod('finalizers: [x/y]', `phase: Succeeded, ${ENDED}`),
      [],
    ],
    [
      'refused for want of a resource',
      pod('', 'phase: Failed, reason: OutOfcpu, message: no cpu'),
      ['admission-rejected default/a likely 4,4,4'],
    ],
    [
      'refused, with the kubelet’s words',
      pod('', 'phase: Failed, reason: TopologyAffinityError, message: "Pod was rejected: x"'),
      ['admission-rejected default/a certain 4,4,4'],
    ],
    ['failed after it ran', pod('', `phase: Failed, reason: UnexpectedAdmissionError, ${ENDED}`), []],
    [
      'evicted is not refused',
      pod('', 'phase: Failed, reason: Evicted, message: The node was low on memory'),
      [],
    ],
    [
      'ended, deleted, and hours past its time',
      pod(DELETED, `phase: Succeeded, ${ENDED}, conditions: [{lastTransitionTime: "2024-01-01T03:00:00Z"}]`),
      ['terminal-pod-not-deleted default/a likely 2,4'],
    ],
    ['ended and deleted, but its time may not be over', pod(DELETED, `phase: Succeeded, ${ENDED}`), []],
    [
      'its time is not over',
      pod(DELETED, `phase: Running, ${RUNS}`),
      ['within-grace-period default/a possible 2,4'],
    ],
    [
      'its time is over, by another pod of the file',
      `${pod(DELETED, `phase: Running, ${RUNS}`)}---\n${pod('', 'phase: Running, startTime: "2024-01-01T01:00:00Z"', 'b')}`,
      [],
    ],
    ['runs', pod('', `phase: Running, ${RUNS}`), []],
  ])('%s', (_desc, text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('mirror pods', () => {
  const mirror = (hash: string, of: string): string =>
    pod(
      `annotations: {kubernetes.io/config.hash: ${hash}, kubernetes.io/config.mirror: ${of}}`,
      'phase: Running',
      'web-n',
    );
  const manifest = (uid: string, image = 'i:1'): string =>
    `kind: Pod\nmetadata: {name: web, uid: ${uid}}\nspec: {containers: [{name: c, image: "${image}"}]}\n`;

  it.each([
    ['alone and in order', [mirror('u1', 'u1')], []],
    ['its annotations differ', [mirror('u2', 'u1')], ['mirror-pod-mismatch default/web-n likely 2,2']],
    ['with the manifest that it shows', [mirror('u1', 'u1'), manifest('u1')], []],
    [
      'with a manifest of another uid',
      [mirror('u1', 'u1'), manifest('u2')],
      ['mirror-pod-mismatch default/web-n likely 2,2,2'],
    ],
    [
      'with a manifest that was changed under its uid',
      [mirror('u1', 'u1'), manifest('u1', 'i:2')],
      ['mirror-pod-mismatch default/web-n likely 3,3'],
    ],
    ['with two generations, one of which it shows', [mirror('u1', 'u1'), manifest('u1'), manifest('u2')], []],
  ])('%s', (_desc, texts, expected) => {
    expect(found(...texts)).toEqual(expected);
  });
});

describe('rules over scrapes', () => {
  const working = (config: string, lifecycle: string, n: number): string =>
    `kubelet_working_pods{config="${config}",lifecycle="${lifecycle}",static=""} ${n}\n`;
  const errors = (operation: string, n: number): string =>
    `kubelet_runtime_operations_errors_total{operation_type="${operation}"} ${n}\n`;

  it.each([
    ['errors, but nothing terminates', errors('stop_container', 9) + working('orphan', 'terminating', 0), []],
    ['an orphan, but no errors', working('orphan', 'terminating', 1), []],
    [
      'an orphan and errors of containers',
      errors('stop_container', 1) + working('orphan', 'terminating', 1),
      ['stop-container-failing node possible 1,2'],
    ],
    [
      'an orphan and errors of sandboxes alone',
      errors('stop_podsandbox', 4) + working('orphan', 'terminating', 1),
      ['sandbox-teardown-failing node possible 1,2'],
    ],
    [
      'a pod that is listed, and one error',
      errors('stop_container', 1) + working('desired', 'terminating', 1),
      [],
    ],
    [
      'a pod that is listed, and several errors',
      errors('stop_container', 3) + working('desired', 'terminating', 1),
      ['stop-container-failing node possible 1,2'],
    ],
    [
      'met in the runtime, and still there',
      `kubelet_orphaned_runtime_pods_total 2\n${working('runtime_only', 'terminating', 1)}`,
      ['orphaned-after-restart node possible 1,2'],
    ],
    [
      'met in the runtime, and gone',
      `kubelet_orphaned_runtime_pods_total 2\n${working('runtime_only', 'terminating', 0)}`,
      [],
    ],
    [
      'orphans in two scrapes',
      working('orphan', 'terminating', 1).repeat(2),
      ['known-only-to-kubelet node possible 1,2'],
    ],
    [
      'orphans in the first scrape',
      working('orphan', 'terminating', 1) + working('orphan', 'terminating', 0),
      [],
    ],
    [
      'errors that do not grow from scrape to scrape are old',
      (
        errors('stop_container', 9) +
        working('orphan', 'sync', 0) +
        working('orphan', 'terminating', 1)
      ).repeat(2),
      ['known-only-to-kubelet node possible 3,6'],
    ],
  ])('%s', (_desc, text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('the kubelet’s list and the API server’s', () => {
  const view = (name: string): string =>
    pod(`uid: u-${name}, annotations: {kubernetes.io/config.source: api}`, 'phase: Running', name);
  const listed = (name: string): string => pod(`uid: u-${name}`, 'phase: Running', name);

  it('shows a pod that only the kubelet has', () => {
    expect(found(`${view('a')}---\n${view('b')}`, listed('a'))).toEqual([
      'known-only-to-kubelet default/b possible 7,7',
    ]);
  });

  it('says nothing with one list alone, or with lists of other namespaces', () => {
    expect(found(view('a'))).toEqual([]);
    expect(found(view('a'), listed('c').replace('name: c', 'name: c, namespace: other'))).toEqual([]);
  });
});

describe('rules over what kubectl prints', () => {
  const event = (kind: string) =>
    `error killing pod: failed to "${kind}" for "a354a95c-79ff-4cb8-86cb-ef82c0e28200" with ${kind}Error: "x"`;

  it.each([
    [
      'a sandbox',
      event('KillPodSandbox'),
      ['sandbox-teardown-failing a354a95c-79ff-4cb8-86cb-ef82c0e28200 possible 1'],
    ],
    [
      'a container',
      event('KillContainer'),
      ['stop-container-failing a354a95c-79ff-4cb8-86cb-ef82c0e28200 possible 1'],
    ],
    ['a row', 'NAME READY STATUS RESTARTS AGE\na 1/1 Terminating 0 4d\n', []],
    [
      'a refused pod',
      'NAME READY STATUS RESTARTS AGE\na 0/1 OutOfcpu 0 4d\n',
      ['admission-rejected default/a possible 2'],
    ],
    [
      'time that is not over',
      'Name: a\nNamespace: n\nStatus: Terminating (lasts <invalid>)\n',
      ['within-grace-period n/a likely 3'],
    ],
    ['time that is over', 'Name: a\nNamespace: n\nStatus: Terminating (lasts 10m)\n', []],
  ])('%s', (_desc, text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});
