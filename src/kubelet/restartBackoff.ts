import type { PodUID } from '../api/pod';
import { between, type Duration, duration, type SimTime, simTime } from '../clock/simTime';
import type { Timing } from '../clock/timing';

/** How long containers that exit again and again are kept waiting (`flowcontrol.Backoff`): 10 s, doubled up to 5 min. */
export class RestartBackoff {
  private readonly delays = new Map<string, Duration>();

  constructor(private readonly timing: Timing) {}

  /** How long the container still has to wait, having exited at `exitedAt`; 0 before its second restart. */
  wait(uid: PodUID, container: string, exitedAt: number | null, now: SimTime): number {
    const delay = this.delays.get(`${uid}/${container}`) ?? duration(0);
    return exitedAt === null ? 0 : Math.max(0, delay - between(simTime(exitedAt), now));
  }

  /** The container is started once more. */
  restarted(uid: PodUID, container: string): void {
    const key = `${uid}/${container}`;
    const { crashLoopBackoff, crashLoopBackoffMax } = this.timing;
    const delay = this.delays.get(key);
    const next = delay === undefined ? crashLoopBackoff : Math.min(delay * 2, crashLoopBackoffMax);
    this.delays.set(key, duration(next));
  }

  save(): readonly (readonly [string, Duration])[] {
    return [...this.delays];
  }

  restore(saved: readonly (readonly [string, Duration])[]): void {
    for (const [key, delay] of saved) this.delays.set(key, delay);
  }
}
