import { describe, expect, it } from 'vitest';
import { add, done, first, header, phases, read, remove, story, TOLD, teardown, UID } from './messyStory';

describe('logs as people paste them', () => {
  it('reads the story itself', () => {
    expect(phases(read(story.join('\n')))).toEqual(TOLD);
  });

  const kept: readonly (readonly [string, string])[] = [
    ['messy 1: colours', story.map((line) => `\u001b[31m${line}\u001b[0m`).join('\n')],
    ['messy 1: what a copy leaves of colours', story.map((line) => `[31m${line}[0m`).join('\n')],
    ['messy 4: Windows line ends', story.join('\r\n')],
    ['messy 4: lone carriage returns', story.join('\r')],
    ['messy 18: journald', story.map((line) => `Nov 29 10:00:00 node-a kubelet[1187]: ${line}`).join('\n')],
    [
      'messy 18: units of other names',
      story.map((line) => `Nov 29 10:00:00 node-a k3s[1187]: ${line}`).join('\n'),
    ],
    [
      'messy 18: RFC3339 in front',
      story.map((line) => `2022-11-29T10:00:00.1+02:00 node-a kubelet[1]: ${line}`).join('\n'),
    ],
    ['messy 19: line numbers of an editor', story.map((line, i) => `${4582 + i}: ${line}`).join('\n')],
    ['messy 19: prefixes of grep', story.map((line, i) => `kubelet.log:${77 + i}:${line}`).join('\n--\n')],
    ['messy 2: the CRI format', story.map((line) => `2022-11-29T10:00:00.1Z stderr F ${line}`).join('\n')],
    [
      'messy 2: the CRI format with a cut record',
      `2022-11-29T10:00:00.1Z stderr P ${add.slice(0, 50)}\n2022-11-29T10:00:00.1Z stderr F ${add.slice(50)}\n${story.slice(1).join('\n')}`,
    ],
    [
      'messy 24: docker’s JSON',
      story
        .map((line) => JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: '2022-11-29T10:00:00Z' }))
        .join('\n'),
    ],
    [
      'messy 24: journald’s JSON',
      story
        .map((line) =>
          JSON.stringify({ MESSAGE: line, _HOSTNAME: 'a', __REALTIME_TIMESTAMP: '1669716000000000' }),
        )
        .join('\n'),
    ],
    ['messy 24: strings in JSON', story.map((line) => JSON.stringify(line)).join('\n')],
    ['messy 21: comments between', story.join('\n# what is this?\n// and here\n[cut]\n...\n')],
    ['messy 22: a fence and quotes', `\`\`\`\n${story.map((line) => `> ${line}`).join('\n')}\n\`\`\``],
    ['messy 22: typographic quotes', story.join('\n').replace(/"([^"]*)"/g, '“$1”')],
    ['messy 22: blanks that do not break', story.join('\n').replace(/ pod/g, '\u00a0pod')],
    ['messy 20: columns', story.join('\n').replace(/ podUID/g, '     podUID')],
    ['messy 20: two records in one line', `${add} ${first}\n${story.slice(2).join('\n')}`],
    ['messy 14: newest first', [...story].reverse().join('\n')],
    ['messy 48: everything twice', [...story, ...story].join('\n')],
    [
      'messy 8: lines of other programs',
      story.join('\nNov 29 10:00:00 node-a kernel: audit: apparmor="DENIED"\n'),
    ],
    [
      'messy 3: a wrapped record',
      `${add}\n${first.slice(0, 75)}\n${first.slice(75).replace(/^ /, '')}\n${story.slice(2).join('\n')}`,
    ],
  ];
  for (const [desc, text] of kept) {
    it(`${desc}: the pod’s story is the same`, () => {
      expect(phases(read(text))).toEqual(TOLD);
    });
  }

  it('messy 48: reads overlapping pieces of one log in any order', () => {
    expect(phases(read(story.slice(2).join('\n'), story.slice(0, 3).join('\n')))).toEqual(TOLD);
  });

  it('messy 5: takes an error of several lines, and the pairs after it', () => {
    const error = `${header('10:04:30', 'pod_workers.go', 'E')} "Error syncing pod, skipping" err=<\n\tfailed to "KillPodSandbox" for "${UID}"\n\twith more\n > pod="shop/cart" podUID=${UID}`;
    const run = read([add, first, remove, teardown, error].join('\n'));
    const pod = run.pods.find(({ uid }) => uid === UID);
    expect(pod?.attempts.at(-1)?.error).toBe(`failed to "KillPodSandbox" for "${UID}"\nwith more`);
  });

  it('messy 2: takes what is left of a cut record', () => {
    expect(phases(read([add, first, remove, teardown.slice(0, -20)].join('\n'))).length).toBeGreaterThan(0);
  });

  it('messy 11: goes over New Year, and says which year it is if a line does', () => {
    const late = `${header('23:59:50', 'kubelet.go', 'I', '1231')} "SyncLoop ADD" source="api" pods=[shop/cart]`;
    const early = `${header('00:00:10', 'pod_workers.go', 'I', '0101')} "Pod is being removed by the kubelet, begin teardown" pod="shop/cart" podUID=${UID}`;
    const hint = `${header('00:00:12', 'nestedpendingoperations.go', 'E', '0101')} Operation for "{volumeName:v podName:${UID} nodeName:}" failed. No retries permitted until 2024-01-01 00:00:50.1 +0000 UTC m=+1. Error: UnmountVolume.TearDown failed`;
    const run = read([late, early, hint].join('\n'));
    expect(run.clock.year).toBe(2023);
    const [from, to] = run.pods[0]?.intervals ?? [];
    expect((to?.from.at ?? 0) - (from?.from.at ?? 0)).toBeCloseTo(20_000, 0);
  });

  it('messy 9: states the zone that two times of one line tell', () => {
    expect(read(`2022-11-29T12:00:00.1+02:00 ${add}`).clock).toMatchObject({ year: 2022, offsetMinutes: 0 });
    expect(read(`2022-11-29T08:00:00.1Z ${add}`).clock.offsetMinutes).toBe(120);
  });

  it('messy 15: keeps the pods of two nodes apart', () => {
    const on = (node: string) => story.map((line) => `Nov 29 10:00:00 ${node} kubelet[1187]: ${line}`);
    const run = read([...on('node-a'), ...on('node-b')].join('\n'));
    expect(run.pods.map(({ node }) => node).sort()).toEqual(['node-a', 'node-b']);
  });

  it('messy 16: forgets the workers when another process begins', () => {
    const again = `I1129 10:06:00.000001    2200 server.go:415] "Kubelet version" kubeletVersion="v1.25.4"`;
    const run = read([...story, again].join('\n'));
    expect(run.runs).toHaveLength(2);
    expect(run.pods[0]?.final).toBe('unknown');
  });

  it('messy 26: keeps one event of a crash', () => {
    const run = read(
      [add, 'panic: runtime error', 'goroutine 1 [running]:', 'main.main()', first].join('\n'),
    );
    expect(run.nodeEvents.filter(({ kind }) => kind === 'panic')).toHaveLength(1);
    expect(run.skipped).toContainEqual({ lines: 2, reason: 'the rest of a crash dump', first: 3 });
  });

  it('messy 50: says that lines with only a uid are missing if all were cut out by name', () => {
    const named = [
      add,
      remove,
      ...Array.from(
        { length: 4 },
        (_, i) =>
          `${header(`10:0${i + 5}:00`, 'pod_workers.go')} "Pod cannot start yet" pod="shop/cart" podUID=${UID}`,
      ),
    ];
    expect(read([...named, teardown].join('\n')).notes.some(({ text }) => text.includes('grep -e'))).toBe(
      false,
    );
    expect(
      read([add, first, remove, teardown, done].join('\n')).notes.some(({ text }) =>
        text.includes('grep -e'),
      ),
    ).toBe(true);
  });

  it('messy 7: joins a runtime’s line by the sandbox it names, and does not count it as the kubelet’s', () => {
    const id = 'a'.repeat(64);
    const pleg = `${header('10:00:02', 'kubelet.go')} "SyncLoop (PLEG): event for pod" pod="shop/cart" event=&{ID:${UID} Type:ContainerStarted Data:${id}}`;
    const note = `time="2022-11-29T10:04:01Z" level=error msg="StopPodSandbox for \\"${id}\\" failed" error="no network"`;
    const run = read([add, first, pleg, remove, teardown, note].join('\n'));
    expect(run.pods[0]?.events.at(-1)).toMatchObject({ kind: 'runtimeNote', uid: UID });
    expect(run.pods[0]?.attempts.every(({ error }) => error === null)).toBe(true);
  });

  it('messy 38: holds keys such as __proto__ and markup in names as plain text', () => {
    const odd = `${header('10:00:00', 'kubelet.go')} "SyncLoop ADD" source="api" pods=[__proto__/<img>]  __proto__="x" constructor="y"`;
    const run = read(odd);
    expect(run.pods[0]?.name).toBe('__proto__/<img>');
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});
