import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importCrictl } from '../../src/importers/crictlJson';
import { importKubectlText } from '../../src/importers/kubectlText';

function facts(text: string) {
  const read = importKubectlText(text);
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return read.value.reported.map(({ at, ...fact }) => ({ ...fact, line: at.line }));
}

const KILL_ERROR =
  'error killing pod: failed to "KillPodSandbox" for "a354a95c-79ff-4cb8-86cb-ef82c0e28200" with KillPodSandboxError: "rpc error: code = Unknown"';
const UID = 'a354a95c-79ff-4cb8-86cb-ef82c0e28200';

describe('tables of kubectl get pods', () => {
  it('messy 41: reads a table of one namespace', () => {
    const text =
      'NAME      READY   STATUS        RESTARTS      AGE\nweb-0     1/1     Terminating   5 (2m ago)    4d\nweb-1   0/1   Pending   0   3s\n';
    expect(facts(text)).toEqual([
      {
        pod: 'default/web-0',
        uid: null,
        reason: 'Terminating',
        message: 'ready 1/1, restarts 5, age 4d',
        count: 1,
        line: 2,
      },
      {
        pod: 'default/web-1',
        uid: null,
        reason: 'Pending',
        message: 'ready 0/1, restarts 0, age 3s',
        count: 1,
        line: 3,
      },
    ]);
  });

  it('reads a wide table of all namespaces, after a prompt', () => {
    const text =
      '$ kubectl get pods -A -o wide\r\nNAMESPACE   NAME    READY   STATUS        RESTARTS   AGE   IP       NODE     NOMINATED NODE\r\nshop        web-0   0/1     Terminating   0          4d    <none>   node-b   <none>\r\n';
    expect(facts(text)).toMatchObject([{ pod: 'shop/web-0', reason: 'Terminating', line: 3 }]);
  });
});

describe('kubectl describe', () => {
  const text = [
    'Name:                      edge-0',
    'Namespace:                 net',
    'Node:                      node-b/10.0.0.2',
    'Status:                    Terminating (lasts 10m)',
    'Termination Grace Period:  30s',
    'IP:                        ',
    'Containers:',
    '  edge:',
    '    Environment:',
    '      TOKEN:  hunter2',
    'Events:',
    '  Type     Reason         Age                From     Message',
    '  ----     ------         ----               ----     -------',
    '  Normal   Killing        10m                kubelet  Stopping container edge',
    `  Warning  FailedKillPod  4s (x2 over 42s)   kubelet  ${KILL_ERROR}`,
  ].join('\n');

  it('messy 41: reads the status, and the events with their counts', () => {
    expect(facts(text)).toEqual([
      {
        pod: 'net/edge-0',
        uid: null,
        reason: 'Killing',
        message: 'Stopping container edge',
        count: 1,
        line: 14,
      },
      { pod: 'net/edge-0', uid: UID, reason: 'FailedKillPod', message: KILL_ERROR, count: 2, line: 15 },
      {
        pod: 'net/edge-0',
        uid: null,
        reason: 'Terminating',
        message: 'lasts 10m, grace period 30s',
        count: 1,
        line: 4,
      },
    ]);
  });

  it('messy 34: keeps no value of the environment', () => {
    expect(JSON.stringify(importKubectlText(text))).not.toContain('hunter2');
  });

  it('reads two descriptions, and the reason of a refused pod', () => {
    const second =
      'Name:  b\nNamespace:  batch\nStatus:  Failed\nReason:  NodeAffinity\nMessage:  Pod was rejected: Predicate NodeAffinity failed\n';
    expect(facts(`Name:  a\nStatus:  Running\n\n\n${second}`)).toMatchObject([
      { pod: 'default/a', reason: 'Running' },
      { pod: 'batch/b', reason: 'Failed' },
      { pod: 'batch/b', reason: 'NodeAffinity', message: 'Pod was rejected: Predicate NodeAffinity failed' },
    ]);
  });
});

describe('events', () => {
  it('reads kubectl get events', () => {
    const text = `LAST SEEN          TYPE      REASON          OBJECT       MESSAGE\n4s (x7 over 42s)   Warning   FailedKillPod   pod/edge-0   ${KILL_ERROR}\n3m   Normal   Sync   node/n   x\n`;
    expect(facts(text)).toEqual([
      { pod: 'default/edge-0', uid: UID, reason: 'FailedKillPod', message: KILL_ERROR, count: 7, line: 2 },
    ]);
  });

  it('messy 42: takes the uid out of the text of one event', () => {
    expect(facts(KILL_ERROR)).toEqual([
      { pod: null, uid: UID, reason: 'FailedKillPod', message: KILL_ERROR, count: 1, line: 1 },
    ]);
  });

  it('takes no container’s name for a uid', () => {
    const text =
      'error killing pod: [failed to "KillContainer" for "edge" with KillContainerError: "x", failed to "KillPodSandbox" for "u-1" with KillPodSandboxError: "y"]';
    expect(facts(text)).toMatchObject([{ uid: 'u-1' }]);
    expect(
      facts('error killing pod: failed to "KillContainer" for "edge" with KillContainerError: "x"'),
    ).toMatchObject([{ uid: null }]);
  });
});

it('refuses what is none of these, and takes any text', () => {
  expect(importKubectlText('my pods are stuck').ok).toBe(false);
  const words = [
    'Name:  a\n',
    'Status:  ',
    'Terminating',
    'Events:\n',
    '  Type  Reason  Age  From  Message\n',
    'NAME READY STATUS RESTARTS AGE\n',
    '1/1 ',
    '\n',
    '(x2 over',
    'Warning ',
    'error killing pod',
  ];
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 6 }))),
      (parts) => {
        importKubectlText(parts.join(''));
        importCrictl(parts.join(''));
      },
    ),
  );
});

describe('crictl', () => {
  const owners = (text: string) => {
    const read = importCrictl(text);
    return read.ok ? Object.fromEntries(read.value.ids) : read.diagnostics;
  };
  const labels = {
    'io.kubernetes.pod.uid': 'u',
    'io.kubernetes.pod.name': 'a',
    'io.kubernetes.pod.namespace': 'n',
  };
  const owner = { uid: 'u', pod: 'n/a' };

  it.each([
    ['pods', { items: [{ id: 's1', labels }] }, { s1: owner }],
    ['ps', { containers: [{ id: 'c1', podSandboxId: 's1', labels }] }, { c1: owner, s1: owner }],
    ['inspectp', { status: { id: 's1', labels }, info: {} }, { s1: owner }],
    [
      'inspect',
      { status: { id: 'containerd://c1', labels }, info: { sandboxID: 's1' } },
      { c1: owner, s1: owner },
    ],
    [
      'several inspects',
      [{ status: { id: 'c1', labels } }, { status: { id: 'c2', labels } }],
      { c1: owner, c2: owner },
    ],
  ])('reads %s as JSON', (_desc, json, expected) => {
    expect(owners(JSON.stringify(json))).toEqual(expected);
  });

  it('reads YAML', () => {
    const text =
      'items:\n- id: s1\n  labels:\n    io.kubernetes.pod.name: a\n    io.kubernetes.pod.namespace: n\n    io.kubernetes.pod.uid: u\n';
    expect(owners(text)).toEqual({ s1: owner });
  });

  it('messy 43: reads the tables of pods and of containers', () => {
    const pods =
      'POD ID          CREATED         STATE   NAME    NAMESPACE   ATTEMPT   RUNTIME\n2a195a73d5a57   2 hours ago     Ready   a       n           0         (default)\n';
    const containers =
      'CONTAINER       IMAGE    CREATED       STATE     NAME   ATTEMPT   POD ID          POD\n1740718e3cdb6   0123ab   2 hours ago   Running   c      0         2a195a73d5a57   a\n';
    expect(owners(pods)).toEqual({ '2a195a73d5a57': { uid: null, pod: 'n/a' } });
    expect(owners(pods + containers)).toMatchObject({ '1740718e3cdb6': { uid: null, pod: 'n/a' } });
  });

  it('refuses what has no ids', () => {
    expect(owners('{"items":[]}')).toMatchObject([{ severity: 'error' }]);
  });
});
