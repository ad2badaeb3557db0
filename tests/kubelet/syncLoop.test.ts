import { beforeEach, describe, expect, it } from 'vitest';
import { podUID } from '../../src/api/pod';
import { type LoopEvent, type LoopPorts, SyncLoop } from '../../src/kubelet/syncLoop';

const tick: LoopEvent = { type: 'syncTick', cause: null };
const housekeeping: LoopEvent = { type: 'housekeepingTick', cause: null };
const pleg = (uid: string): LoopEvent => ({
  type: 'pleg',
  uid: podUID(uid),
  event: 'ContainerDied',
  id: 'c1',
  cause: null,
});

let reasons: string[];
let log: string[];
let busyWith: LoopEvent['type'] | null;
let loop: SyncLoop;

const text = (event: LoopEvent) => (event.type === 'pleg' ? `pleg ${event.uid}` : event.type);
const ports: LoopPorts = {
  reasonsToSkip: () => reasons,
  handle: (event) => {
    log.push(text(event));
    return event.type === busyWith ? 'busy' : 'done';
  },
  sleep: (d, why) => void log.push(`sleep ${d}: ${why.join(', ')}`),
};

beforeEach(() => {
  reasons = [];
  log = [];
  busyWith = null;
  loop = new SyncLoop(ports);
});

describe('the sync loop', () => {
  it('handles events first come first served', () => {
    for (const event of [pleg('a'), tick, pleg('b'), housekeeping]) loop.offer(event);
    expect(log).toEqual(['pleg a', 'syncTick', 'pleg b', 'housekeepingTick']);
    expect(loop.waiting).toEqual([]);
  });

  it('does nothing else while an event keeps it busy', () => {
    busyWith = 'housekeepingTick';
    for (const event of [housekeeping, pleg('a'), pleg('b')]) loop.offer(event);
    expect(log).toEqual(['housekeepingTick']);
    expect(loop.waiting.map(text)).toEqual(['pleg a', 'pleg b']);
    loop.free();
    expect(log).toEqual(['housekeepingTick', 'pleg a', 'pleg b']);
  });

  it('keeps at most one tick of each kind; other events all wait', () => {
    busyWith = 'housekeepingTick';
    loop.offer(housekeeping);
    for (const event of [tick, pleg('a'), tick, housekeeping, pleg('a'), housekeeping]) loop.offer(event);
    expect(loop.waiting.map(text)).toEqual(['syncTick', 'pleg a', 'housekeepingTick', 'pleg a']);
  });

  it('skips everything while there is a reason: 100 ms, doubled up to 5 s', () => {
    reasons = ['container runtime is down'];
    loop.offer(tick);
    const slept = () => log.map((line) => Number(/sleep (\d+)/.exec(line)?.[1]));
    for (let i = 0; i < 8; i++) loop.wake();
    expect(slept()).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
    expect(log[0]).toBe('sleep 100: container runtime is down');
  });

  it('sleeps once, whatever arrives meanwhile, and then handles all of it', () => {
    reasons = ['down', 'PLEG is not healthy'];
    for (const event of [pleg('a'), tick, pleg('b'), tick]) loop.offer(event);
    expect(log).toEqual(['sleep 100: down, PLEG is not healthy']);
    reasons = [];
    loop.wake();
    expect(log.slice(1)).toEqual(['pleg a', 'syncTick', 'pleg b']);
  });

  it('begins with 100 ms again after it has handled something', () => {
    reasons = ['down'];
    loop.offer(tick);
    loop.wake();
    reasons = [];
    loop.wake();
    reasons = ['down'];
    loop.offer(tick);
    expect(log).toEqual(['sleep 100: down', 'sleep 200: down', 'syncTick', 'sleep 100: down']);
  });

  it('goes on after a save where it stood: asleep, with its back-off and what waits', () => {
    reasons = ['down'];
    loop.offer(pleg('a'));
    loop.wake();
    const restored = new SyncLoop(ports);
    restored.restore(JSON.parse(JSON.stringify(loop.save())));
    log = [];
    restored.offer(tick);
    expect(log, 'it sleeps').toEqual([]);
    restored.wake();
    reasons = [];
    restored.wake();
    expect(log).toEqual(['sleep 400: down', 'pleg a', 'syncTick']);
  });

  it('goes on after a save while it is busy', () => {
    busyWith = 'housekeepingTick';
    loop.offer(housekeeping);
    loop.offer(pleg('a'));
    const restored = new SyncLoop(ports);
    restored.restore(JSON.parse(JSON.stringify(loop.save())));
    restored.offer(pleg('b'));
    expect(log).toEqual(['housekeepingTick']);
    restored.free();
    expect(log).toEqual(['housekeepingTick', 'pleg a', 'pleg b']);
  });
});
