import { describe, expect, it } from 'vitest';
import type { Pod } from '../../src/api/pod';
import type { PodPhase } from '../../src/api/podStatus';
import type { ChurnOptions, PodKind } from '../../src/engine/churn/churnPlan';
import { churnReport, latencyBuckets, percentiles } from '../../src/engine/churn/churnReport';
import { deletionBound } from '../../src/engine/churn/deletionBound';
import { type ChurnError, PodWatch } from '../../src/engine/churn/podWatch';
import { ChurnRun, runChurn } from '../../src/engine/churn/runChurn';
import { releaseOf } from '../../src/kubelet/releases';
import { newPod } from '../helpers/newPod';

const PLAIN: ChurnOptions = { pods: 300, parallel: 10, forceShare: 0, seed: 1, faults: [] };
const FAULTS = [{ operation: 'StopPodSandbox', probability: 0.2 }] as const;

describe('a churn without faults', () => {
  it.each([
    ['v1.31', 1, 10],
    ['v1.31', 3, 10],
    ['v1.27', 8, 10],
    // Container garbage collection meets a teardown here; and the longest wait for the status manager.
    ['v1.26', 1, 10],
    ['v1.26', 2, 10],
    ['v1.31', 6, 60],
  ] as const)(
    '%s, seed %d, %d at once: no errors, and no deletion over the bound',
    (release, seed, parallel) => {
      const { errors, stuck, verified, latencies } = runChurn(
        { ...PLAIN, seed, parallel },
        releaseOf(release),
      );
      expect(errors).toEqual([]);
      expect(stuck).toEqual([]);
      expect(verified).toBe(300);
      expect(latencies.delete.count).toBe(300);
      expect(latencies.delete.max).toBeLessThanOrEqual(deletionBound(parallel).ms);
      // The bound is no idle one: somebody waits for nearly all of the status manager's round.
      expect(latencies.delete.max).toBeGreaterThan(0.8 * deletionBound(parallel).ms);
    },
    60_000,
  );

  it('comes to the same in slices of any size, and again', () => {
    const options = { ...PLAIN, pods: 40 };
    const whole = runChurn(options, releaseOf('v1.31'));
    const sliced = new ChurnRun(options, releaseOf('v1.31'));
    while (!sliced.advance(7));
    expect(sliced.report()).toEqual(whole);
    expect(sliced.gone).toBe(40);
    expect(runChurn(options, releaseOf('v1.31'))).toEqual(whole);
    expect(runChurn({ ...options, seed: 2 }, releaseOf('v1.31'))).not.toEqual(whole);
  }, 30_000);
});

describe('a churn in which StopPodSandbox fails one time in five', () => {
  const stuckIn = (release: 'v1.26' | 'v1.27' | 'v1.31', forceShare: number): readonly string[] => {
    const report = runChurn({ ...PLAIN, forceShare, faults: FAULTS }, releaseOf(release));
    expect(report.errors).toEqual([]);
    return report.stuck;
  };
  it('v1.26 leaves pods stuck that are deleted by force, each named once', () => {
    const stuck = stuckIn('v1.26', 1);
    expect(stuck.length).toBeGreaterThan(10);
    expect(new Set(stuck).size).toBe(stuck.length);
    for (const name of stuck) expect(name).toMatch(/^churn-\d+$/);
  }, 60_000);
  it.each(['v1.27', 'v1.31'] as const)(
    '%s leaves none',
    (release) => {
      expect(stuckIn(release, 1)).toEqual([]);
    },
    60_000,
  );
  it('v1.26 leaves none that is deleted gracefully: the pod manager still knows it when the retry is due', () => {
    expect(stuckIn('v1.26', 0)).toEqual([]);
  }, 60_000);
});

describe('a churn whose pods cannot go', () => {
  it('ends, and every pod is an error that says what was never seen', () => {
    const options: ChurnOptions = {
      ...PLAIN,
      pods: 3,
      parallel: 2,
      faults: [{ operation: 'StopPodSandbox', probability: 1 }],
    };
    const { errors, latencies, verified } = runChurn(options, releaseOf('v1.31'));
    expect(errors.map(({ pod, kind, message }) => [pod, kind, message])).toEqual([
      ['churn-1', 'stampMissing', 'it was never seen to be gone'],
      ['churn-2', 'stampMissing', 'it was never seen to be gone'],
      ['churn-3', 'stampMissing', 'it was never seen to be created, deleted, gone'],
    ]);
    expect(verified).toBe(0);
    expect(latencies.delete).toEqual({ count: 0, p50: null, p75: null, p90: null, p99: null, max: null });
  }, 60_000);
});

/** What a client sees of a pod; the app container is `waiting`, `running`, or has ended with a code. */
type Sight =
  | readonly [at: number, phase: PodPhase, app: 'waiting' | 'running' | number]
  | readonly [at: number, what: 'started' | 'delete' | 'gone'];

function watched(kind: PodKind, sights: readonly Sight[]): PodWatch {
  const watch = new PodWatch({ name: 'web', kind, deleteAfter: 0 as never, force: false });
  const pod = newPod();
  for (const [now, what, app] of sights) {
    if (what === 'started') watch.startedApp();
    else if (what === 'delete') watch.askedToDelete(now);
    else if (what === 'gone') watch.saw(null, now);
    else watch.saw(seen(pod, what, app ?? 'waiting'), now);
  }
  return watch;
}

function seen(pod: Pod, phase: PodPhase, app: 'waiting' | 'running' | number): Pod {
  const state =
    app === 'waiting'
      ? ({ kind: 'waiting', reason: '' } as const)
      : app === 'running'
        ? ({ kind: 'running' } as const)
        : ({ kind: 'terminated', exitCode: app } as const);
  return {
    ...pod,
    status: { phase, reason: '', containers: [{ name: 'app', image: 'i', restarts: 0, state }] },
  };
}

const GOOD: readonly Sight[] = [
  [0, 'Pending', 'waiting'],
  [900, 'Pending', 'waiting'],
  [950, 'started'],
  [1000, 'Running', 'running'],
  [2000, 'delete'],
  [3000, 'Succeeded', 0],
  [3100, 'gone'],
];

const WRONG: readonly {
  desc: string;
  kind?: PodKind;
  sights: readonly Sight[];
  error: ChurnError['kind'];
  says: string;
}[] = [
  {
    desc: 'a phase that goes back',
    sights: [...GOOD.slice(0, 4), [1100, 'Pending', 'waiting'], ...GOOD.slice(4)],
    error: 'phaseWentBack',
    says: 'from Running to Pending',
  },
  {
    desc: 'one end that becomes another',
    sights: [...GOOD.slice(0, 6), [3050, 'Failed', 1], [3100, 'gone']],
    error: 'phaseWentBack',
    says: 'from Succeeded to Failed',
  },
  {
    desc: 'a container that is said to run and was never started',
    sights: GOOD.filter(([, what]) => what !== 'started'),
    error: 'startNeverHappened',
    says: 'none was ever started',
  },
  {
    desc: 'an exit with 1 that is told as success',
    kind: 'fails',
    sights: GOOD,
    error: 'successAfterFailure',
    says: 'reported as success',
  },
  {
    desc: 'an app container after a failed init container',
    kind: 'initFails',
    sights: [
      [0, 'Pending', 'waiting'],
      [950, 'started'],
      [1000, 'delete'],
      [1100, 'Failed', 1],
      [1200, 'gone'],
    ],
    error: 'startedAfterFailedInit',
    says: 'init container failed',
  },
  {
    desc: 'an event after the deletion',
    sights: [...GOOD, [3100, 'Succeeded', 0]],
    error: 'deletionNotLast',
    says: 'after the deletion',
  },
  {
    desc: 'a pod that never went',
    sights: GOOD.slice(0, 6),
    error: 'stampMissing',
    says: 'never seen to be gone',
  },
  {
    desc: 'a pod that nobody deleted',
    sights: GOOD.filter(([, what]) => what !== 'delete'),
    error: 'stampMissing',
    says: 'never seen to be deleted',
  },
  { desc: 'a pod that nobody saw', sights: [], error: 'stampMissing', says: 'created, deleted, gone' },
  {
    desc: 'a deletion before the creation',
    sights: [
      [500, 'delete'],
      [1000, 'Pending', 'waiting'],
      [1500, 'gone'],
    ],
    error: 'stampsOutOfOrder',
    says: 'deleted at 500 ms, before created at 1000 ms',
  },
  {
    desc: 'gone before it was deleted',
    sights: [
      [0, 'Pending', 'waiting'],
      [1500, 'gone'],
      [2000, 'delete'],
    ],
    error: 'stampsOutOfOrder',
    says: 'gone at 1500 ms, before deleted at 2000 ms',
  },
  {
    desc: 'an end before the start',
    sights: [
      [0, 'Pending', 'waiting'],
      [10, 'started'],
      [1000, 'Running', 'running'],
      [900, 'Succeeded', 0],
      [1500, 'delete'],
      [1600, 'gone'],
    ],
    error: 'stampsOutOfOrder',
    says: 'ended at 900 ms, before running at 1000 ms',
  },
  {
    desc: 'a stamp that is no number',
    sights: [
      [Number.NaN, 'Pending', 'waiting'],
      [1500, 'delete'],
      [1600, 'gone'],
    ],
    error: 'stampsOutOfOrder',
    says: 'before created at NaN ms',
  },
];

describe('a pod as a client sees it', () => {
  it('has latencies and no error if all is well; 0 is a stamp like any other', () => {
    const watch = watched('succeeds', GOOD);
    expect(watch.errors()).toEqual([]);
    expect(watch.latencies()).toEqual({ create: 1000, run: 2000, delete: 1100 });
  });

  it.each(WRONG)('$desc is an error, and in no percentile', ({ kind, sights, error, says }) => {
    const watch = watched(kind ?? 'succeeds', sights);
    const errors = watch.errors();
    expect(errors.map((found) => found.kind)).toContain(error);
    const found = errors.find((one) => one.kind === error);
    expect(found?.pod).toBe('web');
    expect(found?.message).toContain(says);
    expect(Object.keys(found?.stamps ?? {})).toEqual(['created', 'running', 'ended', 'deleted', 'gone']);
    const report = churnReport('v1.31', [watch, watched('succeeds', GOOD)], []);
    expect(report.verified).toBe(1);
    expect(report.latencies.create).toMatchObject({ count: 1, max: 1000 });
    expect(report.latencies.delete).toMatchObject({ count: 1, max: 1100 });
  });
});

describe('percentiles', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  it('are nearest ranks', () => {
    expect(percentiles(hundred)).toEqual({ count: 100, p50: 50, p75: 75, p90: 90, p99: 99, max: 100 });
    expect(percentiles([7])).toEqual({ count: 1, p50: 7, p75: 7, p90: 7, p99: 7, max: 7 });
  });
  it('a bucket holds its upper bound, and every latency is in one', () => {
    const buckets = latencyBuckets([0, 500, 501, 60_000, 60_001]);
    expect(buckets.filter(({ count }) => count > 0)).toEqual([
      { upTo: 500, count: 2 },
      { upTo: 1000, count: 1 },
      { upTo: 60_000, count: 1 },
      { upTo: null, count: 1 },
    ]);
  });
});
