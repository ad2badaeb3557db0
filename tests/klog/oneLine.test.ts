import fc from 'fast-check';
import { expect, test } from 'vitest';
import { podUID } from '../../src/api/pod';
import { goQuote, oneLine, unquoted } from '../../src/klog/goQuote';
import { goDuration, goTime, rfc3339 } from '../../src/klog/goTime';
import { RELEASE_NAMES } from '../../src/kubelet/releases';
import { HEADER, TraceBuilder, trace } from './traceBuilder';

const DAY = 86_400_000;

test('quotes as Go does', () => {
  const rows: [string, string][] = [
    ['web', '"web"'],
    ['a "b" \\', '"a \\"b\\" \\\\"'],
    ['a\nb\tc\u0000\u007f', '"a\\nb\\tc\\x00\\x7f"'],
    ['Köln 日本 ✓', '"Köln 日本 ✓"'],
    ['\u0085\u2028\u200b\ud800', '"\\u0085\\u2028\\u200b\\ufffd"'],
    ['\u{e0001}', '"\\U000e0001"'],
    ['<b>', '"<b>"'],
  ];
  for (const [text, quoted] of rows) expect(goQuote(text)).toBe(quoted);
  expect(oneLine('say "a\\b"\n')).toBe('say "a\\b"\\n');
  expect([unquoted('abc-1'), unquoted('a b'), unquoted('a"'), unquoted('')]).toEqual([
    'abc-1',
    '"a b"',
    '"a\\""',
    '""',
  ]);
});

test('writes times and durations as Go does', () => {
  expect(goTime(10_500)).toBe('1970-01-01 00:00:10.5 +0000 UTC');
  expect(goTime(60_000)).toBe('1970-01-01 00:01:00 +0000 UTC');
  expect(rfc3339(365 * DAY + 1)).toBe('1971-01-01T00:00:00.001Z');
  const durations = [0, 7, 1000, 1500, 62_000, 3_600_000, 3_723_050].map(goDuration);
  expect(durations).toEqual(['0s', '7ms', '1s', '1.5s', '1m2s', '1h0m0s', '1h2m3.05s']);
});

test('the header counts days, months and the microseconds of a millisecond', () => {
  const lines = (ms: number, n: number) => {
    const builder = trace().at(ms);
    for (let i = 0; i < n; i++) builder.node('housekeepingSkipped', {});
    return builder.log('v1.26', 'web').map((line) => line.slice(0, 29));
  };
  expect(lines(0, 2)).toEqual(['I0101 00:00:00.000000       1', 'I0101 00:00:00.000001       1']);
  expect(lines(31 * DAY - 1, 1)).toEqual(['I0131 23:59:59.999000       1']);
  expect(lines(31 * DAY, 1)).toEqual(['I0201 00:00:00.000000       1']);
  expect(lines(59 * DAY + 3_661_001, 1)).toEqual(['I0301 01:01:01.001000       1']);
  expect(lines(364 * DAY, 1)).toEqual(['I1231 00:00:00.000000       1']);
  expect(lines(365 * DAY, 1)).toEqual(['I0101 00:00:00.000000       1']);
  expect(lines(5, 1002).at(-1)).toBe('I0101 00:00:00.005999       1');
});

test('a line has the same time at every verbosity', () => {
  const builder = trace().node('housekeepingStarted', {}).node('kubeletStarted', {});
  const quiet = builder.log('v1.31', 'web', 'ns', 0);
  expect(builder.log('v1.31', 'web')).toEqual(expect.arrayContaining(quiet));
  expect(quiet[0]?.slice(0, 21)).toBe('I0101 00:00:00.000002');
});

test('whatever names and errors hold, every record is one line with a header', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const nasty = fc.oneof(text, fc.constantFrom('a\nb', '"', '<script>', '\u2028', 'a] "b" c="d"', '\r', ''));
  fc.assert(
    fc.property(nasty, nasty, nasty, nasty, fc.nat(1e11), (uid, name, namespace, error, at) => {
      const { events } = new TraceBuilder(podUID(uid))
        .at(at)
        .node('kubeletStarted', {})
        .pod('configReceived', { source: 'api', op: 'ADD', mirror: false })
        .node('syncLoopSkipped', { reasons: [error, name], again: 0 })
        .pod('admissionRejected', { reason: name, message: error })
        .pod('runtimeChanged', {
          change: { type: 'containerExited', uid: podUID(uid), id: error, name, exitCode: 0 },
        })
        .pod('plegEvent', { type: 'ContainerDied', id: error, known: true })
        .pod('plegEvent', { type: 'ContainerDied', id: name, known: false })
        .pod('callStarted', { fn: 'syncTerminatingPod', gracePeriod: 1, podVersion: 1 })
        .pod('criStarted', { op: 'StopContainer', id: error, name, gracePeriod: 1 })
        .pod('criReturned', {
          op: 'StopContainer',
          id: error,
          name,
          error: { code: 'Unknown', message: error },
          took: 1,
        })
        .pod('callReturned', { fn: 'syncTerminatingPod', result: 'ok', error: null, took: 1 })
        .pod('callReturned', {
          fn: 'syncTerminatingPod',
          result: 'error',
          error: `KillContainerError ${error}`,
          took: 1,
        })
        .pod('turnEnded', { work: 'terminating', result: 'error', nextIsPending: true })
        .pod('volumeFailed', { operation: 'UnmountVolume', error, again: at + 500 })
        .pod('statusWritten', { phase: 'Running' })
        .node('orphanedRuntimePod', { pod: { uid: podUID(uid), name, namespace } })
        .node('mirrorPodOrphaned', { name: `${name}_${namespace}` as never })
        .node('relistFailed', { error });
      for (const release of RELEASE_NAMES) {
        const builder = new TraceBuilder(podUID(uid));
        builder.events.push(...events);
        for (const line of builder.log(release, name, namespace)) {
          expect(line).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
          expect(HEADER.exec(line)?.groups?.pre).toBe('');
        }
      }
    }),
  );
});
