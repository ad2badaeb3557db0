import type { Pod, PodUID } from '../api/pod';
import { after, type Duration, duration, type SimTime, simTime } from '../clock/simTime';
import type { FaultSpec } from '../runtime/faults';
import type { KubeletPorts } from './kubeletPorts';

type Operation = 'MountVolume' | 'UnmountVolume';

/** The volumes of one pod. They stay mounted when the kubelet dies. */
interface PodVolumes {
  readonly pod: Pod;
  readonly state: 'unmounted' | 'mounting' | 'mounted' | 'unmounting';
  /** When the operation under way ends; `null` while it hangs on the fault, or while none is under way. */
  readonly endsAt: SimTime | null;
  readonly hangsOn: string | null;
  /** Not before this, after an operation that failed. */
  readonly retryAt: SimTime;
  readonly backoff: Duration;
}

interface Waiter {
  readonly callId: number;
  readonly wants: 'mounted' | 'unmounted';
  readonly until: SimTime;
}

export interface SavedVolumeManager {
  readonly volumes: readonly (readonly [PodUID, PodVolumes])[];
  readonly waiters: readonly (readonly [PodUID, Waiter])[];
  readonly polling: boolean;
}

/** What the volume manager needs beside the ports. */
export interface VolumePorts {
  readonly ports: Pick<KubeletPorts, 'now' | 'timing' | 'schedule' | 'faultAt' | 'isArmed' | 'emit'>;
  /** The pod's containers are stopped: its volumes may go. */
  shouldBeRemoved(uid: PodUID): boolean;
  /** A sync call's wait is over; `error` is `null` if it was not in vain. */
  waitOver(callId: number, error: string | null): void;
}

const FIRST_BACKOFF = duration(500);
const MAX_BACKOFF = duration(122_000);

/**
 * Mounts and unmounts the volumes of pods (`volume_manager.go`), all of a pod's at once. It looks every 100 ms while there is
 * something to do: a mount that SyncPod waits for, or an unmount once the pod's containers are stopped. A wait gives
 * up after about two minutes; the work goes on.
 */
export class VolumeManager {
  private readonly volumes = new Map<PodUID, PodVolumes>();
  private readonly waiters = new Map<PodUID, Waiter>();
  private polling = false;

  constructor(private readonly deps: VolumePorts) {}

  /** Takes over what an earlier kubelet left mounted. */
  adopt(saved: SavedVolumeManager): void {
    for (const [uid, volumes] of saved.volumes)
      this.volumes.set(uid, { ...volumes, endsAt: null, hangsOn: null });
  }

  waitForMount(pod: Pod, callId: number): void {
    const known = this.volumes.get(pod.uid);
    if (known === undefined || known.state === 'unmounted') this.volumes.set(pod.uid, fresh(pod));
    this.wait(pod.uid, callId, 'mounted');
  }

  waitForUnmount(uid: PodUID, callId: number): void {
    this.wait(uid, callId, 'unmounted');
  }

  /** The call no longer waits. */
  forgetWaiter(callId: number): void {
    for (const [uid, waiter] of this.waiters) if (waiter.callId === callId) this.waiters.delete(uid);
  }

  hasMounted(uid: PodUID): boolean {
    return this.volumes.has(uid);
  }

  mountedPods(): readonly PodUID[] {
    return [...this.volumes.keys()];
  }

  /** Something may have become due. */
  kick(): void {
    if (this.polling || !this.hasWork()) return;
    this.polling = true;
    this.deps.ports.schedule(this.deps.ports.timing.volumePoll, { type: 'volumePoll' });
  }

  poll(): void {
    this.polling = false;
    for (const [uid, volumes] of [...this.volumes]) this.advance(uid, volumes);
    const now = this.deps.ports.now();
    for (const [uid, waiter] of [...this.waiters]) {
      const done = this.isDone(uid, waiter.wants);
      if (!done && now < waiter.until) continue;
      this.waiters.delete(uid);
      this.deps.waitOver(waiter.callId, done ? null : this.timedOut(uid, waiter.wants));
    }
    this.kick();
  }

  private wait(uid: PodUID, callId: number, wants: Waiter['wants']): void {
    if (this.isDone(uid, wants)) return this.deps.waitOver(callId, null);
    const { now, timing } = this.deps.ports;
    this.waiters.set(uid, { callId, wants, until: after(now(), timing.volumeTimeout) });
    this.kick();
  }

  private isDone(uid: PodUID, wants: Waiter['wants']): boolean {
    const volumes = this.volumes.get(uid);
    return wants === 'unmounted' ? volumes === undefined : volumes?.state === 'mounted';
  }

  private timedOut(uid: PodUID, wants: Waiter['wants']): string {
    const names = (this.volumes.get(uid)?.pod.spec.volumes ?? []).join(' ');
    return wants === 'mounted'
      ? `unmounted volumes=[${names}]: timed out waiting for the condition`
      : `mounted volumes=[${names}]: timed out waiting for the condition`;
  }

  private hasWork(): boolean {
    if (this.waiters.size > 0) return true;
    for (const [uid, { state }] of this.volumes) {
      if (state !== 'mounted' || this.deps.shouldBeRemoved(uid)) return true;
    }
    return false;
  }

  private advance(uid: PodUID, volumes: PodVolumes): void {
    const { ports } = this.deps;
    const now = ports.now();
    const underWay = volumes.state === 'mounting' || volumes.state === 'unmounting';
    if (underWay) {
      if (volumes.hangsOn !== null && ports.isArmed(volumes.hangsOn)) return;
      if (volumes.endsAt === null || now >= volumes.endsAt) this.complete(uid, volumes);
      return;
    }
    if (now < volumes.retryAt) return;
    if (this.deps.shouldBeRemoved(uid)) {
      if (volumes.state === 'mounted') this.begin(uid, volumes, 'UnmountVolume');
      else this.volumes.delete(uid);
    } else if (volumes.state === 'unmounted') {
      this.begin(uid, volumes, 'MountVolume');
    }
  }

  private begin(uid: PodUID, volumes: PodVolumes, operation: Operation): void {
    const { ports } = this.deps;
    const fault = ports.faultAt(operation, volumes.pod);
    if (fault?.kind === 'error' || fault?.kind === 'timeout')
      return this.fail(uid, volumes, operation, fault);
    const { volumeMount, volumeUnmount } = ports.timing;
    const takes = (operation === 'MountVolume' ? volumeMount : volumeUnmount) + (fault?.delay ?? 0);
    this.volumes.set(uid, {
      ...volumes,
      state: operation === 'MountVolume' ? 'mounting' : 'unmounting',
      endsAt: fault?.kind === 'hang' ? null : after(ports.now(), duration(takes)),
      hangsOn: fault?.kind === 'hang' ? fault.id : null,
    });
  }

  private fail(uid: PodUID, volumes: PodVolumes, operation: Operation, fault: FaultSpec): void {
    const { ports } = this.deps;
    const retryAt = after(ports.now(), volumes.backoff);
    const backoff = duration(Math.min(volumes.backoff * 2, MAX_BACKOFF));
    this.volumes.set(uid, { ...volumes, retryAt, backoff });
    ports.emit({ kind: 'volumeFailed', uid, operation, error: fault.message, again: retryAt });
  }

  private complete(uid: PodUID, volumes: PodVolumes): void {
    const mounted = volumes.state === 'mounting';
    if (mounted) this.volumes.set(uid, { ...fresh(volumes.pod), state: 'mounted' });
    else this.unmounted(uid, volumes);
    this.deps.ports.emit(mounted ? { kind: 'volumesMounted', uid } : { kind: 'volumesUnmounted', uid });
  }

  /** Somebody may want the pod back already, and then its volumes are to be mounted again. */
  private unmounted(uid: PodUID, { pod }: PodVolumes): void {
    if (this.waiters.get(uid)?.wants === 'mounted') this.volumes.set(uid, fresh(pod));
    else this.volumes.delete(uid);
  }

  save(): SavedVolumeManager {
    return { volumes: [...this.volumes], waiters: [...this.waiters], polling: this.polling };
  }

  restore(saved: SavedVolumeManager): void {
    for (const [uid, volumes] of saved.volumes) this.volumes.set(uid, volumes);
    for (const [uid, waiter] of saved.waiters) this.waiters.set(uid, waiter);
    this.polling = saved.polling;
  }
}

const fresh = (pod: Pod): PodVolumes => ({
  pod,
  state: 'unmounted',
  endsAt: null,
  hangsOn: null,
  retryAt: simTime(0),
  backoff: FIRST_BACKOFF,
});
