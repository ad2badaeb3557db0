import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/diagnose';
import { ByteDecoder } from '../../src/importers/decodeBytes';
import { EvidenceImport } from '../../src/importers/importEvidence';
import type { ImportedRun } from '../../src/importers/importedRun';
import { Redaction } from '../../src/importers/redaction';
import { add, done, first, header, phases, read, remove, story, TOLD, teardown, UID } from './messyStory';

const WORDS = [
  '"SyncLoop REMOVE"',
  'pods=[',
  '{"ts":1,"msg":"',
  '{"MESSAGE":"',
  'err=<',
  '\n',
  ' >',
  '"',
  '\\',
  add,
  first,
  remove,
  teardown,
  done,
  `${header('10:04:30', 'pod_workers.go', 'E')} "Error syncing pod, skipping" err=<`,
  `${header('00:00:00', 'kubelet.go', 'I', '0101')} "SyncLoop ADD" source="file" pods=["__proto__/constructor"]`,
  `${header('23:59:59', 'kubelet.go', 'E', '1231')} Error syncing pod ${UID} ("cart_shop(${UID})"), skipping: x`,
  'time="2022-11-29T10:04:01Z" level=error msg="StopPodSandbox',
  '2022-11-29T10:00:00.1Z stderr P ',
  'panic: ',
  'Nov 29 10:00:00 a systemd[1]: Stopped kubelet',
  '> ',
  '\r',
  '\u2028',
  '\u001b[3',
  '\0',
];

const anyLog = fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'binary' })), {
  maxLength: 40,
});

/** Bytes as one file, in pieces of a size. */
function readBytes(bytes: Uint8Array, size: number): ImportedRun {
  const evidence = new EvidenceImport();
  const decoder = new ByteDecoder();
  evidence.begin('unknown');
  for (let at = 0; at < bytes.length; at += size) evidence.push(decoder.push(bytes.subarray(at, at + size)));
  evidence.push(decoder.end());
  evidence.end();
  return evidence.finish();
}

describe('whatever is given', () => {
  it('any words of logs, in any order, are read without a crash', () => {
    fc.assert(
      fc.property(anyLog, (parts) => {
        diagnose(read(parts.join('')));
      }),
      { numRuns: 300 },
    );
  });

  it('any bytes in any pieces are read, and the pieces make no difference', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 3000 }),
          anyLog.map((parts) => new TextEncoder().encode(parts.join(''))),
        ),
        fc.integer({ min: 1, max: 700 }),
        (bytes, size) => {
          const whole = diagnose(readBytes(bytes, bytes.length + 1));
          // Where bytes are no UTF-8, what was read before the first bad one depends on the piece that it is in.
          if (whole.notes.some(({ text }) => text.includes('1252'))) return void readBytes(bytes, size);
          expect(diagnose(readBytes(bytes, size))).toEqual(whole);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('every line of a log is read, or is in what was skipped or noted', () => {
    const between = fc.constantFrom(
      '# remark',
      'plain words',
      'a kernel: line',
      '```',
      'Nov 29 10:00:00 a systemd[1]: x',
    );
    fc.assert(
      fc.property(fc.array(between, { minLength: 1, maxLength: 20 }), (lines) => {
        const run = read([...story, ...lines].join('\n'));
        expect(phases(run)).toEqual(TOLD);
        const skipped = run.skipped.reduce((sum, one) => sum + one.lines, 0);
        const noted = run.notes.filter(({ line }) => line !== null).length;
        expect(skipped + noted + lines.filter((line) => line === '```').length).toBe(lines.length);
      }),
    );
  });

  it('messy 28: lines that are made to cost more than their length are read like others', () => {
    // Before their patterns were bounded, single lines of these took minutes: this test would not come to its end.
    const parts = [
      'a_',
      '_',
      '"',
      '\\"',
      'a_b(',
      '{',
      '=<',
      ' a="',
      'https://',
      'token=',
      '::',
      '1:',
      'ip-1-',
      'eyJ',
      `${header('10:00:00', 'a.go')} `,
    ];
    const heads = [
      '',
      `${header('10:00:00', 'kubelet.go')} SyncLoop (ADD, "api"): "`,
      `${header('10:00:00', 'pod_workers.go', 'E')} "Error syncing pod, skipping" err="`,
      `${header('10:00:00', 'kubelet.go')} "SyncLoop ADD" source="api" pods=[`,
    ];
    for (const head of heads) {
      const lines = parts.map((part) => head + part.repeat(Math.floor(60_000 / part.length)));
      expect(read([...story, ...lines, done].join('\n')).sources[0]?.lines).toBe(
        story.length + lines.length + 1,
      );
      const redaction = new Redaction();
      for (const line of lines) redaction.learn(line);
      for (const line of lines) redaction.text(line);
    }
  });

  it('messy 39: markup in names and messages is text, and stays as it is', () => {
    const markup = '<img src=x onerror=alert(1)>';
    fc.assert(
      fc.property(fc.constantFrom(markup, '<script>1</script>', '=cmd|1', 'javascript:alert(1)'), (name) => {
        const line = `${header('10:00:02', 'pod_workers.go', 'E')} "Error syncing pod, skipping" err=${JSON.stringify(name)} pod=${JSON.stringify(`shop/${name}`)} podUID="u"`;
        const [pod] = diagnose(read(line)).pods;
        expect(pod?.pod).toBe(`shop/${name}`);
      }),
    );
  });

  it('messy 38: keys and names of prototypes are data, wherever they stand', () => {
    const before = Object.getOwnPropertyNames(Object.prototype).sort();
    fc.assert(
      fc.property(
        fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'),
        (key) => {
          const lines = [
            `${header('10:00:00', 'kubelet.go')} "SyncLoop ADD" source="api" pods=["${key}/${key}"] ${key}="x"`,
            `${header('10:00:01', `${key}.go`)} "x" ${key}="y"`,
            `${header('10:00:02', 'pod_workers.go')} "Pod is being synced for the first time" pod="${key}/${key}" podUID="${key}"`,
            `{"ts":1669716000000,"caller":"x.go:1","msg":"SyncLoop ADD","v":2,"${key}":{"x":1},"source":"api","pods":[{"name":"${key}","namespace":"${key}"}]}`,
            `${key} kubelet[1]: ${header('10:00:03', 'kubelet.go')} "SyncLoop DELETE" source="api" pods=["${key}/${key}"]`,
          ];
          const run = read(lines.join('\n'));
          expect(run.pods[0]).toMatchObject({ name: `${key}/${key}`, uid: key });
          diagnose(run);
        },
      ),
    );
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
  });
});
