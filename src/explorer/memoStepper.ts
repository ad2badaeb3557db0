import type { Pod } from '../api/pod';
import type { PodEvent, PodInput } from '../machine/podEvents';
import type { PodSnapshot, SavedPod, Step, Stepper } from '../machine/step';

/**
 * Makes every step once: the machine is pure, and in a world without a clock the same snapshot meets the same event again and again.
 * What is the same is told by identity of snapshots and pods, so that nobody has to look into them.
 */
export class MemoStepper implements Stepper {
  private readonly initials = new Map<string, PodSnapshot>();
  private readonly steps = new WeakMap<PodSnapshot, Map<string, Step>>();
  private readonly podNumbers = new WeakMap<Pod, number>();
  private pods = 0;

  constructor(private readonly stepper: Stepper) {}

  initial(input: PodInput): PodSnapshot {
    const known = this.initials.get(input.uid);
    if (known !== undefined) return known;
    const made = this.stepper.initial(input);
    this.initials.set(input.uid, made);
    return made;
  }

  step(snapshot: PodSnapshot, event: PodEvent): Step {
    let from = this.steps.get(snapshot);
    if (from === undefined) {
      from = new Map();
      this.steps.set(snapshot, from);
    }
    const key = this.keyOf(event);
    const known = from.get(key);
    if (known !== undefined) return known;
    const made = this.stepper.step(snapshot, event);
    from.set(key, made);
    return made;
  }

  restore(saved: SavedPod): PodSnapshot {
    return this.stepper.restore(saved);
  }

  /** Everything that an event says but when: there is no clock. */
  private keyOf(event: PodEvent): string {
    switch (event.type) {
      case 'UPDATE.RECEIVED': {
        const { type, pod, runtimePod, mirrorPod, kill } = event.update;
        const options = kill === null ? '' : `${kill.evict} ${kill.gracePeriodOverride} ${kill.request}`;
        const runtime = runtimePod === null ? '' : runtimePod.uid;
        return `u${type} ${this.numberOf(pod)} ${runtime} ${this.numberOf(mirrorPod)} ${event.firstSight} ${options}`;
      }
      case 'POD.OBSERVED':
        return `o${this.numberOf(event.pod)} ${event.runs}`;
      case 'TURN.STARTED':
        return `t${event.start}`;
      case 'POD_STATUS.REFRESHED':
        return 'p';
      case 'CALL.RETURNED':
        return `c${event.result}`;
      case 'HOUSEKEEPING.VISITED':
        return `h${event.orphan}`;
    }
  }

  private numberOf(pod: Pod | null): number {
    if (pod === null) return 0;
    const known = this.podNumbers.get(pod);
    if (known !== undefined) return known;
    this.podNumbers.set(pod, ++this.pods);
    return this.pods;
  }
}
