import { beforeEach, describe, expect, it } from 'vitest';
import { duration } from '../../src/clock/simTime';
import { Pleg } from '../../src/runtime/pleg';
import { PodCache } from '../../src/runtime/podCache';
import type { RelistResult, RelistStep } from '../../src/runtime/relist';
import { at, Driver, newContainerSpec, newFault, newRuntimePod } from './driver';

const web = newRuntimePod('web');
const db = newRuntimePod('db');

let d: Driver;
let cache: PodCache;
let pleg: Pleg;
beforeEach(() => {
  d = new Driver();
  cache = new PodCache();
  pleg = new Pleg(cache);
});

/** Runs a whole relist against the runtime, saving and restoring the PLEG and its progress before each reply. */
function relist(): { calls: string[]; events: string[]; result: RelistResult } {
  const calls: string[] = [];
  const events: string[] = [];
  let step: RelistStep = pleg.next(pleg.beginRelist(d.now), null);
  for (;;) {
    events.push(...step.events.map(({ uid, type, id }) => `${uid} ${type} ${d.ids.get(id) ?? id}`));
    if ('done' in step) return { calls, events, result: step.done };
    calls.push('pod' in step.call ? `${step.call.op} ${step.call.pod.name}` : step.call.op);
    const callId = d.call(step.call);
    while (!d.replies.has(callId) && d.step()) {}
    const progress = JSON.parse(JSON.stringify(step.progress));
    cache = PodCache.restore(JSON.parse(JSON.stringify(cache.save())));
    pleg = Pleg.restore(JSON.parse(JSON.stringify(pleg.save())), cache);
    step = pleg.next(progress, d.replies.get(callId) ?? null);
  }
}

function start(pod = web, names = ['s', 'c'], over = {}): { sandbox: string; container: string } {
  const ids = d.startPod(pod, newContainerSpec(over));
  d.ids.set(ids.sandbox, `${pod.name}-${names[0]}`).set(ids.container, `${pod.name}-${names[1]}`);
  return ids;
}

const LISTS = ['ListPodSandbox', 'ListContainers'];
const INSPECT_WEB = ['PodSandboxStatus web', 'ContainerStatus web'];

describe('a relist', () => {
  it('of an empty runtime moves the global timestamp to its start', () => {
    d.until(1000);
    expect(relist()).toEqual({
      calls: LISTS,
      events: [],
      result: { ok: true, startedAt: 1000, inspected: [], failed: [] },
    });
    expect([d.now, cache.time, pleg.lastSuccess]).toEqual([1010, 1000, 1000]);
  });

  it('inspects a new pod and tells of its container and its sandbox, and then of nothing', () => {
    const { sandbox, container } = start();
    expect(relist()).toEqual({
      calls: [...LISTS, ...INSPECT_WEB],
      events: ['uid-web ContainerStarted web-c', 'uid-web ContainerStarted web-s'],
      result: { ok: true, startedAt: 1200, inspected: ['uid-web'], failed: [] },
    });
    expect(cache.get(web.uid)).toMatchObject({
      modified: 1200,
      status: {
        uid: 'uid-web',
        name: 'web',
        sandboxes: [{ id: sandbox, ready: true }],
        containers: [{ id: container }],
      },
    });
    expect(relist()).toMatchObject({ calls: LISTS, events: [] });
    expect(cache.get(web.uid)?.modified).toBe(1200);
    expect(cache.time).toBe(1220);
  });

  it('tells of deaths once, and of the removal of what it has seen dead', () => {
    const { sandbox, container } = start();
    relist();
    d.finish({ op: 'StopPodSandbox', pod: web, sandbox });
    expect(relist().events).toEqual(['uid-web ContainerDied web-c', 'uid-web ContainerDied web-s']);
    expect(cache.get(web.uid)).toMatchObject({
      status: { containers: [{ state: 'exited', exitCode: 137 }] },
    });
    expect(relist().events).toEqual([]);
    d.finish({ op: 'RemoveContainer', pod: web, container });
    expect(relist()).toMatchObject({
      calls: [...LISTS, 'PodSandboxStatus web'],
      events: ['uid-web ContainerRemoved web-c'],
    });
    d.finish({ op: 'RemovePodSandbox', pod: web, sandbox });
    expect(relist()).toMatchObject({ calls: LISTS, events: ['uid-web ContainerRemoved web-s'] });
    expect(cache.get(web.uid)).toBeNull();
  });

  it('tells of death and removal together where it has missed the death', () => {
    const { sandbox } = start();
    relist();
    d.finish({ op: 'RemovePodSandbox', pod: web, sandbox });
    expect(relist().events).toEqual([
      'uid-web ContainerDied web-c',
      'uid-web ContainerRemoved web-c',
      'uid-web ContainerDied web-s',
      'uid-web ContainerRemoved web-s',
    ]);
  });

  it('inspects a pod whose container was created, and tells nobody of that', () => {
    const { sandbox } = start();
    relist();
    d.finish({ op: 'CreateContainer', pod: web, sandbox, spec: newContainerSpec({ name: 'b' }) });
    expect(relist()).toMatchObject({ calls: [...LISTS, ...INSPECT_WEB, 'ContainerStatus web'], events: [] });
  });

  it('asks for the newest sandbox only and leaves the older ones as listed', () => {
    const { sandbox: old } = start();
    d.finish({ op: 'StopPodSandbox', pod: web, sandbox: old });
    start(web, ['s2', 'c2']);
    expect(relist().calls).toEqual([...LISTS, ...INSPECT_WEB, 'ContainerStatus web']);
    expect(cache.get(web.uid)).toMatchObject({ status: { sandboxes: [{ ready: false }, { ready: true }] } });
  });

  it('leaves out a container that vanished after it was listed', () => {
    start();
    d.runtime.faults.arm(newFault({ operation: 'ContainerStatus', kind: 'error', code: 'NotFound' }));
    expect(relist().result).toMatchObject({ inspected: ['uid-web'], failed: [] });
    expect(cache.get(web.uid)).toMatchObject({ status: { containers: [] } });
  });
});

describe('a relist that fails', () => {
  it.each([
    { desc: 'the sandboxes are not listed', op: 'ListPodSandbox', calls: ['ListPodSandbox'] },
    { desc: 'the containers are not listed', op: 'ListContainers', calls: LISTS },
  ] as const)('moves nothing: $desc', ({ op, calls }) => {
    relist();
    start();
    d.runtime.faults.arm(newFault({ operation: op, kind: 'error', code: 'Unavailable', times: 1 }));
    const before = [cache.save(), pleg.save()];
    expect(relist()).toEqual({
      calls,
      events: [],
      result: { ok: false, startedAt: 1210, op, code: 'Unavailable', message: 'boom' },
    });
    expect([cache.save(), pleg.save()]).toEqual(before);
    expect(relist().events).toHaveLength(2);
  });

  it('for one pod: keeps the error, withholds its events, goes on with the others, tries again', () => {
    start(web);
    start(db);
    d.runtime.faults.arm(newFault({ operation: 'ContainerStatus', kind: 'error', pod: 'web', times: 1 }));
    const first = relist();
    expect(first.events).toEqual(['uid-db ContainerStarted db-c', 'uid-db ContainerStarted db-s']);
    expect(first.result).toMatchObject({ ok: true, inspected: ['uid-db'], failed: ['uid-web'] });
    expect(cache.getNewerThan(web.uid, at(1200))).toEqual({ error: 'rpc error: code = Unknown desc = boom' });
    expect(cache.time).toBe(first.result.startedAt);
    const second = relist();
    expect(second.calls).toEqual([...LISTS, ...INSPECT_WEB]);
    expect(second.events).toEqual(['uid-web ContainerStarted web-c', 'uid-web ContainerStarted web-s']);
    expect(cache.get(web.uid)).toMatchObject({ modified: second.result.startedAt, status: { name: 'web' } });
    expect(relist().calls).toEqual(LISTS);
  });

  it('for one pod that is gone by the next one: nothing stays of it', () => {
    const { sandbox } = start(web);
    d.runtime.faults.arm(newFault({ operation: 'PodSandboxStatus', kind: 'error', times: 1 }));
    expect(relist().calls).toEqual([...LISTS, 'PodSandboxStatus web']);
    d.finish({ op: 'RemovePodSandbox', pod: web, sandbox });
    expect(relist()).toMatchObject({ calls: LISTS, events: [], result: { failed: [] } });
    expect(cache.get(web.uid)).toBeNull();
  });

  it('for one pod that goes back to how it was: still inspected again', () => {
    const { container } = start(web, ['s', 'c'], { stopTakes: duration(10) });
    relist();
    d.runtime.faults.arm(newFault({ operation: 'PodSandboxStatus', kind: 'error', times: 1 }));
    const { sandbox } = d.runtime.containers()[0] ?? { sandbox: '' };
    const spec = newContainerSpec({ name: 'b' });
    const second = d.finish({ op: 'CreateContainer', pod: web, sandbox, spec });
    expect(relist().result).toMatchObject({ failed: ['uid-web'] });
    d.finish({ op: 'RemoveContainer', pod: web, container: second });
    expect(relist()).toMatchObject({ calls: [...LISTS, ...INSPECT_WEB], events: [] });
    expect(cache.get(web.uid)).toMatchObject({ status: { containers: [{ id: container }] } });
  });
});
