import { INVARIANTS, recordsOf, STEP_INVARIANTS } from '../kubelet/invariants';
import { actionOf } from './alphabet';
import type { NodeGraph } from './nodeGraph';
import { recordNumber, workersPart } from './stateWords';

/** An invariant that does not hold, and how. */
export interface BrokenInvariant {
  readonly kind: string;
  /** Empty: the sentence names the pod. */
  readonly pod: '';
  readonly why: string;
}

const ONE_CALL_A_POD = 'the calls under way are those of the workers, one a pod';

/** Asks the invariants of `kubelet/invariants.ts`, of every state and of every step, but of equal ones only once. */
export class Soundness {
  private readonly soundWorkers = new Set<string>();
  private readonly soundSteps = new Set<number>();

  constructor(private readonly graph: NodeGraph) {}

  /** The first invariant that does not hold in a state. */
  brokenAt(state: number): BrokenInvariant | null {
    const { node } = this.graph;
    const workers = workersPart(this.graph.wordsOf(state));
    if (this.soundWorkers.has(workers)) return null;
    this.graph.load(state);
    for (const { name, holds } of INVARIANTS) {
      const why = holds(node.view);
      if (why !== null) return { kind: name, pod: '', why };
    }
    this.soundWorkers.add(workers);
    return null;
  }

  /** The first invariant that does not hold on a way out of a state. */
  brokenOn(state: number, way: number): BrokenInvariant | null {
    const { graph } = this;
    const { node } = graph;
    const twice = graph.brokenCallOn(state, way);
    if (twice !== null) return { kind: ONE_CALL_A_POD, pod: '', why: `${twice} has two calls under way` };
    const action = actionOf(graph.waysOf(state).codes[way] ?? 0);
    // A new process knows nothing of what was.
    if (action.kind === 'restart') return null;
    const steps = this.newSteps(graph.wordsOf(state), graph.wordsOf(graph.take(state, way)));
    if (steps.length === 0) return null;
    graph.load(state);
    const before = recordsOf(node.view);
    node.apply(action);
    // A uid that was forgotten and is known again begins anew.
    for (const uid of node.forgotten) before.delete(uid);
    for (const { name, holds } of STEP_INVARIANTS) {
      const why = holds(before, node.view);
      if (why !== null) return { kind: name, pod: '', why };
    }
    for (const step of steps) this.soundSteps.add(step);
    return null;
  }

  /** The steps of records that were not looked at yet. What these invariants say, they say of each pod alone. */
  private newSteps(before: string, after: string): number[] {
    const steps: number[] = [];
    for (let pod = 0; pod < this.graph.node.pods.length; pod++) {
      const [a, b] = [recordNumber(before, pod), recordNumber(after, pod)];
      const step = a * 0x10000 + b;
      if (a !== b && a !== 0 && b !== 0 && !this.soundSteps.has(step)) steps.push(step);
    }
    return steps;
  }
}
