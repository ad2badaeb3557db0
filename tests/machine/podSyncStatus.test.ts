import { describe, expect, it } from 'vitest';
import {
  callPhase,
  lifecycleOf,
  type PodSyncStatus,
  podSyncStatus,
  workerOf,
} from '../../src/machine/podSyncStatus';
import { active, type Places, pending, snapshotAt, update } from './row';

/** The booleans of the record that are true, and the rest of what the places say. */
interface ProjectionRow {
  desc: string;
  places: Places;
  startedBeforeStop?: true;
  workType: PodSyncStatus['workType'];
  holds: readonly (keyof PodSyncStatus)[];
  worker: ReturnType<typeof workerOf>;
  phase: ReturnType<typeof callPhase>;
}

const REQUESTED = ['terminationRequested'] as const;
const ACKNOWLEDGED = [...REQUESTED, 'startedTerminating'] as const;
const TERMINATED = [...ACKNOWLEDGED, 'terminated'] as const;

const ROWS: readonly ProjectionRow[] = [
  {
    desc: 'A blank record is for sync and nothing else.',
    places: ['observed', 'none'],
    workType: 'sync',
    holds: [],
    worker: 'none',
    phase: null,
  },
  {
    desc: 'A woken worker is working.',
    places: ['observed', 'notified'],
    workType: 'sync',
    holds: ['working', 'hasWorker'],
    worker: 'notified',
    phase: null,
  },
  {
    desc: 'A static pod that waits for its name has an idle worker.',
    places: ['observed', 'idle'],
    workType: 'sync',
    holds: ['hasWorker'],
    worker: 'idle',
    phase: null,
  },
  {
    desc: 'A pod in its sync has started.',
    places: ['syncing', 'calling.syncPod.awaitingPodStatus'],
    workType: 'sync',
    holds: ['working', 'started', 'hasWorker'],
    worker: 'syncPod',
    phase: 'awaitingPodStatus',
  },
  {
    desc: 'A pod is terminating although its sync still runs.',
    places: ['terminating.requested', 'calling.syncPod.running'],
    startedBeforeStop: true,
    workType: 'terminating',
    holds: ['working', 'started', 'hasWorker', ...REQUESTED],
    worker: 'syncPod',
    phase: 'running',
  },
  {
    desc: 'With its stop under way the termination has started.',
    places: ['terminating.acknowledged', 'calling.syncTerminatingPod.running'],
    startedBeforeStop: true,
    workType: 'terminating',
    holds: ['working', 'started', 'hasWorker', ...ACKNOWLEDGED],
    worker: 'syncTerminatingPod',
    phase: 'running',
  },
  {
    desc: 'A runtime-only stop always runs: it waits for no status, and the pod has not started.',
    places: ['terminating.acknowledged', 'calling.syncTerminatingRuntimePod'],
    workType: 'terminating',
    holds: ['working', 'hasWorker', ...ACKNOWLEDGED],
    worker: 'syncTerminatingRuntimePod',
    phase: 'running',
  },
  {
    desc: 'After a failed stop the worker idles.',
    places: ['terminating.acknowledged', 'idle'],
    startedBeforeStop: true,
    workType: 'terminating',
    holds: ['started', 'hasWorker', ...ACKNOWLEDGED],
    worker: 'idle',
    phase: null,
  },
  {
    desc: 'A pod that was over at first sight is terminated without a worker.',
    places: ['terminated', 'none'],
    workType: 'terminated',
    holds: TERMINATED,
    worker: 'none',
    phase: null,
  },
  {
    desc: 'A stopped pod is being cleaned up.',
    places: ['terminated', 'calling.syncTerminatedPod.awaitingPodStatus'],
    startedBeforeStop: true,
    workType: 'terminated',
    holds: ['working', 'started', 'hasWorker', ...TERMINATED],
    worker: 'syncTerminatedPod',
    phase: 'awaitingPodStatus',
  },
  {
    desc: 'A finished pod has no worker.',
    places: ['finished.stopped', 'exited'],
    startedBeforeStop: true,
    workType: 'terminated',
    holds: ['started', ...TERMINATED, 'finished'],
    worker: 'exited',
    phase: null,
  },
  {
    desc: 'A static pod that never started is finished without ever having started to terminate.',
    places: ['finished.neverStopped', 'exited'],
    workType: 'terminated',
    holds: [...REQUESTED, 'terminated', 'finished'],
    worker: 'exited',
    phase: null,
  },
];

describe("Go's podSyncStatus read off a snapshot", () => {
  it.each(ROWS)('$desc', ({ places, startedBeforeStop = false, workType, holds, worker, phase }) => {
    const snapshot = snapshotAt('v1.31', [...places, { startedBeforeStop }]);
    const record = podSyncStatus(snapshot);
    const flags = Object.entries(record).filter(([, value]) => value === true);
    expect(flags.map(([key]) => key).sort()).toEqual([...holds].sort());
    expect(record.workType).toBe(workType);
    expect(workerOf(snapshot)).toBe(worker);
    expect(callPhase(snapshot)).toBe(phase);
    expect(lifecycleOf(snapshot)).toBe(places[0].split('.')[0]);
  });

  it('hands on what the context holds', () => {
    const context = {
      gracePeriod: 7,
      deleted: true,
      evicted: true,
      restartRequested: true,
      observedRuntime: true,
      pending: pending(update('sync')),
      undelivered: pending(update('kill'), 'terminating'),
      active: active(),
    };
    expect(podSyncStatus(snapshotAt('v1.31', ['terminating.requested', 'idle', context]))).toEqual({
      fullname: 'web_default',
      workType: 'terminating',
      working: false,
      started: false,
      terminationRequested: true,
      startedTerminating: false,
      terminated: false,
      finished: false,
      hasWorker: true,
      deleted: true,
      evicted: true,
      restartRequested: true,
      observedRuntime: true,
      gracePeriod: 7,
      pendingUpdate: context.pending,
      undelivered: context.undelivered,
      activeUpdate: context.active,
    });
  });
});
