import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Diagnosis, diagnose } from '../../src/diagnosis/diagnose';
import { detectFormat } from '../../src/importers/detectFormat';
import { redactedText } from '../../src/importers/redactedText';
import { Redaction } from '../../src/importers/redaction';
import { add, first, header, read, remove, story, teardown, UID } from './messyStory';

/** A log line by line, other evidence as a whole. */
function redacted(text: string): string {
  const redaction = new Redaction();
  const format = detectFormat(text) ?? 'klog';
  if (format === 'klog') {
    const lines = text.split('\n');
    for (const line of lines) redaction.learn(line);
    return lines.map((line) => redaction.text(line)).join('\n');
  }
  const copy = redactedText(text, format, redaction);
  if (!copy.ok) throw new Error(JSON.stringify(copy.diagnostics));
  return copy.value;
}

/** What a diagnosis comes to, but for names, times and the text of lines. */
const shape = ({ pods, findings, kubelet, verbosity }: Diagnosis) => ({
  kubelet,
  verbosity,
  pods: pods.map(({ uid, final, stuck, intervals }) => ({
    uid,
    final,
    stuck,
    phases: intervals.map(({ phase, certainty }) => `${phase} ${certainty}`),
  })),
  findings: findings.map(({ rule, confidence }) => `${rule} ${confidence}`),
});

describe('messy 51: without what tells whose it is', () => {
  it.each([
    ['an address', 'dial tcp 10.11.12.13:6443: connect', 'dial tcp ip-1:6443: connect'],
    ['addresses of IPv6', 'to [fd00:10:244::1]:80 and fe80::1', 'to [ip-1]:80 and ip-2'],
    ['loopback and times stay', '127.0.0.1 at 10:00:00.1 of 1.25.4', '127.0.0.1 at 10:00:00.1 of 1.25.4'],
    ['a token in a URL', 'https://127.0.0.1/a?token=abc&x=1', 'https://127.0.0.1/a?token=redacted-1&x=1'],
    [
      'a signed URL',
      'https://127.0.0.1/a?X-Amz-Signature=ab12',
      'https://127.0.0.1/a?X-Amz-Signature=redacted-1',
    ],
    ['a user in a URL', 'https://bob:pw@127.0.0.1/a', 'https://redacted-1@127.0.0.1/a'],
    [
      'a host in a URL',
      'Get "https://api.corp.example:6443/api/v1/nodes"',
      'Get "https://node-1:6443/api/v1/nodes"',
    ],
    ['a bearer', 'Bearer abcdefgh12345678', 'Bearer redacted-1'],
    ['a JSON web token', 'got eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJ', 'got redacted-1'],
    [
      'a password by its name',
      'DB_PASSWORD=hunter2 and "apiKey":"k-123"',
      'DB_PASSWORD=redacted-1 and "apiKey":"redacted-2"',
    ],
    ['an access key', 'AKIAIOSFODNN7EXAMPLE', 'redacted-1'],
    ['a mail address', 'ask ann@corp.example', 'ask redacted-1'],
    [
      'a registry',
      'pulling image "registry.corp.example:5000/team/app:1.2"',
      'pulling image "registry-1/team/app:1.2"',
    ],
    ['an image without a tag', 'image="reg.corp.example/app"', 'image="registry-1/app"'],
    [
      'public registries and paths stay',
      'registry.k8s.io/pause:3.9 kubernetes.io/csi/x:1',
      'registry.k8s.io/pause:3.9 kubernetes.io/csi/x:1',
    ],
    [
      'a node by its field',
      'node "w" is not ready, node="worker-7.corp" said worker-7.corp.',
      'node "w" is not ready, node="node-1" said node-1.',
    ],
    ['a cloud’s host', 'kube-proxy-ip-10-0-3-7.eu.compute.internal', 'kube-proxy-node-1'],
    [
      'the machine, as journald writes it',
      '{"_MACHINE_ID":"abc","_HOSTNAME":"n-1x"}',
      '{"_MACHINE_ID":"redacted-1","_HOSTNAME":"node-1"}',
    ],
    [
      'pods, uids and ids of the runtime stay',
      `pod="shop/cart" podUID="${UID}" id containerd://${'a'.repeat(64)} cri-o://b1`,
      `pod="shop/cart" podUID="${UID}" id containerd://${'a'.repeat(64)} cri-o://b1`,
    ],
  ])('%s', (_, line, expected) => {
    const redaction = new Redaction();
    redaction.learn(line);
    expect(redaction.text(line)).toBe(expected);
    expect(redaction.text(redaction.text(line))).toBe(expected);
  });

  it('messy 51: one value has one stand-in, in all lines', () => {
    const redaction = new Redaction();
    expect([redaction.text('10.0.0.1 10.0.0.2'), redaction.text('10.0.0.2 10.0.0.1')]).toEqual([
      'ip-1 ip-2',
      'ip-2 ip-1',
    ]);
    expect(redaction.replaced.addresses).toBe(2);
  });

  it('messy 51: the host of the prefix goes everywhere, but a plain word only where a name stands', () => {
    const log = [
      'Nov 29 10:00:00 master kubelet[1]: x',
      'the master of kube-apiserver-master',
      'node="master"',
    ];
    expect(redacted(log.join('\n')).split('\n')).toEqual([
      'Nov 29 10:00:00 node-1 kubelet[1]: x',
      'the master of kube-apiserver-node-1',
      'node="node-1"',
    ]);
  });

  const folder = new URL('fixtures/', import.meta.url);
  const samples = readdirSync(folder).filter((name) => !name.endsWith('.expect.json'));
  it.each(samples)('messy 51: the copy of %s leads to the same', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const copy = redacted(text);
    expect(shape(diagnose(read(copy)))).toEqual(shape(diagnose(read(text))));
    expect(redacted(copy)).toBe(copy);
  });

  it('messy 34: of objects nothing is kept that is not read', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: 'a',
        uid: UID,
        creationTimestamp: '2024-01-01T00:00:00Z',
        labels: { team: 'payments-x' },
        annotations: {
          'kubectl.kubernetes.io/last-applied-configuration': 'hunter2',
          'kubernetes.io/config.source': 'api',
        },
        managedFields: [{ manager: 'hunter2', time: '2024-01-01T00:00:05Z' }],
      },
      spec: {
        nodeName: 'worker-7.corp',
        containers: [
          {
            name: 'c',
            image: 'reg.corp.example/a:1',
            env: [{ name: 'K', value: 'hunter2' }],
            args: ['--token', 'hunter2'],
          },
        ],
        volumes: [{ name: 'v', nfs: { server: 'hunter2' } }],
      },
      status: { phase: 'Running', podIP: '10.0.0.1', hostIP: '10.0.0.2', message: 'on worker-7.corp' },
    };
    const yaml = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a # hunter2\n  uid: ${UID}\nspec:\n  nodeName: worker-7.corp\n  containers:\n  - name: c\n    image: reg.corp.example/a:1\n    env:\n    - {name: K, value: hunter2}\n`;
    for (const text of [JSON.stringify(pod), yaml]) {
      const copy = redacted(text);
      expect(copy).not.toMatch(/hunter2|payments-x|10\.0\.0|corp/);
      expect(copy).toContain('"image": "registry-1/a:1"');
      expect(shape(diagnose(read(copy)))).toEqual(shape(diagnose(read(text))));
    }
  });

  it('messy 34: a description loses what people put into their pods', () => {
    const text =
      'Name:         cart\nNamespace:    shop\nNode:         worker-7/10.0.0.7\nLabels:       team=hunter2\n              b=hunter2\nStatus:       Terminating (lasts 10m)\nContainers:\n  app:\n    Args:\n      hunter2\n    Environment:\n      KEY:  hunter2\n    State:  Running\n';
    const copy = redacted(text);
    expect(copy).not.toMatch(/hunter2|worker-7|10\.0/);
    expect(read(copy).pods.map(({ name }) => name)).toEqual(['shop/cart']);
  });

  it('messy 51: no value of a secret survives, wherever it stands', () => {
    const value = fc.stringMatching(/^[a-z0-9]{12,20}$/);
    const place = fc.constantFrom(
      (v: string) => `password=${v}`,
      (v: string) => `"token": "${v}"`,
      (v: string) => `https://h.corp.example/x?access_token=${v}&y`,
      (v: string) => `Authorization: Bearer ${v}`,
      (v: string) => `https://u:${v}@h.corp.example/`,
      (v: string) => `err=${JSON.stringify(`got \\"secret\\": \\"${v}\\"`)}`,
    );
    fc.assert(
      fc.property(value, place, (v, put) => {
        const line = `${header('10:04:30', 'kubelet.go', 'E')} "x" y="1" ${put(v)} z`;
        expect(redacted([add, first, remove, teardown, line].join('\n'))).not.toContain(v);
      }),
    );
  });

  it('messy 51: any text is taken', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.constantFrom(...story, 'eyJ', '://', '@', 'token=', '::'),
          ),
          { maxLength: 30 },
        ),
        (parts) => {
          redacted(parts.join(''));
        },
      ),
    );
  });
});
