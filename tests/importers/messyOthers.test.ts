import { describe, expect, it } from 'vitest';
import { LineSplitter, LONGEST_LINE } from '../../src/importers/lineSplitter';
import {
  add,
  done,
  first,
  header,
  notes,
  phases,
  read,
  remove,
  story,
  TOLD,
  teardown,
  UID,
} from './messyStory';

const reasons = (run: ReturnType<typeof read>): string => run.skipped.map(({ reason }) => reason).join('\n');

describe('what else stands in logs', () => {
  it('messy 4: a separator of lines counts only in front of a header', () => {
    expect(phases(read(story.join('\u2028')))).toEqual(TOLD);
    const within = `${header('10:00:02', 'pod_workers.go', 'E')} "Error syncing pod, skipping" err="a\u2028b" pod="shop/cart" podUID=${UID}`;
    const [pod] = read([add, first, within].join('\n')).pods;
    expect(pod?.attempts.at(-1)?.error).toBe('a\u2028b');
  });

  it('messy 5: of a value of more than 200 lines the pairs after it are still read', () => {
    const error = [
      `${header('10:04:30', 'pod_workers.go', 'E')} "Error syncing pod, skipping" err=<`,
      ...Array.from({ length: 500 }, (_, i) => `\tfailed to "KillPodSandbox", line ${i}`),
      ` > pod="shop/cart" podUID=${UID}`,
    ];
    const run = read([add, first, remove, teardown, ...error].join('\n'));
    expect(run.pods.map(({ uid }) => uid)).toEqual([UID]);
    expect(run.pods[0]?.attempts.at(-1)?.error).toContain('line 40');
    expect(run.skipped).toContainEqual({
      lines: 300,
      first: 206,
      reason: 'of a value of more than 200 lines',
    });
  });

  it('messy 6: what umount says in further lines belongs to the error before', () => {
    const error = `${header('10:05:30', 'nestedpendingoperations.go', 'E')} Operation for "{volumeName:v podName:${UID} nodeName:}" failed. No retries permitted until 2022-11-29 10:06:00 +0000 UTC m=+1. Error: "UnmountVolume.TearDown failed for volume: exit status 32`;
    const lines = [
      'Unmounting arguments: /var/lib/kubelet/pods/x',
      'Output: umount: /var/lib/kubelet/pods/x: target is busy.',
    ];
    const run = read([...story, error, ...lines].join('\n'));
    expect(run.pods[0]?.events.at(-1)?.error).toContain('target is busy');
    expect(run.skipped).toEqual([]);
    // Written without quotes, as the oldest do.
    const bare = read([...story, error.replace('Error: "', 'Error: '), ...lines].join('\n'));
    expect(bare.pods[0]?.events.at(-1)?.error).toContain('target is busy');
    expect(bare.skipped).toEqual([]);
  });

  it('messy 6: line feeds that are written out are decoded', () => {
    const error = `${header('10:04:30', 'pod_workers.go', 'E')} "Error syncing pod, skipping" err="exit status 32\\nOutput: umount: busy" pod="shop/cart" podUID=${UID}`;
    const run = read([add, first, remove, teardown, error].join('\n'));
    expect(run.pods[0]?.attempts.at(-1)?.error).toBe('exit status 32\nOutput: umount: busy');
  });

  it('messy 8: systemd’s word that the kubelet has stopped is the end of a run', () => {
    const json = (ts: number, msg: string) =>
      JSON.stringify({
        ts,
        caller: 'kubelet/kubelet.go:1',
        msg,
        v: 2,
        source: 'api',
        pods: [{ name: 'cart', namespace: 'shop' }],
      });
    const stopped = 'Nov 29 10:02:00 node-a systemd[1]: Stopped kubelet: The Kubernetes Node Agent.';
    const lines = [json(1669716000000, 'SyncLoop ADD'), stopped, json(1669716200000, 'SyncLoop ADD')];
    expect(read(lines.join('\n')).runs).toHaveLength(2);
    // The unit that stopped was another one: the process goes on.
    expect(read([add, first, stopped, remove, teardown, done].join('\n')).runs).toHaveLength(1);
  });

  it('messy 8: lines of others are counted by whose they are', () => {
    const run = read(
      [
        ...story,
        'Nov 29 10:00:00 node-a kernel: audit: apparmor="DENIED"',
        'Nov 29 10:00:00 node-a systemd[1]: Created slice',
        'Nov 29 10:00:00 node-a dockerd[7]: plain words',
      ].join('\n'),
    );
    expect(reasons(run)).toBe(
      'of the kernel\nof systemd\nof the container runtime, in a form that is not read',
    );
  });

  it('messy 17: records of other components are counted by their files, and say nothing of this kubelet', () => {
    const others = [
      `${header('10:02:00', 'garbagecollector.go', 'E')} "Unhandled Error" err="Get \\"https://127.0.0.1:6443/api/v1/pods\\": dial tcp 127.0.0.1:6443: connect: connection refused"`,
      `${header('10:02:01', 'garbagecollector.go')} "Deleting object" object="shop/cart"`,
      `${header('10:02:02', 'taint_eviction.go')} "Evicting pod" pod="shop/cart"`,
    ];
    const run = read([...story, ...others].join('\n'));
    expect(phases(run)).toEqual(TOLD);
    expect(run.nodeEvents).toEqual([]);
    expect(reasons(run)).toBe(
      'records of other components than a kubelet (garbagecollector.go 2, taint_eviction.go 1)',
    );
  });

  it('messy 20: two records in one line, with a header within quotes', () => {
    const quoted = `${header('10:04:30', 'pod_workers.go', 'E')} "Error syncing pod, skipping" err="said ${header('10:04:29', 'x.go')} y" pod="shop/cart" podUID=${UID}`;
    const run = read([add, first, remove, `${teardown} ${quoted}`].join('\n'));
    expect(run.pods[0]?.attempts.at(-1)?.error).toContain('x.go:100] y');
  });

  it('messy 21: comments are kept as notes at their place', () => {
    const run = read([add, first, '# 2nd attempt', remove].join('\n'));
    expect(run.notes).toContainEqual({ line: 3, text: '# 2nd attempt' });
  });

  it('messy 22: typographic quotes within JSON are text', () => {
    const json = JSON.stringify({
      ts: 1669716000000,
      caller: 'kubelet/pod_workers.go:1',
      msg: 'Error syncing pod, skipping',
      err: 'said “no”',
      pod: { name: 'cart', namespace: 'shop' },
      podUID: UID,
    });
    expect(read(json).pods[0]?.attempts[0]?.error).toBe('said “no”');
  });

  it.each(['xxxxxxxx-xxxx', '<redacted>', 'ca75c98c', 'pod-uid-1'])(
    'messy 23: any token is a uid: %s',
    (uid) => {
      const run = read(story.map((line) => line.replace(UID, uid)).join('\n'));
      expect(run.pods.map((pod) => [pod.uid, pod.intervals.map(({ phase }) => phase)])).toEqual([
        [uid, TOLD],
      ]);
    },
  );

  it('messy 23: one uid with several names is warned of', () => {
    const uneven = story.map((line, i) => (i === 3 ? line.replace('shop/cart', 'ns-1/pod-1') : line));
    expect(notes(read(uneven.join('\n')))).toContain('several names: shop/cart, ns-1/pod-1');
  });

  it('messy 24: journald’s JSON in docker’s, and quotes that are escaped twice', () => {
    const wrapped = story.map((line) =>
      JSON.stringify({
        log: `${JSON.stringify({ MESSAGE: line, _HOSTNAME: 'a' })}\n`,
        stream: 'stderr',
        time: '2022-11-29T10:00:00Z',
      }),
    );
    expect(phases(read(wrapped.join('\n')))).toEqual(TOLD);
  });

  it('messy 43: the ids of crictl’s tables are the beginnings of those in the log', () => {
    const id = '5f9e1c04ab27d3a6b1c8e2f7905d4cb3aa61f0e8d7c2b5946301fe8a7d2c9b41';
    const table = `POD ID              CREATED             STATE               NAME                NAMESPACE           ATTEMPT\n5f9e1c04ab27d       10 minutes ago      Ready               cart                shop                0\n`;
    const failed = `${header('10:04:30', 'remote_runtime.go', 'E')} "StopPodSandbox from runtime service failed" err="x" podSandboxID="${id}"`;
    const run = read([add, first, remove, teardown, failed].join('\n'), table);
    expect(run.pods[0]?.events.at(-1)).toMatchObject({ kind: 'criError', uid: UID });
  });

  it('messy 25: lines in text between records in JSON', () => {
    const record = (ts: number, msg: string) =>
      JSON.stringify({
        ts,
        caller: 'kubelet/pod_workers.go:1',
        msg,
        v: 4,
        pod: { name: 'cart', namespace: 'shop' },
        podUID: UID,
      });
    const at = Date.UTC(2022, 10, 29, 10, 0, 0);
    const run = read(
      [
        'Flag --container-runtime has been deprecated',
        `${header('09:59:59', 'server.go')} "Kubelet version" kubeletVersion="v1.32.1"`,
        record(at, 'Pod is being synced for the first time'),
        record(at + 1000, 'Pod is being removed by the kubelet, begin teardown'),
        'panic: something',
      ].join('\n'),
    );
    expect(phases(run)).toEqual(['syncing', 'terminating']);
    expect(run.kubelet).toBe('1.32.1');
    expect(run.nodeEvents.map(({ kind }) => kind)).toContain('panic');
  });
});

describe('very long lines', () => {
  it('messy 28: of one of 50 MB the head is kept, and no more is held', () => {
    const lines: [length: number, line: number, cut: boolean][] = [];
    const splitter = new LineSplitter((text, line, cut) => lines.push([text.length, line, cut]));
    const piece = 'x'.repeat(1 << 20);
    for (let i = 0; i < 50; i++) splitter.push(piece);
    splitter.push('\nshort\n');
    splitter.end();
    expect(lines).toEqual([
      [LONGEST_LINE, 1, true],
      [5, 2, false],
    ]);
  });

  it('messy 28: what stands in the head is read, and the rest is told of', () => {
    const long = `${remove} more="${'y'.repeat(100_000)}"`;
    const run = read([add, first, long, teardown, done].join('\n'));
    expect(phases(run)).toEqual(TOLD);
    expect(run.skipped[0]).toEqual({
      lines: 1,
      first: 3,
      reason: 'longer than can be kept: only the head was read',
    });
    expect(notes(run)).toContain('1 record is cut off');
  });
});
