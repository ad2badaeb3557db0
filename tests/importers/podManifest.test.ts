import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EvidencePart } from '../../src/importers/evidencePart';
import type { PodObject } from '../../src/importers/importedRun';
import { importPodObjects } from '../../src/importers/podManifest';

const fixture = (file: string): string =>
  readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8');

function read(text: string): EvidencePart {
  const read = importPodObjects(text);
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return read.value;
}

const only = (text: string): PodObject => {
  const [object] = read(text).objects;
  if (object === undefined) throw new Error('no pod');
  return object;
};

const problems = (text: string) => {
  const read = importPodObjects(text);
  return read.ok ? read.warnings : read.diagnostics;
};

const pod = (name: string, more = ''): string =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\n${more}spec:\n  containers: [{name: c, image: i}]\n`;
const item = (name: string): string =>
  `- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: ${name}\n  spec:\n    nodeName: n\n`;

describe('pods as YAML and JSON', () => {
  it('gives the lines of what findings point at', () => {
    const [job, rejected] = read(fixture('10-pod-list-terminating.yaml')).objects;
    expect(job).toMatchObject({
      name: 'batch/nightly-28111800-7hq2c',
      node: 'node-b',
      source: 'api',
      view: 'apiserver',
      deletionTimestamp: 1_686_708_331_000,
      deletionGracePeriod: 0,
      finalizers: ['batch.kubernetes.io/job-tracking'],
      phase: 'Succeeded',
      latest: 1_686_708_333_000,
      containers: [{ name: 'nightly', state: 'terminated', reason: 'Completed', exitCode: 0 }],
    });
    expect(job?.lines.get('metadata.finalizers')).toEqual({ line: 11, text: '    finalizers:' });
    expect(job?.lines.get('metadata.finalizers[0]')?.line).toBe(12);
    expect(rejected?.lines.get('status.message')?.line).toBe(96);
    expect(rejected?.lines.get('status.reason')?.line).toBe(98);
  });

  it('takes a static manifest as a wish with the uid that the operator gave', () => {
    expect(only(fixture('11-static-manifest-fixed-uid.yaml'))).toMatchObject({
      name: 'kube-system/edge-proxy',
      uid: '6f0c2a5e-1d77-4b9d-9a53-2b8f5c1e7d40',
      source: 'file',
      view: 'manifest',
      phase: null,
      hostNetwork: true,
      volumes: ['conf'],
    });
  });

  it('knows a mirror pod in one line of JSON, and shows of that line only what is meant', () => {
    const mirror = only(fixture('13-mirror-pod.json'));
    expect(mirror).toMatchObject({
      mirrorOf: '6f0c2a5e-1d77-4b9d-9a53-2b8f5c1e7d40',
      configHash: '6f0c2a5e-1d77-4b9d-9a53-2b8f5c1e7d40',
      view: 'apiserver',
      phase: 'Pending',
    });
    expect(mirror.lines.get('status.phase')).toEqual({ line: 1, text: '"phase":"Pending"' });
  });
});

describe('what is cut or broken', () => {
  const list = `apiVersion: v1\nitems:\n${item('a')}${item('b')}`;

  it('messy 31: uses the items of a YAML list before the place where it breaks, and names the place', () => {
    const part = read(`${list}- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: "c`);
    expect(part.objects.map(({ name }) => name)).toEqual(['default/a', 'default/b']);
    expect(part.notes[0]?.text).toMatch(/^line 18, column 13: not valid YAML/);
  });

  it('says that a list without its kind at the end may be cut', () => {
    const part = read(list);
    expect(part.objects).toHaveLength(2);
    expect(part.notes[0]?.text).toContain('may be cut');
  });

  it('uses the items of a JSON list before the place where it breaks', () => {
    const one = '{"kind":"Pod","metadata":{"name":"a"},"spec":{}}';
    const part = read(`{"apiVersion":"v1","items":[\n${one},\n${one.slice(0, 30)}`);
    expect(part.objects).toHaveLength(1);
    expect(part.notes[0]?.text).toMatch(/^line 3, column \d+: the JSON ends in the middle/);
  });

  it('refuses a single pod that is cut', () => {
    expect(problems('{"kind":"Pod","metadata":{"name":"a"')).toMatchObject([{ severity: 'error', line: 1 }]);
    expect(importPodObjects('{"kind":"Pod","metadata":{"name":"a"').ok).toBe(false);
  });
});

describe('every way in which pods are listed', () => {
  const asJson = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"nodeName":"n"}}';
  it.each([
    ['one object', asJson],
    ['a list', `{"apiVersion":"v1","items":[${asJson}],"kind":"List"}`],
    ['a list of pods without kinds', '{"kind":"PodList","items":[{"metadata":{"name":"a"}}]}'],
    ['a list whose kind comes last', '{"items":[{"metadata":{"name":"a"}}],"kind":"PodList"}'],
    ['a bare list', `[${asJson}]`],
    ['objects after one another', `${asJson}\n{"kind":"Node"}`],
    ['YAML in brackets', '{apiVersion: v1, kind: Pod, metadata: {name: a}}'],
    ['a fence around it', '```yaml\napiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n```\n'],
    ['a prompt before it', '$ kubectl get pod a -o yaml\napiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n'],
    ['Windows line ends', pod('a').replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${pod('a')}`],
  ])('%s', (_desc, text) => {
    expect(read(text).objects.map(({ name }) => name)).toEqual(['default/a']);
  });

  it('messy 32: takes an empty list as an answer', () => {
    expect(read('{"apiVersion":"v1","items":[],"kind":"List"}').objects).toEqual([]);
    expect(read('apiVersion: v1\nitems: []\nkind: List\n').objects).toEqual([]);
  });

  it('messy 33: finds pods and events between documents of other kinds, and lists those', () => {
    const event =
      'apiVersion: v1\nkind: Event\ncount: 7\nreason: FailedKillPod\nmessage: error killing pod\n' +
      'involvedObject: {kind: Pod, name: b, namespace: shop, uid: u-7}\n';
    const deployment = 'apiVersion: apps/v1\nkind: Deployment\nspec:\n  template: {metadata: {name: no}}\n';
    const part = read(`kind: Node\n---\n${pod('a')}---\n${event}...\n---\n${deployment}`);
    expect(part.objects.map(({ name }) => name)).toEqual(['default/a']);
    expect(part.reported).toEqual([
      {
        pod: 'shop/b',
        uid: 'u-7',
        reason: 'FailedKillPod',
        message: 'error killing pod',
        count: 7,
        at: { line: 14, text: 'message: error killing pod' },
      },
    ]);
    expect(part.skipped).toEqual([
      { lines: 1, first: 1, reason: 'Node: not a pod' },
      {
        lines: 4,
        first: 18,
        reason: 'Deployment: its template is not a pod; give the pods that were made from it',
      },
    ]);
  });
});

describe('noise and secrets', () => {
  const withSecret = {
    kind: 'Pod',
    spec: { containers: [{ env: [{ name: 'TOKEN', value: 'hunter2' }], name: 'c', image: 'i' }] },
    metadata: {
      name: 'a',
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"env":"hunter2"}' },
      managedFields: [{ manager: 'kubelet', time: '2024-01-01T00:00:05Z' }],
    },
    status: { phase: 'Running' },
  };

  it.each([
    ['JSON in one line', JSON.stringify(withSecret)],
    ['JSON in many lines', JSON.stringify(withSecret, null, 2)],
    [
      'YAML',
      'kind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: c, env: [{name: T, value: hunter2}], image: i}]\n',
    ],
  ])('messy 34: keeps no value of the environment: %s', (_desc, text) => {
    const object = only(text);
    expect(object.name).toBe('default/a');
    expect(JSON.stringify({ ...object, lines: [...object.lines] })).not.toContain('hunter2');
  });
});

describe('what is dangerous', () => {
  it('messy 35: refuses an alias bomb', () => {
    const levels = Array.from({ length: 12 }, (_, i) =>
      i === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `a${i}: &a${i} [${Array(9)
            .fill(`*a${i - 1}`)
            .join(', ')}]`,
    );
    expect(problems(`${pod('a')}${levels.join('\n')}\n`)[0]?.message).toMatch(/aliases/);
  });

  it('refuses more than a hundred aliases', () => {
    const text = `${pod('a')}x: &x 1\ny: [${Array(101).fill('*x').join(', ')}]\n`;
    expect(problems(text)[0]?.message).toBe('more than 100 aliases');
  });

  it.each([
    ['YAML', `kind: Pod\nx: ${'['.repeat(70)}`],
    ['JSON', `{"kind":"Pod","x":${'['.repeat(70)}`],
    ['a million brackets', '['.repeat(1_000_000)],
  ])('refuses what is nested deeper than 64 levels: %s', (_desc, text) => {
    expect(problems(text)[0]?.message).toBe('nested deeper than 64 levels');
  });

  it('refuses tags, merges maps, and takes the tags of YAML itself', () => {
    expect(problems(pod('a', '  x: !!js/function "f"\n'))[0]).toMatchObject({
      line: 5,
      message: 'the tag "tag:yaml.org,2002:js/function" has no meaning here',
    });
    const merged = only(
      'kind: Pod\nmetadata: &m {namespace: shop}\nx: 1\n---\nkind: Pod\nmetadata: {name: !!str b}\n',
    );
    expect(merged.name).toBe('default/b');
    expect(only('base: &m {namespace: shop}\nkind: Pod\nmetadata:\n  <<: *m\n  name: b\n').name).toBe(
      'shop/b',
    );
  });

  it.each([
    ['YAML', 'kind: Pod\nmetadata:\n  name: a\n  name: b\n', 4],
    ['JSON', '{"kind":"Pod",\n"metadata":{"name":"a",\n"name":"b"}}', 3],
  ])('refuses a field that is given twice, with its line: %s', (_desc, text, line) => {
    const [problem] = problems(text);
    expect(problem).toMatchObject({ line, message: 'the field "name" is given twice' });
  });

  it('reads broken YAML of a megabyte no further than its mistakes', () => {
    expect(problems('a: [}\n'.repeat(170_000)).length).toBeLessThanOrEqual(20);
    expect(problems('"'.repeat(1_000_000)).length).toBeGreaterThan(0);
    expect(problems('- - '.repeat(250_000)).length).toBeGreaterThan(0);
  });
});

describe('YAML’s surprises', () => {
  it.each(['no', '012', '1e3', 'on', 'null-0', '0x10', '1_000', '12:30:45'])(
    'a pod may be called %s',
    (name) => {
      expect(only(`kind: Pod\nmetadata:\n  name: ${name}\n  uid: ${name}\n`)).toMatchObject({
        name: `default/${name}`,
        uid: name,
      });
    },
  );

  it('reads a time without quotes', () => {
    expect(only(pod('a', '  deletionTimestamp: 2024-01-01T00:00:00Z\n')).deletionTimestamp).toBe(
      1_704_067_200_000,
    );
  });

  it('messy 36: names the line of a tab', () => {
    expect(problems('kind: Pod\nmetadata:\n\tname: a\n')[0]).toMatchObject({
      line: 3,
      tip: 'indent with spaces: this line has a tab',
    });
  });
});

describe('what may be missing', () => {
  it('messy 37: takes null times, no uid and no status for a manifest', () => {
    expect(only(pod('a', '  creationTimestamp: null\n'))).toMatchObject({
      uid: null,
      createdAt: null,
      phase: null,
      view: 'manifest',
    });
  });

  it('messy 37: keeps a deletion timestamp that lies ahead out of the latest moment', () => {
    const text = pod(
      'a',
      '  creationTimestamp: "2024-01-01T00:00:00Z"\n  deletionTimestamp: "2024-01-02T00:00:00Z"\n',
    );
    expect(only(text).latest).toBe(1_704_067_200_000);
  });

  it('takes pods of the kubelet’s own list for that', () => {
    const annotations =
      '  annotations: {kubernetes.io/config.source: SOURCE, kubernetes.io/config.hash: h}\n';
    expect(only(pod('a', annotations.replace('SOURCE', 'api')))).toMatchObject({
      view: 'kubelet',
      source: 'api',
    });
    expect(only(pod('a', annotations.replace('SOURCE', 'file')))).toMatchObject({
      view: 'kubelet',
      source: 'file',
    });
  });
});

describe('names of prototypes', () => {
  it.each([
    '{"kind":"Pod","__proto__":{"x":1},"metadata":{"name":"a","labels":{"__proto__":"x","constructor":"y"}}}',
    'kind: Pod\n__proto__: {x: 1}\nmetadata:\n  name: a\n  labels: {__proto__: x, constructor: y}\n',
  ])('messy 38: are keys like others', (text) => {
    expect(only(text).name).toBe('default/a');
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});

describe('text from outside', () => {
  it.each([
    ['markup', '<img src=x onerror=alert(1)>'],
    ['control and bidi characters', 'a\u0007\u202eb\u200b'],
    ['emoji', 'pod-\u{1f600}'],
  ])('messy 39: is held as it is: %s', (_desc, name) => {
    expect(only(JSON.stringify({ kind: 'Pod', metadata: { name } })).name).toBe(`default/${name}`);
  });

  it('of any length is kept whole, and cut only as evidence', () => {
    const name = 'x'.repeat(10_000);
    const object = only(`kind: Pod\nmetadata:\n  name: ${name}\n`);
    expect(object.name).toBe(`default/${name}`);
    expect(object.lines.get('metadata.name')?.text).toHaveLength(500);
  });
});

describe('any text', () => {
  const words = [
    'kind: Pod',
    '\n',
    '  ',
    '- ',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ': ',
    ',',
    '&a ',
    '*a',
    '!!x ',
    '|',
    '---\n',
    '\t',
    '#',
  ];
  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 5 })), {
          maxLength: 60,
        }),
        (parts) => {
          importPodObjects(parts.join(''));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('cut anywhere, a list never yields a pod that it does not hold', () => {
    const text = fixture('10-pod-list-terminating.yaml');
    const names = new Set(read(text).objects.map(({ name }) => name));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: text.length }), (end) => {
        const part = importPodObjects(text.slice(0, end));
        if (!part.ok) return;
        for (const { name } of part.value.objects) {
          // Cut in the middle of its name, a pod's own name is a beginning of it.
          expect([...names].some((whole) => whole.startsWith(name) || name.startsWith('default/'))).toBe(
            true,
          );
        }
      }),
    );
  });
});
