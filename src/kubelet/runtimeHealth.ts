import { between, type SimTime } from '../clock/simTime';
import type { Timing } from '../clock/timing';
import type { CriReply } from '../runtime/criCalls';

export interface SavedRuntimeHealth {
  readonly lastOk: SimTime | null;
  readonly networkReady: boolean;
}

/** What the kubelet believes of its runtime (`runtime.go runtimeState`), from the check that it makes every 5 s. */
export class RuntimeHealth {
  private lastOk: SimTime | null = null;
  private isNetworkReady = true;

  constructor(private readonly timing: Timing) {}

  /** As of the last check that got through. */
  get networkReady(): boolean {
    return this.isNetworkReady;
  }

  checked(reply: CriReply, now: SimTime): void {
    if (!reply.ok) return;
    this.lastOk = now;
    if (reply.value.kind === 'status') this.isNetworkReady = reply.value.networkReady;
  }

  /** Why the sync loop must not do anything now. `lastRelist`: when the PLEG last got through. */
  errors(now: SimTime, lastRelist: SimTime | null): readonly string[] {
    const errors: string[] = [];
    if (this.lastOk === null) errors.push('container runtime status check may not have completed yet');
    else if (between(this.lastOk, now) > this.timing.runtimeDownAfter)
      errors.push('container runtime is down');
    if (lastRelist === null) errors.push('PLEG is not healthy: pleg has yet to be successful');
    else if (between(lastRelist, now) > this.timing.plegUnhealthyAfter) {
      errors.push(`PLEG is not healthy: pleg was last seen active ${between(lastRelist, now)} ms ago`);
    }
    return errors;
  }

  save(): SavedRuntimeHealth {
    return { lastOk: this.lastOk, networkReady: this.isNetworkReady };
  }

  restore(saved: SavedRuntimeHealth): void {
    this.lastOk = saved.lastOk;
    this.isNetworkReady = saved.networkReady;
  }
}
