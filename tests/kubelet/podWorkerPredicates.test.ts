import { describe, expect, it } from 'vitest';
import { podUID } from '../../src/api/pod';
import {
  couldHaveRunningContainers,
  isPodKnownTerminated,
  isPodTerminationRequested,
  shouldPodBeFinished,
  shouldPodContainersBeTerminating,
  shouldPodContentBeRemoved,
  shouldPodRuntimeBeRemoved,
} from '../../src/kubelet/podWorkerPredicates';
import type { PodContext } from '../../src/machine/podContext';
import { type Places, snapshotAt } from '../machine/row';

const UID = podUID('a');
const QUESTIONS = {
  isPodKnownTerminated,
  couldHaveRunningContainers,
  shouldPodBeFinished,
  isPodTerminationRequested,
  shouldPodContainersBeTerminating,
  shouldPodRuntimeBeRemoved,
  shouldPodContentBeRemoved,
};

/** The names of the questions that are answered with yes. */
const yes = (workers: Parameters<typeof isPodKnownTerminated>[0]): string[] =>
  Object.entries(QUESTIONS).flatMap(([name, ask]) => (ask(workers, UID) ? [name] : []));

const ROWS: readonly {
  desc: string;
  places: Places;
  context?: Partial<PodContext>;
  hold: readonly (keyof typeof QUESTIONS)[];
}[] = [
  { desc: 'a pod that waits to start', places: ['observed', 'idle'], hold: ['couldHaveRunningContainers'] },
  { desc: 'a pod that runs', places: ['syncing', 'idle'], hold: ['couldHaveRunningContainers'] },
  {
    desc: 'a pod that was killed while its sync runs',
    places: ['terminating.requested', 'calling.syncPod.running'],
    context: { deleted: true },
    hold: ['couldHaveRunningContainers', 'isPodTerminationRequested'],
  },
  {
    desc: 'an evicted pod: what it left may go although it still runs',
    places: ['terminating.requested', 'idle'],
    context: { evicted: true },
    hold: ['couldHaveRunningContainers', 'isPodTerminationRequested', 'shouldPodContentBeRemoved'],
  },
  {
    desc: 'a pod whose stop has begun',
    places: ['terminating.acknowledged', 'calling.syncTerminatingPod.running'],
    context: { deleted: true },
    hold: ['couldHaveRunningContainers', 'isPodTerminationRequested', 'shouldPodContainersBeTerminating'],
  },
  {
    desc: 'a pod that has ended by itself: nobody deleted it, so its content stays',
    places: ['terminated', 'idle'],
    hold: [
      'isPodKnownTerminated',
      'isPodTerminationRequested',
      'shouldPodContainersBeTerminating',
      'shouldPodRuntimeBeRemoved',
    ],
  },
  {
    desc: 'a deleted pod whose containers are stopped',
    places: ['terminated', 'idle'],
    context: { deleted: true },
    hold: [
      'isPodKnownTerminated',
      'isPodTerminationRequested',
      'shouldPodContainersBeTerminating',
      'shouldPodRuntimeBeRemoved',
      'shouldPodContentBeRemoved',
    ],
  },
  {
    desc: 'a finished pod',
    places: ['finished.stopped', 'exited'],
    hold: [
      'isPodKnownTerminated',
      'shouldPodBeFinished',
      'isPodTerminationRequested',
      'shouldPodContainersBeTerminating',
      'shouldPodRuntimeBeRemoved',
    ],
  },
  {
    desc: 'a static pod that never started: nobody ever began to stop it',
    places: ['finished.neverStopped', 'exited'],
    hold: [
      'isPodKnownTerminated',
      'shouldPodBeFinished',
      'isPodTerminationRequested',
      'shouldPodRuntimeBeRemoved',
    ],
  },
];

describe('what other parts ask about', () => {
  it.each(ROWS)('$desc', ({ places, context = {}, hold }) => {
    const pod = snapshotAt('v1.31', [...places, context]);
    for (const synced of [false, true]) {
      const workers = { synced, snapshotOf: () => pod };
      expect(yes(workers)).toEqual(hold);
    }
  });

  it('a pod without a record, before the first housekeeping: only that it may run', () => {
    const workers = { synced: false, snapshotOf: () => null };
    expect(yes(workers)).toEqual(['couldHaveRunningContainers']);
  });

  it('a pod without a record, later: it is over, but nobody says that it was ever stopped or killed', () => {
    const workers = { synced: true, snapshotOf: () => null };
    expect(yes(workers)).toEqual([
      'shouldPodBeFinished',
      'shouldPodContainersBeTerminating',
      'shouldPodRuntimeBeRemoved',
      'shouldPodContentBeRemoved',
    ]);
  });
});
