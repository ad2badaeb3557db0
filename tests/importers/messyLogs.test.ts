import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/diagnose';
import { EvidenceImport } from '../../src/importers/importEvidence';
import type { ImportedRun } from '../../src/importers/importedRun';

function read(...texts: readonly string[]): ImportedRun {
  const evidence = new EvidenceImport();
  texts.forEach((text, i) => {
    evidence.begin(`piece ${i + 1}`);
    evidence.push(text);
    evidence.end();
  });
  return evidence.finish();
}

const UID = 'ca75c98c-070e-44a5-8131-d962bf403345';
const header = (time: string, file: string, severity = 'I', date = '1129') =>
  `${severity}${date} ${time}.000001    1187 ${file}:100]`;
const add = `${header('10:00:00', 'kubelet.go')} "SyncLoop ADD" source="api" pods=[shop/cart]`;
const first = `${header('10:00:01', 'pod_workers.go')} "Pod is being synced for the first time" pod="shop/cart" podUID=${UID}`;
const remove = `${header('10:04:00', 'kubelet.go')} "SyncLoop REMOVE" source="api" pods=[shop/cart]`;
const teardown = `${header('10:04:00', 'pod_workers.go')} "Pod is being removed by the kubelet, begin teardown" pod="shop/cart" podUID=${UID}`;
const done = `${header('10:05:00', 'pod_workers.go')} "Pod terminated all containers successfully" pod="shop/cart" podUID=${UID}`;
const story = [add, first, remove, teardown, done];

/** What the pod of the story went through, whatever was done to its lines. */
const phases = (run: ImportedRun): readonly string[] =>
  run.pods.find(({ uid }) => uid === UID)?.intervals.map(({ phase }) => phase) ?? [];
const TOLD = ['syncing', 'terminating', 'terminated'];

describe('logs as people paste them', () => {
  it('reads the story itself', () => {
    expect(phases(read(story.join('\n')))).toEqual(TOLD);
  });

  const kept: readonly (readonly [string, string])[] = [
    ['colours', story.map((line) => `\u001b[31m${line}\u001b[0m`).join('\n')],
    ['what a copy leaves of colours', story.map((line) => `[31m${line}[0m`).join('\n')],
    ['Windows line ends', story.join('\r\n')],
    ['lone carriage returns', story.join('\r')],
    ['journald', story.map((line) => `Nov 29 10:00:00 node-a kubelet[1187]: ${line}`).join('\n')],
    ['units of other names', story.map((line) => `Nov 29 10:00:00 node-a k3s[1187]: ${line}`).join('\n')],
    [
      'RFC3339 in front',
      story.map((line) => `2022-11-29T10:00:00.1+02:00 node-a kubelet[1]: ${line}`).join('\n'),
    ],
    ['line numbers of an editor', story.map((line, i) => `${4582 + i}: ${line}`).join('\n')],
    ['prefixes of grep', story.map((line, i) => `kubelet.log:${77 + i}:${line}`).join('\n--\n')],
    ['the CRI format', story.map((line) => `2022-11-29T10:00:00.1Z stderr F ${line}`).join('\n')],
    [
      'the CRI format with a cut record',
      `2022-11-29T10:00:00.1Z stderr P ${add.slice(0, 50)}\n2022-11-29T10:00:00.1Z stderr F ${add.slice(50)}\n${story.slice(1).join('\n')}`,
    ],
    [
      'docker’s JSON',
      story
        .map((line) => JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: '2022-11-29T10:00:00Z' }))
        .join('\n'),
    ],
    [
      'journald’s JSON',
      story
        .map((line) =>
          JSON.stringify({ MESSAGE: line, _HOSTNAME: 'a', __REALTIME_TIMESTAMP: '1669716000000000' }),
        )
        .join('\n'),
    ],
    ['strings in JSON', story.map((line) => JSON.stringify(line)).join('\n')],
    ['comments between', story.join('\n# what is this?\n// and here\n[cut]\n...\n')],
    ['a fence and quotes', `\`\`\`\n${story.map((line) => `> ${line}`).join('\n')}\n\`\`\``],
    ['typographic quotes', story.join('\n').replace(/"([^"]*)"/g, '“$1”')],
    ['blanks that do not break', story.join('\n').replace(/ pod/g, '\u00a0pod')],
    ['columns', story.join('\n').replace(/ podUID/g, '     podUID')],
    ['two records in one line', `${add} ${first}\n${story.slice(2).join('\n')}`],
    ['newest first', [...story].reverse().join('\n')],
    ['everything twice', [...story, ...story].join('\n')],
    ['lines of other programs', story.join('\nNov 29 10:00:00 node-a kernel: audit: apparmor="DENIED"\n')],
    [
      'a wrapped record',
      `${add}\n${first.slice(0, 75)}\n${first.slice(75).replace(/^ /, '')}\n${story.slice(2).join('\n')}`,
    ],
  ];
  for (const [desc, text] of kept) {
    it(`reads the same through ${desc}`, () => {
      expect(phases(read(text))).toEqual(TOLD);
    });
  }

  it('reads pieces of one log in any order', () => {
    expect(phases(read(story.slice(2).join('\n'), story.slice(0, 3).join('\n')))).toEqual(TOLD);
  });

  it('takes an error of several lines, and the pairs after it', () => {
    const error = `${header('10:04:30', 'pod_workers.go', 'E')} "Error syncing pod, skipping" err=<\n\tfailed to "KillPodSandbox" for "${UID}"\n\twith more\n > pod="shop/cart" podUID=${UID}`;
    const run = read([add, first, remove, teardown, error].join('\n'));
    const pod = run.pods.find(({ uid }) => uid === UID);
    expect(pod?.attempts.at(-1)?.error).toBe(`failed to "KillPodSandbox" for "${UID}"\nwith more`);
  });

  it('takes what is left of a cut record', () => {
    expect(phases(read([add, first, remove, teardown.slice(0, -20)].join('\n'))).length).toBeGreaterThan(0);
  });

  it('goes over New Year, and says which year it is if a line does', () => {
    const late = `${header('23:59:50', 'kubelet.go', 'I', '1231')} "SyncLoop ADD" source="api" pods=[shop/cart]`;
    const early = `${header('00:00:10', 'pod_workers.go', 'I', '0101')} "Pod is being removed by the kubelet, begin teardown" pod="shop/cart" podUID=${UID}`;
    const hint = `${header('00:00:12', 'nestedpendingoperations.go', 'E', '0101')} Operation for "{volumeName:v podName:${UID} nodeName:}" failed. No retries permitted until 2024-01-01 00:00:50.1 +0000 UTC m=+1. Error: UnmountVolume.TearDown failed`;
    const run = read([late, early, hint].join('\n'));
    expect(run.clock.year).toBe(2023);
    const [from, to] = run.pods[0]?.intervals ?? [];
    expect((to?.from.at ?? 0) - (from?.from.at ?? 0)).toBeCloseTo(20_000, 0);
  });

  it('states the zone that two times of one line tell', () => {
    expect(read(`2022-11-29T12:00:00.1+02:00 ${add}`).clock).toMatchObject({ year: 2022, offsetMinutes: 0 });
    expect(read(`2022-11-29T08:00:00.1Z ${add}`).clock.offsetMinutes).toBe(120);
  });

  it('keeps the pods of two nodes apart', () => {
    const on = (node: string) => story.map((line) => `Nov 29 10:00:00 ${node} kubelet[1187]: ${line}`);
    const run = read([...on('node-a'), ...on('node-b')].join('\n'));
    expect(run.pods.map(({ node }) => node).sort()).toEqual(['node-a', 'node-b']);
  });

  it('forgets the workers when another process begins', () => {
    const again = `I1129 10:06:00.000001    2200 server.go:415] "Kubelet version" kubeletVersion="v1.25.4"`;
    const run = read([...story, again].join('\n'));
    expect(run.runs).toHaveLength(2);
    expect(run.pods[0]?.final).toBe('unknown');
  });

  it('keeps one event of a crash', () => {
    const run = read(
      [add, 'panic: runtime error', 'goroutine 1 [running]:', 'main.main()', first].join('\n'),
    );
    expect(run.nodeEvents.filter(({ kind }) => kind === 'panic')).toHaveLength(1);
    expect(run.skipped).toContainEqual({ lines: 2, reason: 'the rest of a crash dump', first: 3 });
  });

  it('says that lines with only a uid are missing if all were cut out by name', () => {
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

  it('joins a runtime’s line by the sandbox it names, and does not count it as the kubelet’s', () => {
    const id = 'a'.repeat(64);
    const pleg = `${header('10:00:02', 'kubelet.go')} "SyncLoop (PLEG): event for pod" pod="shop/cart" event=&{ID:${UID} Type:ContainerStarted Data:${id}}`;
    const note = `time="2022-11-29T10:04:01Z" level=error msg="StopPodSandbox for \\"${id}\\" failed" error="no network"`;
    const run = read([add, first, pleg, remove, teardown, note].join('\n'));
    expect(run.pods[0]?.events.at(-1)).toMatchObject({ kind: 'runtimeNote', uid: UID });
    expect(run.pods[0]?.attempts.every(({ error }) => error === null)).toBe(true);
  });

  it('holds keys such as __proto__ and markup in names as plain text', () => {
    const odd = `${header('10:00:00', 'kubelet.go')} "SyncLoop ADD" source="api" pods=[__proto__/<img>]  __proto__="x" constructor="y"`;
    const run = read(odd);
    expect(run.pods[0]?.name).toBe('__proto__/<img>');
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('never throws, whatever it is given', () => {
    const words = [
      '"SyncLoop REMOVE"',
      'pods=[',
      '{"ts":1,"msg":"',
      'err=<',
      '\n',
      ' >',
      '"',
      '\\',
      add,
      first,
      teardown,
      'panic: ',
      '> ',
      '\r',
      '\u001b[3',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 40 }), (parts) => {
        diagnose(read(parts.join('')));
      }),
      { numRuns: 300 },
    );
  });
});
