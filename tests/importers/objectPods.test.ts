import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { podOfObject, podsOfReports } from '../../src/importers/objectPods';
import { importPodObjects } from '../../src/importers/podManifest';

const FIXTURES = new URL('./fixtures/', import.meta.url);

interface Expectation {
  readonly input: string;
  readonly pods: readonly {
    readonly uid: string;
    readonly final: string;
    readonly stuck: unknown;
    readonly finalAccept?: readonly string[];
    readonly stuckAccept?: readonly unknown[];
  }[];
}

const expectations = readdirSync(FIXTURES)
  .filter((file) => file.endsWith('.expect.json'))
  .map((file) => JSON.parse(readFileSync(new URL(file, FIXTURES), 'utf8')) as Expectation)
  .filter(({ input }) => /\.(?:yaml|json)$/.test(input));

function seen(text: string) {
  const read = importPodObjects(text);
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return read.value.objects.map(podOfObject);
}

describe('pods known by their objects', () => {
  it.each(expectations)('$input is as expected', ({ input, pods }) => {
    const found = seen(readFileSync(new URL(input, FIXTURES), 'utf8'));
    for (const { uid, final, stuck, finalAccept = [final], stuckAccept = [stuck] } of pods) {
      const one = found.find((pod) => pod.uid === uid);
      expect(finalAccept).toContain(one?.final);
      expect(stuckAccept).toContain(one?.stuck);
    }
  });

  const object = (metadata: string, status: string) =>
    `kind: Pod\nmetadata: {name: a, creationTimestamp: "2024-01-01T00:00:00Z", ${metadata}}\n` +
    `spec: {nodeName: n, containers: [{name: c, image: i}]}\nstatus: {${status}}\n`;
  const DELETED = 'deletionTimestamp: "2024-01-01T00:01:00Z"';

  it.each([
    ['runs', '', 'phase: Running', 'running', false],
    ['runs and is deleted', DELETED, 'phase: Running', 'terminating', 'unknown'],
    ['ended', '', 'phase: Succeeded', 'finished', false],
    ['ended and is deleted', DELETED, 'phase: Succeeded, containerStatuses: []', 'unknown', 'unknown'],
    [
      'ended and a finalizer keeps it',
      `${DELETED}, finalizers: [x/y]`,
      'phase: Succeeded',
      'finished',
      false,
    ],
    ['was refused', '', 'phase: Failed, reason: OutOfcpu', 'rejected', false],
    ['was refused and is deleted', DELETED, 'phase: Failed, reason: OutOfcpu', 'unknown', 'unknown'],
    ['pends', '', 'phase: Pending', 'unknown', 'unknown'],
    [
      'pends, and the kubelet reports on it',
      '',
      'phase: Pending, containerStatuses: [{name: c, state: {waiting: {reason: ContainerCreating}}}]',
      'running',
      false,
    ],
  ])('a pod that %s', (_desc, metadata, status, final, stuck) => {
    expect(seen(object(metadata, status))).toMatchObject([{ final, stuck }]);
  });

  it('a pod without a node has no worker', () => {
    expect(seen(object(DELETED, 'phase: Pending').replace('nodeName: n, ', ''))).toMatchObject([
      { final: 'unknown' },
    ]);
  });
});

describe('pods known by reports', () => {
  it('has one for each name or uid, with what tables show of it', () => {
    const at = { line: 1, text: '' };
    const fact = (pod: string | null, uid: string | null, reason: string) => ({
      pod,
      uid,
      reason,
      message: '',
      count: 1,
      at,
    });
    expect(
      podsOfReports([
        fact('n/a', null, 'Killing'),
        fact('n/a', 'u', 'Terminating'),
        fact('n/b', null, 'Completed'),
        fact(null, 'v', 'FailedKillPod'),
        fact(null, null, 'x'),
      ]).map(({ name, uid, final, stuck }) => [name, uid, final, stuck]),
    ).toEqual([
      ['n/a', 'u', 'terminating', 'unknown'],
      ['n/b', null, 'finished', false],
      [null, 'v', 'unknown', 'unknown'],
    ]);
  });
});
