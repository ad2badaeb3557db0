import { describe, expect, it } from 'vitest';
import { podUID } from '../../src/api/pod';
import { emptyStatus, PodCache } from '../../src/runtime/podCache';
import { at } from './driver';

const uid = podUID('u');
const status = { ...emptyStatus(uid), name: 'web', namespace: 'default' };

describe('what is newer than a time', () => {
  const rows = [
    { desc: 'no entry, no relist yet: wait', entry: null, time: null, min: null, got: null },
    { desc: 'no entry, a relist at 0, no minimum: empty', entry: null, time: 0, min: null, got: 'empty' },
    { desc: 'no entry, a relist as old as the minimum: wait', entry: null, time: 5, min: 5, got: null },
    { desc: 'no entry, a newer relist: empty', entry: null, time: 6, min: 5, got: 'empty' },
    { desc: 'an entry, no minimum', entry: 0, time: null, min: null, got: 'status' },
    { desc: 'a newer entry before the relist is over', entry: 6, time: 4, min: 5, got: 'status' },
    { desc: 'an entry as old as the minimum: wait', entry: 5, time: 5, min: 5, got: null },
    { desc: 'an old entry that a newer relist confirms', entry: 1, time: 6, min: 5, got: 'status' },
  ] as const;
  it.each(rows)('$desc', ({ entry, time, min, got }) => {
    const cache = new PodCache();
    if (entry !== null) cache.set(uid, status, at(entry));
    if (time !== null) cache.updateTime(at(time));
    const expected = { status: { status }, empty: { status: emptyStatus(uid) } };
    expect(cache.getNewerThan(uid, min === null ? null : at(min))).toEqual(
      got === null ? null : expected[got],
    );
  });

  it('hands over an error like a status, and forgets a deleted pod', () => {
    const cache = new PodCache();
    cache.setError(uid, 'no answer', at(3));
    expect(cache.getNewerThan(uid, at(2))).toEqual({ error: 'no answer' });
    expect(cache.getNewerThan(uid, at(3))).toBeNull();
    expect(cache.get(uid)).toEqual({ error: 'no answer', modified: 3 });
    cache.updateTime(at(4));
    cache.delete(uid);
    expect(cache.get(uid)).toBeNull();
    expect(cache.getNewerThan(uid, at(3))).toEqual({ status: emptyStatus(uid) });
  });

  it('survives JSON', () => {
    const cache = new PodCache();
    cache.set(uid, status, at(1));
    cache.setError(podUID('v'), 'no answer', at(2));
    cache.updateTime(at(3));
    const restored = PodCache.restore(JSON.parse(JSON.stringify(cache.save())));
    expect(restored.save()).toEqual(cache.save());
    expect([restored.get(uid), restored.time]).toEqual([cache.get(uid), 3]);
  });
});
