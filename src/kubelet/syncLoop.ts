import type { PodUID } from '../api/pod';
import { type Duration, duration } from '../clock/simTime';
import type { PodDelta, PodSource } from './podConfig';

/** What reaches the sync loop (`syncLoopIteration`). `cause` is the trace event that led to it. */
export type LoopEvent = { readonly cause: number | null } & (
  | { readonly type: 'config'; readonly delta: PodDelta }
  | {
      readonly type: 'pleg';
      readonly uid: PodUID;
      readonly event: 'ContainerStarted' | 'ContainerDied' | 'ContainerRemoved';
      readonly id: string;
    }
  /** Everything that the source had at first has been handled: it has been seen. */
  | { readonly type: 'sourceSeen'; readonly source: PodSource }
  | { readonly type: 'syncTick' }
  | { readonly type: 'housekeepingTick' }
);

export interface SavedSyncLoop {
  readonly inbox: readonly LoopEvent[];
  readonly busy: boolean;
  readonly asleep: boolean;
  readonly backoff: number;
}

/** What the loop needs of the kubelet. */
export interface LoopPorts {
  /** Why the loop must not do anything now: runtime down, PLEG unhealthy. Empty if it may. */
  reasonsToSkip(): readonly string[];
  /** Handles one event; `busy` if the loop is not free again when this returns (`SyncLoop.free` will be called). */
  handle(event: LoopEvent): 'done' | 'busy';
  /** Call `wake` after `d`. */
  sleep(d: Duration, reasons: readonly string[]): void;
}

const BASE = duration(100);
const MAX = duration(5000);

/**
 * The sync loop: one event at a time, first come, first served. While the runtime is down or the PLEG is unhealthy it skips
 * everything and looks again after 100 ms, doubled up to 5 s; what arrives meanwhile waits. Of each tick at most one waits.
 */
export class SyncLoop {
  private inbox: LoopEvent[] = [];
  private busy = false;
  private asleep = false;
  private backoff = BASE;

  constructor(private readonly ports: LoopPorts) {}

  offer(event: LoopEvent): void {
    const isTick = event.type === 'syncTick' || event.type === 'housekeepingTick';
    if (isTick && this.inbox.some((waiting) => waiting.type === event.type)) return;
    this.inbox.push(event);
    this.run();
  }

  /** The event that kept the loop busy is done. */
  free(): void {
    this.busy = false;
    this.run();
  }

  /** The sleep is over. */
  wake(): void {
    this.asleep = false;
    this.run();
  }

  /** What waits to be handled, first come first. */
  get waiting(): readonly LoopEvent[] {
    return this.inbox;
  }

  private run(): void {
    while (!this.busy && !this.asleep && this.inbox.length > 0) {
      const reasons = this.ports.reasonsToSkip();
      if (reasons.length > 0) {
        this.asleep = true;
        this.ports.sleep(this.backoff, reasons);
        this.backoff = duration(Math.min(this.backoff * 2, MAX));
        return;
      }
      this.backoff = BASE;
      const event = this.inbox.shift();
      if (event !== undefined) this.busy = this.ports.handle(event) === 'busy';
    }
  }

  save(): SavedSyncLoop {
    return { inbox: [...this.inbox], busy: this.busy, asleep: this.asleep, backoff: this.backoff };
  }

  restore(saved: SavedSyncLoop): void {
    this.inbox = [...saved.inbox];
    this.busy = saved.busy;
    this.asleep = saved.asleep;
    this.backoff = duration(saved.backoff);
  }
}
