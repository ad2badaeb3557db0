import type { PodUID } from '../api/pod';
import type { SimTime } from '../clock/simTime';
import type { WorkClass } from '../machine/podEffects';

/** When a uid is to be looked at again, and why that late. */
export interface QueuedWork {
  readonly dueAt: SimTime;
  readonly class: WorkClass;
  /** The trace event that put it here. */
  readonly cause: number;
}

/** Uids that want another sync (`work_queue.go`): one entry a uid, a newer one replaces the older. */
export class WorkQueue {
  private readonly work = new Map<PodUID, QueuedWork>();

  enqueue(uid: PodUID, work: QueuedWork): void {
    this.work.set(uid, work);
  }

  /** Takes out every uid that is due at `now`, in the order of uids. */
  takeDue(now: SimTime): readonly (readonly [PodUID, QueuedWork])[] {
    const due = [...this.work].filter(([, { dueAt }]) => dueAt <= now);
    for (const [uid] of due) this.work.delete(uid);
    return due.sort(([a], [b]) => (a < b ? -1 : 1));
  }

  get(uid: PodUID): QueuedWork | null {
    return this.work.get(uid) ?? null;
  }

  save(): readonly (readonly [PodUID, QueuedWork])[] {
    return [...this.work];
  }

  static restore(saved: readonly (readonly [PodUID, QueuedWork])[]): WorkQueue {
    const queue = new WorkQueue();
    for (const [uid, work] of saved) queue.enqueue(uid, work);
    return queue;
  }
}
