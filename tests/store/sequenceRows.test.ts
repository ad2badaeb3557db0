import { describe, expect, test } from 'vitest';
import { SequenceRows, sequencePod } from '../../src/store/selectors/sequenceRows';
import type { PodUID, TraceEvent } from '../../src/transport/protocol';

const WEB = 'uid-web' as PodUID;
const API = 'uid-api' as PodUID;
const make = (
  id: number,
  kind: string,
  pod: PodUID | null,
  data: object,
  causedBy: number | null = null,
): TraceEvent => ({ id, at: id * 1000, kind, pod, causedBy, data }) as unknown as TraceEvent;
const left = (id: number): TraceEvent => make(id, 'orphanMet', WEB, { orphan: true, did: 'leftAlone' });
const update = (id: number, causedBy: number): TraceEvent =>
  make(
    id,
    'updateReceived',
    WEB,
    { type: 'kill', outcome: 'wakesWorker', ignored: null, cause: null },
    causedBy,
  );

const lines = (events: readonly TraceEvent[]): string[] =>
  new SequenceRows(events, WEB)
    .extend()
    .map(({ from, to, text, tone, count }) => `${from} > ${to}: ${text} [${tone}] x${count}`);

describe('SequenceRows', () => {
  test('the story of the bug, its equal visits collapsed', () => {
    const events = [
      make(0, 'configReceived', WEB, { source: 'api', op: 'REMOVE', mirror: false }),
      update(1, 0),
      make(2, 'turnTaken', API, { work: 'sync' }),
      make(3, 'criReturned', WEB, { op: 'StopPodSandbox', error: { code: 'Unknown', message: '' }, took: 0 }),
      make(4, 'retryQueued', WEB, { class: 'backoff', dueAt: 26531 }),
      left(5),
      make(6, 'housekeepingStarted', null, {}),
      left(7),
      left(8),
      make(9, 'retryDropped', WEB, {}),
      left(10),
    ];
    expect(lines(events)).toEqual([
      'config > sync loop: REMOVE [plain] x1',
      'sync loop > worker: kill [plain] x1',
      'CRI > worker: StopPodSandbox: Unknown [error] x1',
      'worker > sync loop: retry queued for 26.5 s (backoff) [quiet] x1',
      'housekeeping > worker: left alone [broken] x3',
      'sync loop > worker: retry dropped [broken] x1',
      'housekeeping > worker: left alone [broken] x1',
    ]);
  });

  test('an update that housekeeping sends comes from housekeeping', () => {
    const replayed = make(0, 'orphanMet', WEB, { orphan: true, did: 'replayed' });
    expect(lines([replayed, update(1, 0)])).toEqual([
      'housekeeping > worker: sends the last update again [good] x1',
      'housekeeping > worker: kill [plain] x1',
    ]);
  });

  test('a restart of the kubelet stands across all lifelines; commands to other pods do not', () => {
    const events = [
      make(0, 'command', null, { command: { do: 'restartKubelet', downtime: 1000 } }),
      make(1, 'kubeletStopped', null, {}),
      make(2, 'command', API, { command: { do: 'forceDeletePod', pod: 'api' } }),
    ];
    expect(lines(events)).toEqual([
      'null > null: Restart kubelet [command] x1',
      'null > null: the kubelet stops and loses its memory [command] x1',
    ]);
  });

  test('a run that goes on while the trace grows counts on', () => {
    const events = [left(0)];
    const rows = new SequenceRows(events, WEB);
    expect(rows.extend().map(({ count }) => count)).toEqual([1]);
    expect(rows.extend()).toBe(rows.extend());
    events.push(left(1));
    expect(rows.extend().map(({ count, at, until }) => [count, at, until])).toEqual([[2, 0, 1000]]);
  });
});

test('sequencePod: the selected one, else the first stuck, else the first', () => {
  const events = [make(0, 'turnTaken', API, {}), make(1, 'becameStuck', WEB, {})];
  expect(sequencePod(events, API)).toBe(API);
  expect(sequencePod(events, null)).toBe(WEB);
  expect(sequencePod(events.slice(0, 1), null)).toBe(API);
  expect(sequencePod([], null)).toBeNull();
});
