import { type Action, actionOf, isProgress } from './alphabet';
import type { Grievance } from './grievance';
import type { NodeGraph } from './nodeGraph';
import { hasEnded } from './stateWords';

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
  /** By the states' kinds. */
  private readonly good = new Set<number>();

  constructor(private readonly graph: NodeGraph) {}

  /** `null` if all is well, else the first grievance that stays. */
  grievanceFrom(state: number): Grievance | null {
    const way = new Set<number>();
    const rounds = new Set<number>();
    let here = state;
    if (this.arrives(here, way)) return this.allGood(way);
    /** Goes on to the end of what is over at once; true if that is good. */
    const settle = (): boolean => {
      for (let next = this.atOnce(here); next !== null; next = this.atOnce(here)) {
        here = next;
        if (this.arrives(here, way)) return true;
      }
      return false;
    };
    for (let before = -1; here !== before && !rounds.has(here); ) {
      rounds.add(here);
      before = here;
      if (settle()) return this.allGood(way);
      for (const pod of this.duePods(here)) {
        const next = this.by(here, ({ kind, pod: of }) => kind === 'deliver' && of === pod);
        if (next === null) continue;
        here = next;
        if (this.arrives(here, way) || settle()) return this.allGood(way);
      }
      const passed = this.by(here, ({ kind }) => kind === 'housekeeping');
      if (passed === null) continue;
      here = passed;
      if (this.arrives(here, way)) return this.allGood(way);
    }
    if (this.someOrderLeadsToGoal(state)) {
      this.good.add(this.graph.kindOf(state));
      return null;
    }
    return this.graph.grievanceAt(here);
  }

  private allGood(way: ReadonlySet<number>): null {
    for (const kind of way) this.good.add(kind);
    return null;
  }

  private arrives(state: number, way: Set<number>): boolean {
    const kind = this.graph.kindOf(state);
    if (this.good.has(kind)) return true;
    way.add(kind);
    return this.graph.grievanceAt(state) === null;
  }

  private duePods(state: number): number[] {
    const { codes } = this.graph.waysOf(state);
    return Array.from(codes, actionOf).flatMap(({ kind, pod }) => (kind === 'deliver' ? [pod] : []));
  }

  /** Where the first action that fits leads to; `null` if there is none. */
  private by(state: number, fits: (action: Action) => boolean): number | null {
    const way = this.graph.waysOf(state).codes.findIndex((code) => fits(actionOf(code)));
    return way === -1 ? null : this.graph.take(state, way);
  }

  /** What is over at once if all goes well: everything of the kubelet's own but what its loops begin. */
  private atOnce(state: number): number | null {
    return this.by(
      state,
      (action) => this.isFree(state, action) && action.kind !== 'deliver' && action.kind !== 'housekeeping',
    );
  }

  private someOrderLeadsToGoal(from: number): boolean {
    const { graph } = this;
    const seen = new Set([graph.kindOf(from)]);
    const waiting = [from];
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      if (graph.grievanceAt(state) === null) return true;
      const { codes } = graph.waysOf(state);
      for (let way = 0; way < codes.length; way++) {
        if (!this.isFree(state, actionOf(codes[way] ?? 0))) continue;
        const after = graph.take(state, way);
        const kind = graph.kindOf(after);
        if (this.good.has(kind)) return true;
        if (!seen.has(kind)) waiting.push(after);
        seen.add(kind);
      }
    }
    return false;
  }

  /** What the kubelet does by itself. A pod ends by its own choice, but a call that finds that it has ended says so. */
  private isFree(state: number, action: Action): boolean {
    return (
      isProgress(action) && (action.kind !== 'terminal' || hasEnded(this.graph.wordsOf(state), action.pod))
    );
  }
}
