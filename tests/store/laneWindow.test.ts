import { expect, test } from 'vitest';
import { neighbourEvent } from '../../src/store/selectors/laneSearch';
import {
  extentOf,
  following,
  panBy,
  ticksOf,
  timeLabel,
  windowOf,
  zoomAround,
} from '../../src/store/selectors/laneWindow';

test('the lanes end with the scenario, and past it in steps', () => {
  expect(extentOf([60_000, 50_000], 41_000)).toBe(60_000);
  expect(extentOf([60_000], 60_001)).toBe(70_000);
  expect(windowOf(null, 60_000)).toEqual({ from: 0, to: 60_000 });
});

test('zooming keeps what is under the pointer, stays inside, and wide enough is all of it', () => {
  const all = { from: 0, to: 60_000 };
  expect(zoomAround(all, 30_000, 0.5, 60_000)).toEqual({ from: 15_000, to: 45_000 });
  expect(zoomAround(all, 0, 0.5, 60_000)).toEqual({ from: 0, to: 30_000 });
  expect(zoomAround({ from: 0, to: 30_000 }, 30_000, 2, 60_000)).toBeNull();
  expect(zoomAround({ from: 100, to: 160 }, 130, 0.01, 60_000)).toEqual({ from: 105, to: 155 });
});

test('panning stops at both ends', () => {
  expect(panBy({ from: 10, to: 1010 }, -500, 60_000)).toEqual({ from: 0, to: 1000 });
  expect(panBy({ from: 10, to: 1010 }, 1e9, 60_000)).toEqual({ from: 59_000, to: 60_000 });
});

test('the window turns the page when the playhead leaves it', () => {
  const shown = { from: 0, to: 1000 };
  expect(following(shown, 500, 60_000)).toBe(shown);
  expect(following(shown, 1150, 60_000)).toEqual({ from: 1000, to: 2000 });
});

test('ticks are round and far enough apart', () => {
  expect(ticksOf({ from: 0, to: 60_000 }, 300, 76)).toEqual({
    step: 20_000,
    times: [0, 20_000, 40_000, 60_000],
  });
  expect(ticksOf({ from: 1234, to: 1434 }, 400, 76).times).toEqual([1250, 1300, 1350, 1400]);
  expect(timeLabel(1250, 50)).toBe('1.25 s');
  expect(timeLabel(20_000, 20_000)).toBe('20 s');
});

test('stepping through the events of a pod', () => {
  const ids = [3, 4, 9];
  const timeOf = (id: number): number => (id === 4 ? 30 : id * 10);
  expect(neighbourEvent(ids, timeOf, { id: null, at: 30 }, 1)).toBe(9);
  expect(neighbourEvent(ids, timeOf, { id: 3, at: 30 }, 1)).toBe(4);
  expect(neighbourEvent(ids, timeOf, { id: null, at: 31 }, -1)).toBe(4);
  expect(neighbourEvent(ids, timeOf, { id: 3, at: 30 }, -1)).toBeNull();
});
