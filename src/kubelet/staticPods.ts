import type { PodFullName, PodUID } from '../api/pod';

export interface SavedStaticPods {
  readonly started: readonly (readonly [PodFullName, PodUID])[];
  readonly waiting: readonly (readonly [PodFullName, readonly PodUID[]])[];
}

/** What the line of a name needs to know about a uid in it. */
export type StandsInLine = (uid: PodUID) => boolean;

/**
 * Static pods take turns (`allowStaticPodStart`): of all that share a full name, only one may be between start and finish.
 * `started` says who holds a name, `waiting` who stands in line for it. A line may keep uids that are long gone;
 * they are skipped when their turn comes.
 */
export class StaticPods {
  private readonly started = new Map<PodFullName, PodUID>();
  private readonly waiting = new Map<PodFullName, readonly PodUID[]>();

  /** Puts a uid at the end of the line, even if it stands in it already. */
  queue(name: PodFullName, uid: PodUID): void {
    this.waiting.set(name, [...(this.waiting.get(name) ?? []), uid]);
  }

  /**
   * May the pod start now? If the name is free and nobody who still `stands` in line is before it, it takes the name.
   * The line is cut as far as it was walked: uids that no longer stand in it are dropped.
   */
  allowStart(name: PodFullName, uid: PodUID, stands: StandsInLine): boolean {
    const holder = this.started.get(name);
    if (holder !== undefined) return holder === uid;
    const line = this.waiting.get(name) ?? [];
    const first = line.findIndex((other) => other === uid || stands(other));
    if (first >= 0) {
      const isMine = line[first] === uid;
      const rest = line.slice(isMine ? first + 1 : first);
      if (rest.length > 0) this.waiting.set(name, rest);
      else this.waiting.delete(name);
      if (!isMine) return false;
    }
    this.started.set(name, uid);
    return true;
  }

  /** The holder has finished or is forgotten: the name is free. Nobody is woken; who waits looks again by itself. */
  release(name: PodFullName, uid: PodUID): void {
    if (this.started.get(name) === uid) this.started.delete(name);
  }

  holderOf(name: PodFullName): PodUID | null {
    return this.started.get(name) ?? null;
  }

  save(): SavedStaticPods {
    return { started: [...this.started], waiting: [...this.waiting] };
  }

  static restore(saved: SavedStaticPods): StaticPods {
    const pods = new StaticPods();
    for (const [name, uid] of saved.started) pods.started.set(name, uid);
    for (const [name, line] of saved.waiting) pods.waiting.set(name, line);
    return pods;
  }
}
