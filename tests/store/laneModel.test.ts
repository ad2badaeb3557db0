import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { Lab } from '../../src/store/lab';
import { LaneModelBuilder, laneModelOf } from '../../src/store/selectors/laneModel';
import { localPort } from '../../src/transport/localPort';
import type { PodUID, TraceEvent } from '../../src/transport/protocol';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';

const WEB = 'aaaa-web' as PodUID;

/** A trace by hand: `[at, kind, pod, data, causedBy]`. */
const trace = (
  ...rows: (readonly [number, TraceEvent['kind'], PodUID | null, object?, number?])[]
): TraceEvent[] =>
  rows.map(
    ([at, kind, pod, data = {}, causedBy = null], id) =>
      ({ id, at, kind, pod, causedBy, data }) as unknown as TraceEvent,
  );

const bars = (events: readonly TraceEvent[]): string[] =>
  (laneModelOf(events).rows[0]?.bars ?? []).map(
    ({ from, to, phase, note }) => `${from}–${to ?? '…'} ${phase}${note === '' ? '' : ` (${note})`}`,
  );

const create = { type: 'create', work: 'sync', firstSight: true };
const observed = [10, 'updateReceived', WEB, create] as const;
const syncing = [20, 'phaseEntered', WEB, { from: 'observed', to: 'syncing' }] as const;
const turn = (at: number, work = 'sync') => [at, 'turnTaken', WEB, { work }] as const;
const call = (at: number, fn = 'syncPod') => [at, 'callStarted', WEB, { fn }] as const;
const ends = (at: number, result = 'ok', nextIsPending = false) =>
  [at, 'turnEnded', WEB, { work: 'sync', result, nextIsPending }] as const;

test.each<{ desc: string; events: TraceEvent[]; expected: string[] }>([
  {
    desc: 'a first sync, and then nothing asks for the worker',
    events: trace(observed, syncing, turn(20), call(30), ends(90)),
    expected: [
      '10–20 waiting',
      '20–30 sync (waits for a newer pod status)',
      '30–90 sync (SyncPod)',
      '90–… idle',
    ],
  },
  {
    desc: 'a call that takes no time is kept, a phase that takes none is not',
    events: trace(observed, syncing, turn(20), call(20), ends(20)),
    expected: ['10–20 waiting', '20–20 sync (SyncPod)', '20–… idle'],
  },
  {
    desc: 'a pending update goes on without a gap',
    events: trace(observed, syncing, turn(20), call(20), ends(50, 'ok', true), turn(50), call(70), ends(80)),
    expected: [
      '10–20 waiting',
      '20–50 sync (SyncPod)',
      '50–70 sync (waits for a newer pod status)',
      '70–80 sync (SyncPod)',
      '80–… idle',
    ],
  },
  {
    desc: 'a failed termination backs off until the next turn, and is idle once its retry is dropped',
    events: trace(
      [0, 'updateReceived', WEB, { ...create, work: 'terminating' }],
      turn(0, 'terminating'),
      call(0, 'syncTerminatingPod'),
      ends(40, 'error'),
      [40, 'retryQueued', WEB, { class: 'backoff', dueAt: 12_000 }],
      [40, 'becameStuck', WEB],
      [13_000, 'retryDropped', WEB],
    ),
    expected: [
      '0–40 terminating (SyncTerminatingPod)',
      '40–13000 backoff (retry due at 12.0 s)',
      '13000–… idle (its retry was dropped)',
    ],
  },
  {
    desc: 'a name that is taken keeps it waiting',
    events: trace(observed, [15, 'cannotStartYet', WEB, { name: 'web_default', holder: null }]),
    expected: ['10–15 waiting', '15–… waiting (its name is taken)'],
  },
  {
    desc: 'to its end and out of memory',
    events: trace(
      observed,
      syncing,
      [30, 'phaseEntered', WEB, { from: 'syncing', to: 'terminating' }],
      [40, 'phaseEntered', WEB, { from: 'terminating', to: 'terminated' }],
      [50, 'phaseEntered', WEB, { from: 'terminated', to: 'finished' }],
      [60, 'podForgotten', WEB],
    ),
    expected: ['10–20 waiting', '20–30 idle', '30–40 terminating', '40–50 terminated', '50–60 finished'],
  },
  {
    desc: 'every bar ends with its kubelet, and the next one begins anew',
    events: trace(observed, syncing, [30, 'kubeletStopped', null], [50, 'updateReceived', WEB, create]),
    expected: ['10–20 waiting', '20–30 idle', '50–… waiting'],
  },
])('bars: $desc', ({ events, expected }) => {
  expect(bars(events)).toEqual(expected);
});

test('names, marks, overlays and the node’s lane', () => {
  const model = laneModelOf(
    trace(
      [0, 'command', null, { command: { do: 'createPod', pod: 'web' } }],
      [0, 'apiObjectChanged', WEB, { what: 'created', mirror: false }, 0],
      [1, 'apiObjectChanged', 'mirror' as PodUID, { what: 'created', mirror: true }],
      [5, 'kubeletStarted', null],
      observed,
      [12, 'runtimeChanged', WEB, { change: { type: 'containerStarted', uid: WEB, id: 'c1', name: 'app' } }],
      [13, 'faultInjected', null, { target: 'web' }],
      [14, 'command', WEB, { command: { do: 'forceDeletePod', pod: 'web' } }],
      [15, 'faultHit', WEB, {}],
      [15, 'criReturned', WEB, { error: { code: 'Unknown', message: '' } }],
      [16, 'becameStuck', WEB],
      [20, 'housekeepingStarted', null],
      [20, 'orphanMet', WEB, { orphan: true, did: 'leftAlone' }],
      [21, 'housekeepingEnded', null],
      [22, 'retryDropped', WEB],
      [30, 'kubeletStopped', null],
      [30, 'freed', WEB],
      [40, 'kubeletStarted', null],
      [42, 'housekeepingStarted', null],
      [42, 'orphanedRuntimePod', null, { pod: { uid: WEB, name: 'web', namespace: 'default' } }],
      [42, 'updateReceived', WEB, { ...create, work: 'terminating' }],
      [43, 'housekeepingFailed', null],
      [50, 'housekeepingSkipped', null],
    ),
  );
  expect(model.rows.map(({ uid, name }) => [uid, name])).toEqual([[WEB, 'web']]);
  const [row] = model.rows;
  expect(row?.marks.map(({ at, kind, eventId }) => [at, kind, eventId])).toEqual([
    [0, 'create', 0],
    [13, 'fault', 6],
    [14, 'forceDelete', 7],
    [15, 'error', 8],
    [20, 'leftAlone', 12],
    [22, 'dropped', 14],
    [42, 'acted', 19],
  ]);
  expect(row?.stuck).toEqual([{ from: 16, to: 30, event: 10 }]);
  expect(row?.runtimeOnly).toEqual([{ from: 30, to: 42, event: 15 }]);
  expect(row?.events).toEqual([1, 4, 5, 7, 8, 9, 10, 12, 14, 16, 20]);
  expect(model.node.ticks.map(({ at, kind }) => [at, kind])).toEqual([
    [20, 'leftAlone'],
    [42, 'failed'],
    [50, 'skipped'],
  ]);
  expect(model.node.marks.map(({ at, kind }) => [at, kind])).toEqual([
    [5, 'kubeletStarted'],
    [30, 'kubeletStopped'],
    [40, 'kubeletStarted'],
  ]);
  expect(model.node.down).toEqual([{ from: 30, to: 40, event: 15 }]);
});

const SCENARIO = `version: 1
title: Force delete meets a CRI error
pods:
  web: { gracePeriod: 30, containers: [{ name: app, image: web:1, stopTakes: 2s }] }
  api: { gracePeriod: 30, containers: [{ name: app, image: api:1, stopTakes: 2s }] }
steps:
  - { at: 0s,  do: createPod, pod: web }
  - { at: 1s,  do: createStaticPod, pod: api }
  - { at: 10s, do: injectFault, operation: StopPodSandbox, pod: web, kind: error, code: Unknown, times: 1 }
  - { at: 12s, do: forceDeletePod, pod: web }
  - { at: 40s, do: restartKubelet }
`;

const runOf = (): readonly TraceEvent[] => {
  const host = new SimulationHost(makeLibrary(new Map()));
  host.equip(SCENARIO_TOOLS);
  const lab = new Lab(() => localPort(host));
  lab.open({ kind: 'text', file: 'x.yaml', text: SCENARIO }, ['v1.26']);
  for (let i = 0; i < 20; i++) lab.frame(16);
  return lab.panes()[0]?.events ?? [];
};

/** What a builder has read, without its bookkeeping. */
const shown = ({ rows, node, length }: LaneModelBuilder) => ({
  length,
  node,
  rows: rows.map(({ uid, name, bars: b, marks, stuck, runtimeOnly, events }) => ({
    ...{ uid, name, b, marks, stuck, runtimeOnly, events },
  })),
});

test('read in pieces, the lanes of a run are the same as read at once', () => {
  const events = runOf();
  const whole = new LaneModelBuilder(events);
  whole.read(events.length);
  expect(whole.rows.map(({ name }) => name)).toEqual(['web', 'api']);
  expect(whole.rows[0]?.stuck).toHaveLength(1);
  fc.assert(
    fc.property(fc.array(fc.nat(events.length), { maxLength: 12 }), (stops) => {
      const pieces = new LaneModelBuilder(events);
      for (const stop of [...stops.sort((a, b) => a - b), events.length]) pieces.read(stop);
      expect(shown(pieces)).toEqual(shown(whole));
    }),
    { numRuns: 50 },
  );
});

test('bars of a row follow each other without overlap', () => {
  for (const row of laneModelOf(runOf()).rows) {
    row.bars.forEach((bar, i) => {
      const next = row.bars[i + 1];
      expect(bar.to ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(bar.from);
      if (next !== undefined) expect(next.from).toBeGreaterThanOrEqual(bar.to ?? Number.NaN);
    });
  }
});

test('100,000 events of 500 pods are read', () => {
  const one = trace(observed, syncing, turn(20), call(30), ends(90));
  const events = Array.from({ length: 100_000 }, (_, id): TraceEvent => {
    const event = one[id % one.length];
    if (event === undefined) throw new Error('the pattern has events');
    return { ...event, id, at: id, pod: `pod-${Math.floor(id / one.length) % 500}` as PodUID };
  });
  const builder = new LaneModelBuilder(events);
  builder.read(events.length);
  expect(builder.rows).toHaveLength(500);
});
