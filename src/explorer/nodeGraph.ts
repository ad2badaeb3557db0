import type { PodUID } from '../api/pod';
import { present } from '../base/assert';
import { actionCode, actionOf } from './alphabet';
import type { ExploredNode } from './exploredNode';
import type { Grievance } from './grievance';
import { canonical } from './stateWords';
import { alike } from './symmetry';

const UNKNOWN = -1;

/** The ways out of a state: action codes, and for each the state it leads to once that is known. */
interface Ways {
  readonly codes: Int32Array;
  readonly next: Int32Array;
  /** 1: the exploration has looked at what happens on this way. */
  readonly seen: Uint8Array;
}

/**
 * The states of a node and the ways between them, each under a number and each worked out once, by the very node, when it is first
 * needed. What has been spent is no part of these states, so one of them stands for as many states of the search as there are ways to
 * have spent: that is where the explorer's speed comes from.
 */
export class NodeGraph {
  readonly states: string[] = [];
  private readonly ids = new Map<string, number>();
  private readonly ways: (Ways | undefined)[] = [];
  /** The state's number among those that are not told apart (`canonical`). */
  private readonly kinds: number[] = [];
  private readonly kindIds = new Map<string, number>();
  private readonly grievances: (Grievance | null | undefined)[] = [];
  private readonly sound: boolean[] = [];
  private readonly groups: readonly (readonly number[])[];
  /** Ways on which a worker made a call while another of its uid was under way. */
  private readonly twoCalls = new Map<string, PodUID>();

  constructor(readonly node: ExploredNode) {
    this.groups = alike(node.model);
    this.idOf(node.save());
  }

  /** Roughly, of what is kept. */
  get bytes(): number {
    const words = this.states[0]?.length ?? 0;
    return this.states.length * (16 + 2 * words + 200);
  }

  waysOf(state: number): Ways {
    const known = this.ways[state];
    if (known !== undefined) return known;
    this.load(state);
    const codes = Int32Array.from(this.node.actions(), actionCode);
    const next = new Int32Array(codes.length).fill(UNKNOWN);
    const made = { codes, next, seen: new Uint8Array(codes.length) };
    this.ways[state] = made;
    return made;
  }

  /** The state that the `way`th way leads to. */
  take(state: number, way: number): number {
    const { codes, next } = this.waysOf(state);
    const known = next[way] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    this.load(state);
    this.node.apply(actionOf(codes[way] ?? 0));
    const after = this.idOf(this.node.save());
    if (this.node.brokenCall !== null) this.twoCalls.set(`${state} ${way}`, this.node.brokenCall);
    next[way] = after;
    return after;
  }

  /** The uid of a worker that made a second call on this way. */
  brokenCallOn(state: number, way: number): PodUID | null {
    return this.twoCalls.size === 0 ? null : (this.twoCalls.get(`${state} ${way}`) ?? null);
  }

  kindOf(state: number): number {
    return this.kinds[state] ?? 0;
  }

  /** Nothing is wrong in this state, and it has a future. */
  isSound(state: number): boolean {
    return this.sound[state] === true;
  }

  setSound(state: number): void {
    this.sound[state] = true;
  }

  /** What would be wrong if nothing changed any more. */
  grievanceAt(state: number): Grievance | null {
    const known = this.grievances[state];
    if (known !== undefined) return known;
    this.load(state);
    const grievance = this.node.grievance();
    this.grievances[state] = grievance;
    return grievance;
  }

  /** Puts the node into that state. */
  load(state: number): void {
    this.node.load(this.wordsOf(state));
  }

  wordsOf(state: number): string {
    return present(this.states[state] ?? null, 'a state that was given out');
  }

  private idOf(words: string): number {
    const known = this.ids.get(words);
    if (known !== undefined) return known;
    const id = this.states.push(words) - 1;
    this.ids.set(words, id);
    this.sound.push(false);
    this.kinds.push(this.kindIdOf(canonical(words, this.groups), id));
    return id;
  }

  private kindIdOf(name: string, id: number): number {
    if (this.groups.length === 0) return id;
    const kind = this.kindIds.get(name) ?? id;
    this.kindIds.set(name, kind);
    return kind;
  }
}
