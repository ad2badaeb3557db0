import { describe, expect, test } from 'vitest';
import { interestingIds, interestingIn, isInteresting } from '../../src/store/selectors/interesting';
import type { PodUID, TraceEvent } from '../../src/transport/protocol';

const WEB = 'uid-web' as PodUID;
const API = 'uid-api' as PodUID;

/** A trace of hand-made events, numbered in order. */
function traceOf(...rows: readonly (readonly [string, PodUID | null, object])[]): TraceEvent[] {
  return rows.map(
    ([kind, pod, data], id) =>
      ({ id, at: id * 1000, kind, pod, causedBy: null, data }) as unknown as TraceEvent,
  );
}

const one = (kind: string, data: object, pod: PodUID | null = WEB): TraceEvent => {
  const [event] = traceOf([kind, pod, data]);
  if (event === undefined) throw new Error('one event');
  return event;
};

const visit = (did: string, pod: PodUID = WEB) => ['orphanMet', pod, { orphan: true, did }] as const;

describe('isInteresting', () => {
  test.each([
    ['a phase change', 'phaseEntered', { from: 'syncing', to: 'terminating' }, true],
    ['a call of the runtime that failed', 'criReturned', { error: { code: 'Unknown', message: '' } }, true],
    ['one that did not', 'criReturned', { error: null }, false],
    ['the start of a back-off', 'retryQueued', { class: 'backoff', dueAt: 1 }, true],
    ['the next resync', 'retryQueued', { class: 'resync', dueAt: 1 }, false],
    ['a retry that nobody hears of', 'retryDropped', {}, true],
    ['a uid that comes back', 'historyRemoved', { willRestart: true }, true],
    ['a pod that starts anew', 'podRestarted', {}, true],
    ['housekeeping that leaves a pod alone', 'orphanMet', { orphan: true, did: 'leftAlone' }, true],
    ['housekeeping that acts', 'orphanMet', { orphan: true, did: 'replayed' }, true],
    ['stuck', 'becameStuck', {}, true],
    ['free again', 'freed', {}, true],
    ['a fault that hits', 'faultHit', { operation: 'StopContainer' }, true],
    ['an expectation that holds', 'expectChecked', { ok: true }, false],
    ['an expectation that fails', 'expectChecked', { ok: false }, true],
    ['a turn', 'turnTaken', { work: 'sync' }, false],
  ])('%s', (_desc, kind, data, expected) => {
    expect(isInteresting(one(kind, data))).toBe(expected);
  });

  test('the kubelet restarts; housekeeping ticks', () => {
    expect(isInteresting(one('kubeletStarted', {}, null))).toBe(true);
    expect(isInteresting(one('kubeletStopped', {}, null))).toBe(true);
    expect(isInteresting(one('housekeepingStarted', {}, null))).toBe(false);
  });
});

describe('interestingIds', () => {
  test('of a run of equal visits only the first counts, each pod by itself', () => {
    const events = traceOf(
      visit('leftAlone'),
      visit('leftAlone', API),
      visit('leftAlone'),
      visit('leftAlone', API),
    );
    expect([...interestingIds(events)]).toEqual([0, 1]);
  });

  test('a run ends when the visit differs, or anything else of interest happens to the pod', () => {
    const events = traceOf(
      visit('leftAlone'),
      visit('replayed'),
      visit('leftAlone'),
      ['turnTaken', WEB, { work: 'terminating' }],
      visit('leftAlone'),
      ['retryDropped', WEB, {}],
      visit('leftAlone'),
    );
    expect([...interestingIds(events)]).toEqual([0, 1, 2, 5, 6]);
  });

  test('a delivered retry counts if it ends a back-off', () => {
    const events = traceOf(
      ['retryQueued', WEB, { class: 'resync', dueAt: 0 }],
      ['retryDelivered', WEB, {}],
      ['retryQueued', WEB, { class: 'backoff', dueAt: 0 }],
      ['retryDelivered', WEB, {}],
    );
    expect([...interestingIds(events)]).toEqual([2, 3]);
  });

  test('a new kubelet sees everything for the first time', () => {
    const events = traceOf(visit('leftAlone'), ['kubeletStarted', null, {}], visit('leftAlone'));
    expect([...interestingIds(events)]).toEqual([0, 1, 2]);
  });

  test('a trace that grows is read on from where it was', () => {
    const events = traceOf(visit('leftAlone'), visit('leftAlone'), ['becameStuck', WEB, {}]);
    const growing = events.slice(0, 1);
    expect(interestingIds(growing).size).toBe(1);
    growing.push(...events.slice(1));
    expect([...interestingIds(growing)]).toEqual([0, 2]);
    expect(growing.map((event) => interestingIn(growing, event))).toEqual([true, false, true]);
  });
});
