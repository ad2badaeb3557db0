import type { SimTime } from '../clock/simTime';
import type { SimState } from './simState';

/** A run as it was saved on its way. */
export interface Keyframe {
  readonly at: SimTime;
  /** Trace events before it. */
  readonly length: number;
  /** It can serve for the events from this one on: those of the command that it was taken after have happened in it. */
  readonly from: number;
  readonly state: SimState;
}

/** Trace events between two keyframes, at least; with many pods it is more, since a keyframe costs by the pod. */
const EVERY = 500;

/** So many pods are kept in all keyframes together, about 0.7 KB each; when there are more, every second keyframe goes. */
const PODS_KEPT = 150_000;

/** Where a run can be gone back to. The first keyframe, and those after a command that was given by hand, always stay. */
export class Keyframes {
  /** Trace events between two, now. */
  private every = EVERY;

  constructor(private kept: readonly Keyframe[] = []) {}

  get count(): number {
    return this.kept.length;
  }

  /** Has enough happened since the last one? `pods`: how many there are, asked only if it may have. */
  isDue(length: number, pods: () => number): boolean {
    const since = length - (this.kept.at(-1)?.length ?? 0);
    return since >= this.every && since >= pods();
  }

  /** Keeps one more of a run with so many pods. */
  add(keyframe: Keyframe, pods: number): void {
    this.kept = [...this.kept, keyframe];
    while (this.kept.length * pods > PODS_KEPT && this.thin(pods));
  }

  /** The last one that `fits`; the first one always does. */
  before(fits: (keyframe: Keyframe) => boolean): Keyframe {
    return this.kept.findLast(fits) ?? (this.kept[0] as Keyframe);
  }

  /** Those of a run's past up to `time` and `length` events. */
  until(time: SimTime, length: number): Keyframes {
    const past = new Keyframes(
      this.kept.filter((keyframe) => keyframe.at <= time && keyframe.length <= length),
    );
    past.every = this.every;
    return past;
  }

  /** Doubles the distance, if that lets any go. Returns whether it did. */
  private thin(pods: number): boolean {
    const every = 2 * Math.max(this.every, pods);
    let last = Number.NEGATIVE_INFINITY;
    const left = this.kept.filter(({ length, from }, i) => {
      const stays = i === 0 || from !== length || length - last >= every;
      if (stays) last = length;
      return stays;
    });
    if (left.length === this.kept.length) return false;
    this.kept = left;
    this.every = every;
    return true;
  }
}
