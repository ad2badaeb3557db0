import { describe, expect, it } from 'vitest';
import { type Pod, podUID } from '../../src/api/pod';
import { PodConfig, type PodDelta } from '../../src/kubelet/podConfig';
import { deleted, newPod, withPhase, withSpec } from '../helpers/newPod';

const web = newPod();
const db = newPod({ uid: podUID('b'), name: 'db' });
const newer = (pod: Pod, over: Partial<Pod> = {}): Pod => ({ ...pod, version: pod.version + 1, ...over });
const news = (deltas: readonly PodDelta[]) => deltas.map(({ op, pod }) => `${op} ${pod.uid}@${pod.version}`);

const CHANGES: readonly {
  desc: string;
  before: readonly Pod[];
  uid: string;
  now: Pod | null;
  news: string[];
}[] = [
  { desc: 'A pod that is new is an ADD.', before: [], uid: 'a', now: web, news: ['ADD a@1'] },
  {
    desc: 'A pod that comes with a deletion time is an ADD all the same.',
    before: [],
    uid: 'a',
    now: deleted(web),
    news: ['ADD a@2'],
  },
  { desc: 'The same version again is no news.', before: [web], uid: 'a', now: { ...web }, news: [] },
  {
    desc: 'Another manifest is an UPDATE.',
    before: [web],
    uid: 'a',
    now: newer(withSpec(web, { hostNetwork: true })),
    news: ['UPDATE a@2'],
  },
  {
    desc: 'A deletion time makes it a DELETE, which is graceful.',
    before: [web],
    uid: 'a',
    now: deleted(web, 30),
    news: ['DELETE a@2'],
  },
  {
    desc: 'A shorter deletion is a DELETE again.',
    before: [deleted(web, 30)],
    uid: 'a',
    now: newer(deleted(web, 5)),
    news: ['DELETE a@3'],
  },
  {
    desc: 'Any change of a pod with a deletion time is a DELETE.',
    before: [deleted(web, 30)],
    uid: 'a',
    now: newer(withSpec(deleted(web, 30), { hostNetwork: true })),
    news: ['DELETE a@3'],
  },
  {
    desc: 'A status that comes back is a RECONCILE.',
    before: [web],
    uid: 'a',
    now: newer(withPhase(web, 'Running')),
    news: ['RECONCILE a@2'],
  },
  {
    desc: 'A status that comes back after the deletion too.',
    before: [deleted(web)],
    uid: 'a',
    now: newer(withPhase(deleted(web), 'Failed')),
    news: ['RECONCILE a@3'],
  },
  { desc: 'A pod that is gone is a REMOVE.', before: [web], uid: 'a', now: null, news: ['REMOVE a@1'] },
  { desc: 'A pod that was never there cannot go.', before: [web], uid: 'b', now: null, news: [] },
];

describe('what changes of one pod', () => {
  it.each(CHANGES)('$desc', ({ before, uid, now, news: expected }) => {
    const config = new PodConfig();
    config.replace('api', before);
    const restored = PodConfig.restore(JSON.parse(JSON.stringify(config.save())));
    expect(news(config.change('api', podUID(uid), now))).toEqual(expected);
    expect(news(restored.change('api', podUID(uid), now)), 'after a restore').toEqual(expected);
  });

  it('is no news before the source has reported.', () => {
    const config = new PodConfig();
    expect(config.change('api', web.uid, web)).toEqual([]);
    expect(config.hasReported('api')).toBe(false);
  });
});

describe('a whole list', () => {
  it('tells of what is gone first, then of the rest in its order.', () => {
    const config = new PodConfig();
    expect(news(config.replace('api', [web, db]))).toEqual(['ADD a@1', 'ADD b@1']);
    const cache = newPod({ uid: podUID('c'), name: 'cache' });
    expect(news(config.replace('api', [cache, newer(withPhase(db, 'Running'))]))).toEqual([
      'REMOVE a@1',
      'ADD c@1',
      'RECONCILE b@2',
    ]);
  });

  it('counts as a report even if it is empty, for that source only.', () => {
    const config = new PodConfig();
    expect(config.replace('file', [])).toEqual([]);
    expect([config.hasReported('file'), config.hasReported('api')]).toEqual([true, false]);
  });

  it('of one source says nothing about the other.', () => {
    const config = new PodConfig();
    config.replace('api', [web]);
    expect(news(config.replace('file', [db]))).toEqual(['ADD b@1']);
    expect(news(config.replace('api', []))).toEqual(['REMOVE a@1']);
  });
});
