import { describe, expect, test } from 'vitest';
import { countedBy } from '../../src/store/selectors/gaugesCounted';
import {
  GAUGE_FIGURES,
  type GaugeFigure,
  keyOf,
  pointsOf,
  seriesShown,
  valueAt,
} from '../../src/store/selectors/gaugesSeries';
import { GAUGE_COLUMNS, GAUGE_WIDTH } from '../../src/store/vocabulary';
import type { PodUID, TraceEvent } from '../../src/transport/protocol';

const figure = (metric: string): GaugeFigure => {
  const found = GAUGE_FIGURES.find((one) => one.metric === metric);
  if (found === undefined) throw new Error(metric);
  return found;
};
const ORPHAN =
  GAUGE_COLUMNS.indexOf('kubelet_working_pods{config="orphan",lifecycle="terminating",static=""}') + 1;

/** Samples `[at, value]` of one series, flat. */
const samples = (column: number, rows: readonly (readonly [number, number])[]): number[] =>
  rows.flatMap(([at, value]) => {
    const sample = new Array<number>(GAUGE_WIDTH).fill(0);
    sample[0] = at;
    sample[column] = value;
    return sample;
  });

describe('GAUGE_FIGURES', () => {
  test('six metrics share the 23 series', () => {
    expect(GAUGE_FIGURES.map(({ metric, series }) => [metric, series.length])).toEqual([
      ['kubelet_desired_pods', 2],
      ['kubelet_active_pods', 2],
      ['kubelet_mirror_pods', 1],
      ['kubelet_working_pods', 15],
      ['kubelet_restarted_pods_total', 2],
      ['kubelet_orphaned_runtime_pods_total', 1],
    ]);
  });

  test('a series is told by its labels', () => {
    const labels = figure('kubelet_working_pods').series.map(({ label }) => label);
    expect(labels).toContain('orphan, terminating');
    expect(labels).toContain('desired, sync, static');
    expect(labels).toContain('runtime only, terminated');
    expect(figure('kubelet_mirror_pods').series.map(({ label }) => label)).toEqual(['pods']);
  });
});

test('valueAt is that of the last pass', () => {
  const flat = samples(ORPHAN, [
    [2000, 0],
    [4000, 1],
  ]);
  expect([0, 1999, 2000, 3999, 4000, 9000].map((time) => valueAt(flat, ORPHAN, time))).toEqual([
    null,
    null,
    0,
    0,
    1,
    1,
  ]);
});

test('seriesShown: what is ever more than zero in either run, else the first', () => {
  const working = figure('kubelet_working_pods');
  const stuck = samples(ORPHAN, [[2000, 1]]);
  expect(seriesShown(working, [samples(1, [[2000, 1]]), stuck]).map(({ column }) => column)).toEqual([
    ORPHAN,
  ]);
  expect(seriesShown(working, [[]]).map(({ label }) => label)).toEqual(['desired, sync']);
});

describe('pointsOf', () => {
  const series = figure('kubelet_working_pods').series.filter(({ column }) => column === ORPHAN);

  test('keeps the first, every change and the last, and puts two runs on one axis', () => {
    const a = samples(ORPHAN, [
      [2000, 0],
      [4000, 1],
      [6000, 1],
      [8000, 1],
    ]);
    const b = samples(ORPHAN, [
      [3000, 0],
      [5000, 0],
    ]);
    expect(pointsOf([a, b], series)).toEqual([
      { at: 2000, [keyOf(0, ORPHAN)]: 0 },
      { at: 3000, [keyOf(0, ORPHAN)]: 0, [keyOf(1, ORPHAN)]: 0 },
      { at: 4000, [keyOf(0, ORPHAN)]: 1, [keyOf(1, ORPHAN)]: 0 },
      { at: 5000, [keyOf(0, ORPHAN)]: 1, [keyOf(1, ORPHAN)]: 0 },
      { at: 8000, [keyOf(0, ORPHAN)]: 1, [keyOf(1, ORPHAN)]: 0 },
    ]);
  });

  test('never more than asked for, and no peak is lost', () => {
    const rows = Array.from({ length: 2000 }, (_, i): [number, number] => [i * 2000, i === 777 ? 9 : i % 2]);
    const points = pointsOf([samples(ORPHAN, rows)], series, 300);
    expect(points.length).toBeLessThanOrEqual(300);
    expect(Math.max(...points.map((point) => point[keyOf(0, ORPHAN)] ?? 0))).toBe(9);
    expect(points.at(-1)?.at).toBe(1999 * 2000);
  });
});

describe('countedBy', () => {
  const WEB = 'uid-web' as PodUID;
  const pods = [
    { uid: WEB, name: 'web', static: false, kubectl: '(gone)', worker: 'terminating' },
    { uid: 'uid-api' as PodUID, name: 'api', static: false, kubectl: 'Running', worker: 'syncing' },
    { uid: 'uid-dns' as PodUID, name: 'dns', static: true, kubectl: 'Running', worker: 'syncing' },
  ] as const;
  const restarted = {
    id: 0,
    at: 5000,
    kind: 'podRestarted',
    pod: WEB,
    causedBy: null,
    data: {},
  } as TraceEvent;
  const named = (metric: string, label: string, time = 9000): string[] => {
    const series = figure(metric).series.find((one) => one.label === label);
    if (series === undefined) throw new Error(label);
    return countedBy(metric, series, pods, [restarted], time, String).pods.map(({ name }) => name);
  };

  test.each([
    ['kubelet_desired_pods', 'pods', ['api']],
    ['kubelet_desired_pods', 'static', ['dns']],
    ['kubelet_active_pods', 'pods', ['api']],
    ['kubelet_mirror_pods', 'pods', ['dns']],
    ['kubelet_working_pods', 'orphan, terminating', ['web']],
    ['kubelet_working_pods', 'desired, sync', ['api']],
    ['kubelet_working_pods', 'runtime only, sync', []],
    ['kubelet_restarted_pods_total', 'pods', [WEB]],
    ['kubelet_orphaned_runtime_pods_total', 'pods', []],
  ])('%s %s', (metric, label, expected) => {
    expect(named(metric, label)).toEqual(expected);
  });

  test('a counter counts up to the playhead', () => {
    expect(named('kubelet_restarted_pods_total', 'pods', 4999)).toEqual([]);
  });
});
