import { beforeEach, describe, expect, it } from 'vitest';
import { type Pod, type PodUID, podUID } from '../../src/api/pod';
import type { PodPhase } from '../../src/api/podStatus';
import { PodManager } from '../../src/kubelet/podManager';
import { StatusManager } from '../../src/kubelet/statusManager';
import { deleted, newMirrorPod, newPod, newStaticPod } from '../helpers/newPod';

const web = newPod();
const A = web.uid;

/** A status manager and the requests that it sends; the test answers them. */
class Statuses {
  readonly podManager = new PodManager();
  log: string[] = [];
  reclaimed = false;
  readonly manager: StatusManager;

  constructor(deletesOnlyFinishedPods: boolean, pod: Pod = web) {
    this.podManager.set(pod);
    this.manager = new StatusManager({
      ports: {
        api: (request) => {
          if (request.op === 'patchStatus') this.log.push(`patch ${request.uid} ${request.status.phase}`);
          else this.log.push(`${request.op} ${'uid' in request ? request.uid : ''}`);
        },
        emit: (event) => (event.kind === 'apiWriteFailed' ? this.log.push(`${event.what} failed`) : 0),
      },
      podManager: this.podManager,
      isReclaimed: () => this.reclaimed,
      deletesOnlyFinishedPods,
    });
  }

  set(phase: PodPhase, finished = false, uid: PodUID = A): this {
    this.manager.set({ uid, status: { phase, reason: '', containers: [] }, finished });
    return this;
  }

  /** The write under way gets through, or not. */
  written(error: string | null = null): this {
    this.manager.written(A, error);
    return this;
  }

  /** What was sent since the last look. */
  sent(): string[] {
    const sent = this.log;
    this.log = [];
    return sent;
  }
}

let s: Statuses;
beforeEach(() => {
  s = new Statuses(true);
});

describe('a status', () => {
  it('is written when it changes, and only then', () => {
    s.set('Pending').written().set('Pending').set('Running').written();
    s.manager.syncBatch();
    expect(s.sent()).toEqual(['patch a Pending', 'patch a Running']);
    expect(s.manager.statusOf(A)?.phase).toBe('Running');
  });

  it('that changes while a write is under way is written after it, the newest alone', () => {
    s.set('Pending').set('Running').set('Failed');
    expect(s.sent()).toEqual(['patch a Pending']);
    s.written();
    expect(s.sent()).toEqual(['patch a Failed']);
    s.written();
    expect(s.sent()).toEqual([]);
  });

  it('that did not get through is written again in the next round, not before', () => {
    s.set('Running').written('API server down');
    expect(s.sent()).toEqual(['patch a Running', 'status failed']);
    s.manager.syncBatch();
    expect(s.sent()).toEqual(['patch a Running']);
    s.manager.syncBatch();
    expect(s.sent(), 'one write at a time').toEqual([]);
    s.written();
    s.manager.syncBatch();
    expect(s.sent()).toEqual([]);
  });

  it('of a pod that the pod manager does not have is kept and not written', () => {
    s.set('Running', false, podUID('stranger'));
    s.manager.syncBatch();
    expect(s.sent()).toEqual([]);
    expect(s.manager.statusOf(podUID('stranger'))?.phase).toBe('Running');
  });

  it('is forgotten with its pod', () => {
    s.set('Running').set('Running', false, podUID('b'));
    s.manager.dropExcept(new Set([A]));
    expect([s.manager.statusOf(A)?.phase, s.manager.statusOf(podUID('b'))]).toEqual(['Running', null]);
  });

  it('of a static pod goes to its mirror pod, once there is one', () => {
    const fixed = newStaticPod();
    s = new Statuses(true, fixed);
    s.set('Running');
    expect(s.sent()).toEqual([]);
    s.podManager.set(newMirrorPod(fixed));
    s.manager.syncBatch();
    expect(s.sent()).toEqual(['patch mirror-of-a Running']);
  });

  it('stays finished once it is', () => {
    s = new Statuses(true, deleted(web));
    s.set('Failed', true).set('Failed', false);
    expect(s.manager.save()).toMatchObject([[A, { finished: true, version: 1 }]]);
  });

  it('goes through JSON with what is under way', () => {
    s.set('Pending').set('Running');
    const restored = new Statuses(true);
    restored.manager.restore(JSON.parse(JSON.stringify(s.manager.save())));
    restored.written();
    expect(restored.sent()).toEqual(['patch a Running']);
  });
});

interface DeletionRow {
  desc: string;
  pod: Pod;
  phase: PodPhase;
  finished: boolean;
  reclaimed: boolean;
  /** Is the object deleted in v1.26; since v1.27? */
  v126: boolean;
  v127: boolean;
}

const DELETIONS: readonly DeletionRow[] = [
  {
    desc: 'A pod without a deletion time is never deleted.',
    pod: web,
    phase: 'Failed',
    finished: true,
    reclaimed: true,
    v126: false,
    v127: false,
  },
  {
    desc: 'A pod whose worker is finished and of which nothing is left is deleted.',
    pod: deleted(web),
    phase: 'Failed',
    finished: true,
    reclaimed: true,
    v126: true,
    v127: true,
  },
  {
    desc: 'Before the worker is finished v1.26 deletes what looks reclaimed; v1.27 waits.',
    pod: deleted(web),
    phase: 'Failed',
    finished: false,
    reclaimed: true,
    v126: true,
    v127: false,
  },
  {
    desc: 'While something is left on the node v1.26 waits; v1.27 takes the word of the worker.',
    pod: deleted(web),
    phase: 'Failed',
    finished: true,
    reclaimed: false,
    v126: false,
    v127: true,
  },
  {
    desc: 'Since v1.27 the phase has to be terminal.',
    pod: deleted(web),
    phase: 'Running',
    finished: true,
    reclaimed: true,
    v126: true,
    v127: false,
  },
];

describe('the API object of a deleted pod', () => {
  it.each(DELETIONS)('$desc', ({ pod, phase, finished, reclaimed, v126, v127 }) => {
    for (const [only, goes] of [
      [false, v126],
      [true, v127],
    ] as const) {
      s = new Statuses(only, pod);
      s.reclaimed = reclaimed;
      s.set(phase, finished);
      expect(s.sent(), 'the status comes first').toEqual([`patch a ${phase}`]);
      s.written();
      expect(s.sent()).toEqual(goes ? ['deletePod a'] : []);
      s.manager.syncBatch();
      expect(s.sent(), 'once').toEqual([]);
    }
  });

  it('in v1.26 goes in the round that finds nothing left', () => {
    s = new Statuses(false, deleted(web));
    s.set('Failed').written();
    s.manager.syncBatch();
    expect(s.sent()).toEqual(['patch a Failed']);
    s.reclaimed = true;
    s.manager.syncBatch();
    expect(s.sent()).toEqual(['deletePod a']);
  });

  it('since v1.27 goes when the worker says its last word, though the status is written already', () => {
    s = new Statuses(true, deleted(web));
    s.set('Failed').written();
    s.sent();
    s.set('Failed', true).written();
    expect(s.sent()).toEqual(['patch a Failed', 'deletePod a']);
  });

  it('is deleted again in the next round if that did not get through', () => {
    s = new Statuses(true, deleted(web));
    s.set('Failed', true).written();
    s.sent();
    s.manager.deleted(A, 'API server down');
    expect(s.sent()).toEqual(['deletion failed']);
    s.manager.syncBatch();
    expect(s.sent()).toEqual(['deletePod a']);
    s.manager.deleted(A, null);
    s.manager.syncBatch();
    expect(s.sent()).toEqual([]);
  });

  it('of a static pod is nobody’s: it has none', () => {
    const fixed = deleted(newStaticPod());
    s = new Statuses(true, fixed);
    s.podManager.set(newMirrorPod(fixed));
    s.set('Failed', true).written();
    expect(s.sent()).toEqual(['patch mirror-of-a Failed']);
  });
});
