import { type Action, isProgress } from './alphabet';
import type { ExploredNode } from './exploredNode';

/** A pod that will not come to what is wanted of it, and why. */
export interface Grievance {
  readonly pod: string;
  readonly why: string;
}

/**
 * Decides whether a state still has a future. The question, in words: *if from now on nobody outside does anything, and every call
 * succeeds, can the kubelet by itself bring every watched pod to what is wanted of it?* Fair means: a worker that was woken takes its turn,
 * a call under way returns, an entry of the work queue comes due, a source lists, housekeeping passes, again and again; none of
 * them is put off for ever. A state is good if some order of these leads to the goal, so a state is called stuck only if **no** order does.
 *
 * It first goes one fair round after the other, which mostly is enough, and everything on a way that ends well is good as well.
 * Only where a round changes nothing any more all orders are tried.
 */
export class Prospects {
  private readonly good = new Set<string>();

  constructor(private readonly node: ExploredNode) {}

  get size(): number {
    return this.good.size;
  }

  /** `null` if all is well, else the first grievance that stays. */
  grievanceFrom(state: string): Grievance | null {
    const { node } = this;
    const way = new Set<string>();
    let here = state;
    const go = (action: Action): boolean => {
      node.load(here);
      node.apply(action);
      here = node.save();
      return this.arrives(here, way);
    };
    if (this.arrives(here, way)) return this.allGood(way);
    for (;;) {
      const before = here;
      for (let next = this.next(here, this.isAtOnce); next !== null; next = this.next(here, this.isAtOnce)) {
        if (go(next)) return this.allGood(way);
      }
      node.load(here);
      const due = node.actions().filter(({ kind }) => kind === 'deliver');
      for (const action of due) {
        node.load(here);
        const pod = node.pods[action.pod];
        if (!pod?.queued || pod.fresh) continue;
        if (go(action)) return this.allGood(way);
        for (
          let next = this.next(here, this.isAtOnce);
          next !== null;
          next = this.next(here, this.isAtOnce)
        ) {
          if (go(next)) return this.allGood(way);
        }
      }
      const pass = this.next(here, ({ kind }) => kind === 'housekeeping');
      if (pass !== null && go(pass)) return this.allGood(way);
      if (here === before) break;
      if (way.size > 10_000) break;
      if (this.rounds.has(here)) break;
      this.rounds.add(here);
    }
    this.rounds.clear();
    if (this.someOrderLeadsToGoal(state)) {
      this.good.add(node.canonical(state));
      return null;
    }
    node.load(here);
    return this.grievanceHere();
  }

  private readonly rounds = new Set<string>();

  private allGood(way: ReadonlySet<string>): null {
    for (const key of way) this.good.add(key);
    this.rounds.clear();
    return null;
  }

  private arrives(state: string, way: Set<string>): boolean {
    const key = this.node.canonical(state);
    if (this.good.has(key)) return true;
    way.add(key);
    this.node.load(state);
    return this.grievanceHere() === null;
  }

  private next(state: string, fits: (action: Action) => boolean): Action | null {
    this.node.load(state);
    return this.node.actions().find(fits) ?? null;
  }

  private someOrderLeadsToGoal(from: string): boolean {
    const { node } = this;
    const seen = new Set([node.canonical(from)]);
    const waiting = [from];
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      node.load(state);
      if (this.grievanceHere() === null) return true;
      for (const action of node.actions().filter((action) => this.isFree(action))) {
        node.load(state);
        node.apply(action);
        const after = node.save();
        const key = node.canonical(after);
        if (this.good.has(key)) return true;
        if (!seen.has(key)) waiting.push(after);
        seen.add(key);
      }
    }
    return false;
  }

  /** The first grievance of the state that the node is in; a watched pod that is itself stuck before one that waits for it. */
  private grievanceHere(): Grievance | null {
    const { node } = this;
    if (node.actions().some(({ kind }) => kind === 'reportApi' || kind === 'reportFile')) {
      return { pod: '', why: 'a source has not been listed' };
    }
    let first: Grievance | null = null;
    for (const pod of node.pods) {
      if (!node.model.watch.includes(pod.model.name)) continue;
      const why = node.grievance(pod);
      if (why !== null && (first === null || first.why.includes(' never starts')))
        first = { pod: pod.model.name, why };
    }
    return first;
  }

  /** What the kubelet does by itself. A pod ends by its own choice, but a call that finds that it has ended says so. */
  private isFree(action: Action): boolean {
    return isProgress(action) && (action.kind !== 'terminal' || this.node.pods[action.pod]?.ended === true);
  }

  /** What is over at once if all goes well: everything of the kubelet's own but what its loops begin. */
  private readonly isAtOnce = (action: Action): boolean =>
    this.isFree(action) && action.kind !== 'deliver' && action.kind !== 'housekeeping';
}
