import { type Release, releaseOf } from '../kubelet/releases';
import { ACTION_KINDS, type Action, actionOf, kindOfCode } from './alphabet';
import { ExploredNode } from './exploredNode';
import { IntList } from './intList';
import type { Model } from './model';
import { NodeGraph } from './nodeGraph';
import { PairSet } from './pairSet';
import { Prospects } from './prospects';
import { costOf, Purses } from './purses';
import type { SavedExploration } from './savedExploration';
import { Soundness } from './soundness';

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
export const MOST_STATES = 20_000_000;

const COSTS = Int32Array.from(ACTION_KINDS, costOf);

/**
 * Tries every order, breadth first, so that the first hit is a shortest one. It only moves when `advance` is called and keeps all it
 * knows: stopping, going on and giving up are the caller's. Two explorations of one model do the same, state by state.
 *
 * A state of the search is a state of the node (`NodeGraph`) and what of the budgets has been spent (`Purses`).
 */
export class Exploration {
  private readonly graph: NodeGraph;
  private readonly purses: Purses;
  private readonly prospects: Prospects;
  private readonly soundness: Soundness;
  private readonly seen = new PairSet();
  /** Of each state of the search: the node's, the purse, where it was come from, and by which action. */
  private readonly nodes = new IntList();
  private readonly spent = new IntList();
  private readonly parents = new IntList();
  private readonly actions = new IntList();
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
    readonly bounds: Bounds = { depth: null, states: MOST_STATES },
  ) {
    this.graph = new NodeGraph(new ExploredNode(model, release));
    this.purses = new Purses(model.budget);
    this.prospects = new Prospects(this.graph);
    this.soundness = new Soundness(this.graph);
    this.seen.add(this.graph.kindOf(0), 0);
    this.visit(0, 0, -1, 0);
  }

  /** `null` while there is more to try. */
  get over(): Ending | null {
    return this.ending;
  }

  get found(): Violation | null {
    return this.violation;
  }

  get progress(): Progress {
    const { nodes, spent, parents, actions, seen, graph } = this;
    return {
      states: nodes.length,
      transitions: this.transitions,
      frontier: nodes.length - this.next,
      depth: this.depth,
      bytes: nodes.bytes + spent.bytes + parents.bytes + actions.bytes + seen.bytes + graph.bytes,
    };
  }

  /** Expands at most so many states. True if the exploration is over. */
  advance(expansions: number): boolean {
    for (let i = 0; i < expansions && this.ending === null; i++) this.expandNext();
    return this.ending !== null;
  }

  /** The search so far, to be gone on with; `null` if it is over and there is nothing to go on with. */
  save(): SavedExploration | null {
    if (this.ending === 'found' || this.ending === 'exhausted') return null;
    const children = new Array<number>(this.next).fill(0);
    for (let i = 1; i < this.nodes.length; i++) {
      const parent = this.parents.at(i);
      children[parent] = (children[parent] ?? 0) + 1;
    }
    return {
      release: this.release.name,
      model: this.model,
      children,
      actions: this.actions.toArray().slice(1),
    };
  }

  /** Goes the tree of a saved search again, which takes a fraction of its time; `null` if it is none of that model. */
  static resume(saved: SavedExploration, bounds: Bounds): Exploration | null {
    const exploration = new Exploration(saved.model, releaseOf(saved.release), bounds);
    let action = 0;
    for (const children of saved.children) {
      const codes = saved.actions.slice(action, action + children);
      action += children;
      if (codes.length < children || !exploration.expandAgain(codes)) return null;
    }
    return action === saved.actions.length ? exploration : null;
  }

  private goDeeper(): void {
    if (this.next !== this.deeper) return;
    this.depth++;
    this.deeper = this.nodes.length;
  }

  private expandAgain(codes: readonly number[]): boolean {
    this.goDeeper();
    if (this.ending !== null || this.next >= this.nodes.length) return false;
    const index = this.next++;
    const ways = this.graph.waysOf(this.nodes.at(index));
    let given = 0;
    for (let way = 0; way < ways.codes.length; way++) {
      const code = ways.codes[way] as number;
      const left = this.purses.spend(this.spent.at(index), COSTS[kindOfCode(code)] as number);
      if (left === null) continue;
      this.transitions++;
      if (code !== codes[given]) continue;
      given++;
      const after = this.graph.take(this.nodes.at(index), way);
      if (!this.seen.add(this.graph.kindOf(after), left)) return false;
      this.visit(after, left, index, code);
    }
    return given === codes.length;
  }

  private expandNext(): void {
    this.goDeeper();
    const states = this.nodes.length;
    if (this.next >= states) this.ending = 'exhausted';
    else if (this.bounds.depth !== null && this.depth >= this.bounds.depth) this.ending = 'depth';
    else if (states >= this.bounds.states) this.ending = 'memory';
    else this.expand(this.next++);
  }

  private expand(index: number): void {
    const { graph } = this;
    const node = this.nodes.at(index);
    const purse = this.spent.at(index);
    const ways = graph.waysOf(node);
    for (let way = 0; way < ways.codes.length; way++) {
      const code = ways.codes[way] as number;
      const left = this.purses.spend(purse, COSTS[kindOfCode(code)] as number);
      if (left === null) continue;
      this.transitions++;
      const after = graph.take(node, way);
      if (ways.seen[way] === 0) {
        ways.seen[way] = 1;
        const broken = this.soundness.brokenOn(node, way);
        if (broken !== null) return this.end(broken, [...this.traceTo(index), actionOf(code)]);
      }
      if (this.seen.add(graph.kindOf(after), left)) this.visit(after, left, index, code);
      if (this.ending !== null) return;
    }
  }

  private visit(node: number, purse: number, parent: number, code: number): void {
    this.nodes.push(node);
    this.spent.push(purse);
    this.parents.push(parent);
    this.actions.push(code);
    const wrong = this.wrongAt(node);
    if (wrong !== null) this.end(wrong, this.traceTo(this.nodes.length - 1));
  }

  private wrongAt(node: number): Omit<Violation, 'trace'> | null {
    if (this.graph.isSound(node)) return null;
    const broken = this.soundness.brokenAt(node);
    if (broken !== null) return broken;
    const grievance = this.prospects.grievanceFrom(node);
    if (grievance !== null) return { kind: 'stuck', ...grievance };
    this.graph.setSound(node);
    return null;
  }

  private end(what: Omit<Violation, 'trace'>, trace: readonly Action[]): void {
    this.violation = { ...what, trace };
    this.ending = 'found';
  }

  private traceTo(state: number): Action[] {
    const trace: Action[] = [];
    for (let i = state; i > 0; i = this.parents.at(i)) trace.unshift(actionOf(this.actions.at(i)));
    return trace;
  }
}
