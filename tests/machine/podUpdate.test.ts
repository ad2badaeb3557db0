import { describe, expect, it } from 'vitest';
import { isStaticPod } from '../../src/api/pod';
import { mergeActive, type PodUpdate, replayOf, syntheticPod } from '../../src/machine/podUpdate';
import { newMirrorPod, runtimePodOf } from '../helpers/newPod';
import { active, EARLIER, kill, NOW, newer, update, web } from './row';

const mirror = newMirrorPod(web);
const inRuntime = runtimePodOf(web);
const killed = kill({ gracePeriodOverride: 30 });

const ROWS: readonly {
  desc: string;
  before: ReturnType<typeof active> | null;
  taken: PodUpdate;
  after: ReturnType<typeof active>;
}[] = [
  {
    desc: 'The first update is all there is.',
    before: null,
    taken: update('create', { mirrorPod: mirror }),
    after: active({ mirrorPod: mirror }),
  },
  {
    desc: 'The pod is replaced, a mirror pod that is not mentioned stays.',
    before: active({ mirrorPod: mirror }),
    taken: update('update', { pod: newer }),
    after: active({ pod: newer, mirrorPod: mirror }),
  },
  {
    desc: 'A mirror pod that is mentioned replaces the old one.',
    before: active({ mirrorPod: mirror }),
    taken: update('update', { mirrorPod: newMirrorPod(web, { version: 101 }) }),
    after: active({ mirrorPod: newMirrorPod(web, { version: 101 }) }),
  },
  {
    desc: 'Kill options stay where an update has none.',
    before: active({ kill: killed }),
    taken: update('sync'),
    after: active({ kill: killed }),
  },
  {
    desc: 'New kill options replace the old ones whole; who asked is not remembered.',
    before: active({ kill: kill({ evict: true, gracePeriodOverride: 30 }) }),
    taken: update('kill', { kill: kill({ gracePeriodOverride: 5, request: 7 }) }),
    after: active({ kill: kill({ gracePeriodOverride: 5 }) }),
  },
  {
    desc: 'A runtime-only update keeps the pod that there is.',
    before: active(),
    taken: update('kill', { runtimePod: inRuntime, kill: killed }),
    after: active({ runtimePod: inRuntime, kill: killed }),
  },
  {
    desc: 'Without one there is only the runtime pod.',
    before: null,
    taken: update('kill', { runtimePod: inRuntime, kill: killed }),
    after: active({ pod: null, runtimePod: inRuntime, kill: killed }),
  },
  {
    desc: 'A configuration that comes later takes the runtime pod away.',
    before: active({ pod: null, runtimePod: inRuntime, kill: killed }),
    taken: update('sync'),
    after: active({ kill: killed }),
  },
];

describe('what the worker gathers', () => {
  it.each(ROWS)('$desc', ({ before, taken, after }) => {
    expect(mergeActive(before, taken)).toEqual(after);
  });

  it('is replayed as a sync of now', () => {
    expect(replayOf(active({ mirrorPod: mirror, kill: killed }), NOW)).toEqual({
      ...update('sync', { mirrorPod: mirror, kill: killed, startTime: NOW }),
      work: null,
    });
    expect(replayOf(active(), EARLIER).startTime).toBe(EARLIER);
  });
});

describe('a pod made up from the runtime', () => {
  it('has uid, name and namespace and nothing that decides: it is not static, not deleted, not terminal', () => {
    const pod = syntheticPod(inRuntime);
    expect(pod).toMatchObject({ uid: 'a', name: 'web', namespace: 'default' });
    expect([isStaticPod(pod), pod.deletion, pod.terminationGracePeriod, pod.status.phase]).toEqual([
      false,
      null,
      null,
      '',
    ]);
    expect(pod.spec.containers).toEqual([]);
  });
});
