import type { PodUID } from '../api/pod';
import { present } from '../base/assert';
import type { SimTime } from '../clock/simTime';
import { type CriReply, rpcError } from '../runtime/criCalls';
import { Pleg, type SavedPleg } from '../runtime/pleg';
import type { PlegEvent } from '../runtime/plegRecord';
import type { PodCache } from '../runtime/podCache';
import type { RelistProgress } from '../runtime/relist';
import type { KubeletPorts } from './kubeletPorts';

/** A worker that waits for the cache; `cause`: the trace event that says so. */
interface Waiter {
  readonly newerThan: SimTime | null;
  readonly cause: number;
}

export interface SavedRelistLoop {
  readonly pleg: SavedPleg;
  readonly relist: RelistProgress | null;
  readonly waiters: readonly (readonly [PodUID, Waiter])[];
}

/** What the loop needs beside the ports. */
export interface RelistPorts {
  readonly ports: Pick<KubeletPorts, 'now' | 'timing' | 'schedule' | 'cri' | 'emit' | 'because'>;
  readonly cache: PodCache;
  /** For the sync loop. */
  plegEvent(event: PlegEvent): void;
  /** The wait of `uid` is over: the cache is newer, or it holds an error. */
  waitOver(uid: PodUID, error: string | null): void;
}

/** Runs the PLEG's relists, one second apart, and wakes the workers that wait for the pod cache to become newer. */
export class RelistLoop {
  private pleg: Pleg;
  private relist: RelistProgress | null = null;
  private readonly waiters = new Map<PodUID, Waiter>();

  constructor(private readonly deps: RelistPorts) {
    this.pleg = new Pleg(deps.cache);
  }

  get lastSuccess(): SimTime | null {
    return this.pleg.lastSuccess;
  }

  begin(): void {
    this.relist = this.pleg.beginRelist(this.deps.ports.now());
    this.replied(null);
  }

  replied(reply: CriReply | null): void {
    const { ports } = this.deps;
    const step = this.pleg.next(present(this.relist, 'a reply belongs to a relist'), reply);
    for (const event of step.events) this.deps.plegEvent(event);
    if ('call' in step) {
      this.relist = step.progress;
      ports.cri(step.call, { for: 'relist' });
    } else {
      this.relist = null;
      if (!step.done.ok) ports.emit({ kind: 'relistFailed', error: rpcError(step.done) });
      ports.schedule(ports.timing.relist, { type: 'relist' });
    }
    this.wakeWaiters();
  }

  /** `waitOver` is called when the cache is newer than `newerThan`, at once if it is already. */
  wait(uid: PodUID, newerThan: SimTime | null): void {
    const found = this.deps.cache.getNewerThan(uid, newerThan);
    if (found === null) {
      const cause = this.deps.ports.emit({ kind: 'waitingForPodStatus', uid });
      this.waiters.set(uid, { newerThan, cause });
    } else {
      this.deps.waitOver(uid, 'error' in found ? found.error : null);
    }
  }

  isWaiting(uid: PodUID): boolean {
    return this.waiters.has(uid);
  }

  private wakeWaiters(): void {
    for (const [uid, { newerThan, cause }] of [...this.waiters]) {
      const found = this.deps.cache.getNewerThan(uid, newerThan);
      if (found === null) continue;
      this.waiters.delete(uid);
      this.deps.ports.because(cause);
      this.deps.waitOver(uid, 'error' in found ? found.error : null);
    }
  }

  save(): SavedRelistLoop {
    return { pleg: this.pleg.save(), relist: this.relist, waiters: [...this.waiters] };
  }

  restore(saved: SavedRelistLoop): void {
    this.pleg = Pleg.restore(saved.pleg, this.deps.cache);
    this.relist = saved.relist;
    for (const [uid, waiter] of saved.waiters) this.waiters.set(uid, waiter);
  }
}
