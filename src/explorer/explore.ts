import type { PodUID } from '../api/pod';
import { INVARIANTS, recordsOf, STEP_INVARIANTS } from '../kubelet/invariants';
import type { Release } from '../kubelet/releases';
import type { PodSnapshot } from '../machine/step';
import { type Action, actionCode, actionOf } from './alphabet';
import { ExploredNode } from './exploredNode';
import type { Model } from './model';
import { Prospects } from './prospects';

/** What was found: a pod that stays stuck, or an invariant by its name; the shortest trace to it. */
export interface Violation {
  readonly kind: string;
  /** The pod's name in the model; empty if the sentence names it. */
  readonly pod: string;
  readonly why: string;
  readonly trace: readonly Action[];
}

/** How far an exploration is. */
export interface Progress {
  readonly states: number;
  readonly transitions: number;
  /** States that wait to be expanded. */
  readonly frontier: number;
  /** Steps of the traces that are being tried now. */
  readonly depth: number;
  /** Roughly, of what is kept for each state. */
  readonly bytes: number;
}

/** Why an exploration is over; `exhausted`: there is no further state. */
export type Ending = 'found' | 'exhausted' | 'depth' | 'memory';

export interface Bounds {
  /** Longest trace; `null`: none. */
  readonly depth: number | null;
  readonly states: number;
}

/** As many states as fit into about a gigabyte. */
export const MOST_STATES = 4_000_000;

/**
 * Tries every order, breadth first, so that the first hit is a shortest one. It only moves when `advance` is called and keeps all it
 * knows: stopping, going on and giving up are the caller's. Two explorations of one model do the same, state by state.
 */
export class Exploration {
  private readonly node: ExploredNode;
  private readonly prospects: Prospects;
  /** Canonical names of all states seen. */
  private readonly seen = new Set<string>();
  private readonly states: string[] = [];
  private readonly parents: number[] = [];
  private readonly actions: number[] = [];
  private readonly soundWorkers = new Set<string>();
  private readonly soundSteps = new Set<number>();
  private next = 0;
  private transitions = 0;
  private depth = 0;
  /** The first state of the next depth. */
  private deeper = 1;
  private violation: Violation | null = null;
  private ending: Ending | null = null;

  constructor(
    readonly model: Model,
    readonly release: Release,
    private readonly bounds: Bounds = { depth: null, states: MOST_STATES },
  ) {
    this.node = new ExploredNode(model, release);
    this.prospects = new Prospects(this.node);
    this.visit(this.node.save(), -1, 0);
  }

  /** `null` while there is more to try. */
  get over(): Ending | null {
    return this.ending;
  }

  get found(): Violation | null {
    return this.violation;
  }

  get progress(): Progress {
    const words = this.states[0]?.length ?? 0;
    return {
      states: this.states.length,
      transitions: this.transitions,
      frontier: this.states.length - this.next,
      depth: this.depth,
      // A string in a set and a list, a key of the good ones, and two numbers.
      bytes: this.states.length * (16 + 2 * words + 60) + this.prospects.size * 40,
    };
  }

  /** Expands at most so many states. True if the exploration is over. */
  advance(expansions: number): boolean {
    for (let i = 0; i < expansions && this.ending === null; i++) this.expandNext();
    return this.ending !== null;
  }

  private expandNext(): void {
    if (this.next === this.deeper) {
      this.depth++;
      this.deeper = this.states.length;
    }
    if (this.next >= this.states.length) this.ending = 'exhausted';
    else if (this.bounds.depth !== null && this.depth >= this.bounds.depth) this.ending = 'depth';
    else if (this.states.length >= this.bounds.states) this.ending = 'memory';
    else this.expand(this.next++);
  }

  private expand(index: number): void {
    const { node } = this;
    const state = this.states[index] as string;
    node.load(state);
    const actions = node.actions();
    for (const [i, action] of actions.entries()) {
      if (i > 0) node.load(state);
      node.apply(action);
      this.transitions++;
      const after = node.save();
      if (this.breaksStep(state, after, action)) {
        node.load(state);
        const before = recordsOf(node.view);
        node.apply(action);
        this.report(this.brokenStep(before), index, action);
        if (this.ending !== null) return;
      }
      const key = node.canonical(after);
      if (!this.seen.has(key)) this.visit(after, index, actionCode(action), key);
      if (this.ending !== null) return;
    }
  }

  private visit(state: string, parent: number, action: number, key = this.node.canonical(state)): void {
    const { node } = this;
    this.seen.add(key);
    this.states.push(state);
    this.parents.push(parent);
    this.actions.push(action);
    const workers = node.workersPart(key);
    if (!this.soundWorkers.has(workers)) {
      for (const { name, holds } of INVARIANTS) {
        const broken = holds(node.view);
        if (broken !== null) return this.end({ kind: name, pod: '', why: broken }, this.states.length - 1);
      }
      this.soundWorkers.add(workers);
    }
    if (node.brokenCall !== null) {
      const why = `${node.brokenCall} has two calls under way`;
      return this.end(
        { kind: 'the calls under way are those of the workers, one a pod', pod: '', why },
        this.states.length - 1,
      );
    }
    const grievance = this.prospects.grievanceFrom(state);
    if (grievance !== null) this.end({ kind: 'stuck', ...grievance }, this.states.length - 1);
  }

  /** Has any pod made a step that was not looked at yet? What these invariants say, they say of each pod alone. */
  private breaksStep(before: string, after: string, action: Action): boolean {
    if (action.kind === 'restart') return false;
    let isNew = false;
    for (let i = 0; i < this.node.pods.length; i++) {
      const [a, b] = [this.node.recordNumber(before, i), this.node.recordNumber(after, i)];
      if (a === b || a === 0 || b === 0) continue;
      const step = a * 0x10000 + b;
      if (!this.soundSteps.has(step)) isNew = true;
      this.soundSteps.add(step);
    }
    return isNew;
  }

  private brokenStep(before: Map<PodUID, PodSnapshot>): { kind: string; why: string } | null {
    const { node } = this;
    // A uid that was forgotten and is known again begins anew.
    for (const uid of node.forgotten) before.delete(uid);
    for (const { name, holds } of STEP_INVARIANTS) {
      const why = holds(before, node.view);
      if (why !== null) return { kind: name, why };
    }
    return null;
  }

  private report(broken: { kind: string; why: string } | null, parent: number, action: Action): void {
    if (broken === null) return;
    this.violation = { ...broken, pod: '', trace: [...this.traceTo(parent), action] };
    this.ending = 'found';
  }

  private end(what: Omit<Violation, 'trace'>, state: number): void {
    this.violation = { ...what, trace: this.traceTo(state) };
    this.ending = 'found';
  }

  private traceTo(state: number): Action[] {
    const trace: Action[] = [];
    for (let i = state; i > 0; i = this.parents[i] as number)
      trace.unshift(actionOf(this.actions[i] as number));
    return trace;
  }
}
