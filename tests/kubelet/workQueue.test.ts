import { describe, expect, it } from 'vitest';
import { podUID } from '../../src/api/pod';
import { simTime } from '../../src/clock/simTime';
import { type QueuedWork, WorkQueue } from '../../src/kubelet/workQueue';

const work = (dueAt: number, cls: QueuedWork['class'] = 'resync'): QueuedWork => ({
  dueAt: simTime(dueAt),
  class: cls,
  cause: 0,
});
const due = (queue: WorkQueue, now: number) => queue.takeDue(simTime(now)).map(([uid]) => uid);

describe('the work queue', () => {
  it('hands out what is due, in the order of uids, once', () => {
    const queue = new WorkQueue();
    queue.enqueue(podUID('c'), work(1000));
    queue.enqueue(podUID('a'), work(2000));
    queue.enqueue(podUID('b'), work(2001));
    expect(due(queue, 999)).toEqual([]);
    expect(due(queue, 2000)).toEqual(['a', 'c']);
    expect(due(queue, 2000)).toEqual([]);
    expect(due(queue, 2001)).toEqual(['b']);
  });

  it('keeps one entry a uid: a newer one replaces the older, whether it is due sooner or later', () => {
    const queue = new WorkQueue();
    queue.enqueue(podUID('a'), work(1000, 'now'));
    queue.enqueue(podUID('a'), work(9000, 'backoff'));
    expect(due(queue, 8999)).toEqual([]);
    queue.enqueue(podUID('a'), work(3000, 'transient'));
    expect(queue.get(podUID('a'))).toEqual(work(3000, 'transient'));
    expect(due(queue, 3000)).toEqual(['a']);
    expect(queue.get(podUID('a'))).toBe(null);
  });

  it('goes through JSON', () => {
    const queue = new WorkQueue();
    queue.enqueue(podUID('a'), work(1000));
    const restored = WorkQueue.restore(JSON.parse(JSON.stringify(queue.save())));
    expect(restored.save()).toEqual(queue.save());
    expect(due(restored, 1000)).toEqual(['a']);
    expect(due(queue, 1000), 'the other one is another').toEqual(['a']);
  });
});
