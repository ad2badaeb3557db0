import { beforeEach, describe, expect, it } from 'vitest';
import type { PodUID } from '../../src/api/pod';
import { duration, simTime } from '../../src/clock/simTime';
import { DEFAULT_TIMING } from '../../src/clock/timing';
import type { KubeletEvent } from '../../src/kubelet/kubeletEvents';
import { VolumeManager } from '../../src/kubelet/volumeManager';
import type { FaultSpec } from '../../src/runtime/faults';
import { newPod, withSpec } from '../helpers/newPod';

const web = withSpec(newPod(), { volumes: ['data', 'logs'] });

/** A volume manager with a clock that only its own polls move, and faults that hit so many times. */
class Volumes {
  now = 0;
  readonly log: string[] = [];
  readonly stopped = new Set<PodUID>();
  fault: FaultSpec | null = null;
  hits = 0;
  private pollAt: number | null = null;
  manager = this.make();

  private make(): VolumeManager {
    return new VolumeManager({
      ports: {
        now: () => simTime(this.now),
        timing: DEFAULT_TIMING,
        schedule: (d) => {
          this.pollAt = this.now + d;
        },
        faultAt: (operation) => {
          if (this.fault?.operation !== operation || this.hits === 0) return null;
          this.hits--;
          return this.fault;
        },
        isArmed: () => this.fault !== null,
        emit: (event: KubeletEvent) => this.log.push(`@${this.now} ${event.kind}`),
      },
      shouldBeRemoved: (uid) => this.stopped.has(uid),
      waitOver: (callId, error) => void this.log.push(`@${this.now} call ${callId}: ${error ?? 'ok'}`),
    });
  }

  until(t: number): this {
    while (this.pollAt !== null && this.pollAt <= t) {
      this.now = this.pollAt;
      this.pollAt = null;
      this.manager.poll();
    }
    this.now = t;
    return this;
  }

  fail(operation: 'MountVolume' | 'UnmountVolume', kind: FaultSpec['kind'], hits = 1): this {
    this.fault = {
      id: 'f',
      operation,
      pod: null,
      kind,
      code: 'Unknown',
      message: 'boom',
      delay: duration(1000),
      times: null,
      nth: 1,
      probability: 1,
    };
    this.hits = hits;
    return this;
  }

  /** Is another poll asked for? */
  get polls(): boolean {
    return this.pollAt !== null;
  }

  reload(): void {
    const saved = JSON.parse(JSON.stringify(this.manager.save()));
    this.manager = this.make();
    this.manager.restore(saved);
  }
}

let v: Volumes;
beforeEach(() => {
  v = new Volumes();
});

const mounted = (): Volumes => {
  v.manager.waitForMount(web, 1);
  v.until(300);
  v.log.length = 0;
  return v;
};

describe('a mount', () => {
  it('begins at the next look, takes 200 ms and is seen by a look', () => {
    v.manager.waitForMount(web, 1);
    v.until(1000);
    expect(v.log).toEqual(['@300 volumesMounted', '@300 call 1: ok']);
    expect(v.polls, 'nothing is left to do').toBe(false);
  });

  it('is not waited for by who comes later', () => {
    mounted().manager.waitForMount(web, 2);
    expect(v.log).toEqual(['@300 call 2: ok']);
  });

  it('that fails is tried again after 500 ms, then 1 s, 2 s', () => {
    v.fail('MountVolume', 'error', 3).manager.waitForMount(web, 1);
    v.until(10_000);
    expect(v.log).toEqual([
      '@100 volumeFailed',
      '@600 volumeFailed',
      '@1600 volumeFailed',
      '@3800 volumesMounted',
      '@3800 call 1: ok',
    ]);
  });

  it('that hangs is given up by the call after 2 min 3 s; it goes on, and ends when the fault is lifted', () => {
    v.fail('MountVolume', 'hang').manager.waitForMount(web, 1);
    v.until(122_999);
    expect(v.log).toEqual([]);
    v.until(123_000);
    expect(v.log).toEqual([
      '@123000 call 1: unmounted volumes=[data logs]: timed out waiting for the condition',
    ]);
    v.fault = null;
    v.until(123_100);
    expect(v.log.slice(1)).toEqual(['@123100 volumesMounted']);
  });

  it('that is delayed takes so much longer', () => {
    v.fail('MountVolume', 'delay').manager.waitForMount(web, 1);
    v.until(2000);
    expect(v.log).toEqual(['@1300 volumesMounted', '@1300 call 1: ok']);
  });

  it('goes on when the call that waited is gone', () => {
    v.manager.waitForMount(web, 1);
    v.manager.forgetWaiter(1);
    v.until(1000);
    expect(v.log).toEqual(['@300 volumesMounted']);
  });

  it('goes on after a save', () => {
    v.manager.waitForMount(web, 1);
    v.until(200);
    v.reload();
    v.until(1000);
    expect(v.log).toEqual(['@300 volumesMounted', '@300 call 1: ok']);
  });
});

describe('an unmount', () => {
  it('of a pod without volumes is over at once', () => {
    v.manager.waitForUnmount(web.uid, 1);
    expect(v.log).toEqual(['@0 call 1: ok']);
  });

  it('does not begin while the containers of the pod may run: the call gives up after 2 min 3 s', () => {
    mounted().manager.waitForUnmount(web.uid, 2);
    v.until(123_299);
    expect(v.log).toEqual([]);
    v.until(123_300);
    expect(v.log).toEqual([
      '@123300 call 2: mounted volumes=[data logs]: timed out waiting for the condition',
    ]);
    expect(v.manager.hasMounted(web.uid)).toBe(true);
  });

  it('begins when they are stopped, and takes 200 ms', () => {
    mounted().stopped.add(web.uid);
    v.manager.waitForUnmount(web.uid, 2);
    v.until(1000);
    expect(v.log).toEqual(['@600 volumesUnmounted', '@600 call 2: ok']);
    expect(v.manager.mountedPods()).toEqual([]);
    expect(v.polls).toBe(false);
  });

  it('begins without a call, when the pod is known to be stopped', () => {
    mounted().stopped.add(web.uid);
    v.manager.kick();
    v.until(1000);
    expect(v.log).toEqual(['@600 volumesUnmounted']);
  });

  it('that fails is tried again; the call waits', () => {
    mounted().fail('UnmountVolume', 'error').stopped.add(web.uid);
    v.manager.waitForUnmount(web.uid, 2);
    v.until(2000);
    expect(v.log).toEqual(['@400 volumeFailed', '@1100 volumesUnmounted', '@1100 call 2: ok']);
  });

  it('that never ends lets every call fail after 2 min 3 s', () => {
    mounted().fail('UnmountVolume', 'hang').stopped.add(web.uid);
    v.manager.waitForUnmount(web.uid, 2);
    v.until(123_300);
    v.manager.waitForUnmount(web.uid, 3);
    v.until(246_300);
    const inVain = 'mounted volumes=[data logs]: timed out waiting for the condition';
    expect(v.log).toEqual([`@123300 call 2: ${inVain}`, `@246300 call 3: ${inVain}`]);
  });

  it('is made by the next kubelet for what an earlier one left mounted', () => {
    const left = mounted().manager.save();
    v = new Volumes();
    v.manager.adopt(left);
    v.stopped.add(web.uid);
    v.manager.waitForUnmount(web.uid, 1);
    v.until(1000);
    expect(v.log).toEqual(['@300 volumesUnmounted', '@300 call 1: ok']);
  });
});
