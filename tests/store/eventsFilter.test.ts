import { describe, expect, test } from 'vitest';
import {
  countUntil,
  type EventFilter,
  FilteredEvents,
  secondsText,
} from '../../src/store/selectors/eventsFilter';
import { podNames } from '../../src/store/selectors/eventsNames';
import type { PodUID, TraceEvent } from '../../src/transport/protocol';

const WEB = 'uid-web' as PodUID;
const make = (
  id: number,
  kind: string,
  pod: PodUID | null,
  causedBy: number | null,
  data: object,
): TraceEvent => ({ id, at: id * 1000, kind, pod, causedBy, data }) as unknown as TraceEvent;

const EVENTS: readonly TraceEvent[] = [
  make(0, 'command', null, null, { command: { do: 'createPod', pod: 'web' } }),
  make(1, 'apiObjectChanged', WEB, 0, { what: 'created', mirror: false }),
  make(2, 'turnTaken', WEB, 1, { work: 'sync' }),
  make(3, 'retryDropped', WEB, 2, {}),
  make(4, 'housekeepingStarted', null, null, {}),
];
const ALL: EventFilter = { search: '', pod: null, interestingOnly: false, groups: null };
const shown = (change: Partial<EventFilter>): readonly number[] =>
  new FilteredEvents(EVENTS, { ...ALL, ...change }).extend(podNames(EVENTS, []));

describe('FilteredEvents', () => {
  test.each<readonly [string, Partial<EventFilter>, readonly number[]]>([
    ['everything', {}, [0, 1, 2, 3, 4]],
    ['interesting only', { interestingOnly: true }, [0, 3]],
    ['one pod', { pod: WEB }, [1, 2, 3]],
    ['groups', { groups: new Set(['retry', 'command']) }, [0, 3]],
    ['a word of the sentence, whatever its case', { search: 'TAKES' }, [2]],
    ['the pod by its name', { search: 'web', groups: new Set(['worker']) }, [2]],
    ['every part has to fit', { search: 'web', pod: WEB, interestingOnly: true }, [3]],
  ])('%s', (_desc, change, expected) => {
    expect(shown(change)).toEqual(expected);
  });

  test('reads on when the trace grows', () => {
    const growing = EVENTS.slice(0, 2);
    const list = new FilteredEvents(growing, ALL);
    expect(list.extend(podNames(growing, []))).toEqual([0, 1]);
    growing.push(...EVENTS.slice(2));
    expect(list.extend(podNames(growing, []))).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('podNames', () => {
  test('the node knows best, then the command that led to the pod, then the uid', () => {
    expect(podNames(EVENTS, [])(WEB)).toBe('web');
    expect(podNames(EVENTS, [{ uid: WEB, name: 'web-0' }])(WEB)).toBe('web-0');
    expect(podNames([], [])('0123456789' as PodUID)).toBe('01234567');
  });
});

test('countUntil counts what is at that time or before', () => {
  const times = [0, 5, 5, 9];
  const count = (time: number): number => countUntil(times.length, (i) => times[i] ?? 0, time);
  expect([-1, 0, 5, 8, 9, 99].map(count)).toEqual([0, 1, 3, 3, 4, 4]);
});

test('secondsText', () => expect(secondsText(18250)).toBe('18.250 s'));
