import { and, not, or, stateIn } from 'xstate';
import { assert, present } from '../base/assert';
import type { PodContext } from './podContext';
import type { PodEffect } from './podEffects';
import type { PodEvent, PodInput } from './podEvents';
import { type PodSnapshot, PodStepper, type SavedPod, type Step, type Stepper } from './step';

type MachineNode = PodStepper['machine']['root'];
type Value = PodSnapshot['value'];

/** A guard under one configuration: decided already, or to be asked. */
type Test = boolean | ((context: PodContext, event: PodEvent) => boolean);

/** One action: changes the record, or names an effect. */
type Deed =
  | { readonly assign: (context: PodContext, event: PodEvent) => Partial<PodContext> }
  | { readonly effect: (context: PodContext, event: PodEvent) => PodEffect };

/** One way that a region can go: what leaving, going and entering do, and the leaf where it ends (`null`: it stays). */
interface Way {
  readonly test: Exclude<Test, false>;
  readonly exit: readonly Deed[];
  readonly actions: readonly Deed[];
  readonly entry: readonly Deed[];
  readonly leaf: MachineNode | null;
}

/** The two leaves that are active at once, and the ways out of them by event, the regions in document order. */
interface Place {
  readonly leaves: readonly MachineNode[];
  readonly value: Value;
  readonly ways: Map<string, readonly (readonly Way[])[]>;
  readonly next: Map<string, Place>;
}

/**
 * The machine of one release as a table: (the two active leaves) × event → guards, actions, target. Read off XState's own
 * definition, so it is no second machine; guards on the other region are decided when a row is made, rows when they are first
 * needed. Its snapshots have `value` and `context` and nothing else, which is all that anybody outside this folder reads.
 * Tests hold it against XState, step by step. A definition with a feature that it does not know is refused.
 */
export class FlatStepper implements Stepper {
  private readonly source: PodStepper;
  private readonly blank: PodContext;
  private readonly start: Place;
  private readonly places = new Map<string, Place>();
  private readonly byValue = new Map<Value, Place>();

  constructor(behaviours: ConstructorParameters<typeof PodStepper>[0]) {
    this.source = new PodStepper(behaviours);
    const initial = this.source.initial({ uid: '', fullName: '' } as unknown as PodInput);
    this.blank = initial.context;
    this.start = this.placeOf(initial.value);
  }

  /** How many combinations of places have come up. */
  get size(): number {
    return this.places.size;
  }

  initial({ uid, fullName }: PodInput): PodSnapshot {
    return flat(this.start.value, { ...this.blank, uid, fullName });
  }

  step(snapshot: PodSnapshot, event: PodEvent): Step {
    const place = this.byValue.get(snapshot.value) ?? this.placeOf(snapshot.value);
    let regions = place.ways.get(event.type);
    if (regions === undefined) {
      regions = place.leaves.map((leaf) => this.waysFrom(leaf, event.type, place));
      place.ways.set(event.type, regions);
    }
    const taken: Way[] = [];
    let moved = '';
    for (const ways of regions) {
      const way = ways.find(({ test }) => test === true || test(snapshot.context, event));
      if (way !== undefined) taken.push(way);
      moved += way?.leaf === undefined || way.leaf === null ? '/' : `/${way.leaf.id}`;
    }
    if (taken.length === 0) return [snapshot, []];
    const effects: PodEffect[] = [];
    let context = snapshot.context;
    const perform = (deeds: readonly Deed[]): void => {
      for (const deed of deeds) {
        if ('assign' in deed) context = Object.assign({}, context, deed.assign(context, event));
        else effects.push(deed.effect(context, event));
      }
    };
    // What is left is left in the opposite order of the document.
    for (let i = taken.length - 1; i >= 0; i--) perform((taken[i] as Way).exit);
    for (const way of taken) perform(way.actions);
    for (const way of taken) perform(way.entry);
    let after = place.next.get(moved);
    if (after === undefined) {
      const ids = moved.split('/').slice(1);
      after = this.place(
        place.leaves.map((leaf, i) => (ids[i] === '' ? leaf : present(this.leafOf(ids[i] ?? ''), 'a leaf'))),
      );
      place.next.set(moved, after);
    }
    const same = after === place && context === snapshot.context;
    return [same ? snapshot : flat(after.value, context), effects];
  }

  restore(saved: SavedPod): PodSnapshot {
    if (this.byValue.has(saved.value)) return saved as PodSnapshot;
    return flat(this.placeOf(saved.value).value, saved.context);
  }

  private leafOf(id: string): MachineNode | null {
    return this.source.machine.getStateNodeById(id) as MachineNode | null;
  }

  private placeOf(value: Value): Place {
    const leaves = Object.entries(value).map(([region, inside]) => {
      let node = child(this.source.machine.root, region);
      for (let rest: unknown = inside; rest !== null; ) {
        const key: string = typeof rest === 'string' ? rest : (Object.keys(rest as object)[0] ?? '');
        node = child(node, key);
        rest = typeof rest === 'string' ? null : (rest as Record<string, unknown>)[key];
      }
      return node;
    });
    return this.place(leaves.sort((a, b) => a.order - b.order));
  }

  private place(leaves: readonly MachineNode[]): Place {
    const key = leaves.map(({ id }) => id).join(' ');
    const known = this.places.get(key);
    if (known !== undefined) return known;
    const value = Object.assign({}, ...leaves.map(({ path }) => nested(path))) as Value;
    const place: Place = { leaves, value, ways: new Map(), next: new Map() };
    this.places.set(key, place);
    this.byValue.set(value, place);
    return place;
  }

  /** The ways of one region, innermost place first, as far as the first that is always open. */
  private waysFrom(leaf: MachineNode, event: string, place: Place): readonly Way[] {
    const ways: Way[] = [];
    for (let node: MachineNode | undefined = leaf; node?.parent !== undefined; node = parentOf(node)) {
      assert(node.invoke.length === 0 && (node.always ?? []).length === 0, `${node.id} is more than a place`);
      for (const transition of node.transitions.get(event) ?? []) {
        const test = this.testOf(transition.guard, place);
        if (test === false) continue;
        ways.push({ test, ...this.move(leaf, node, transition) });
        if (test === true) return ways;
      }
    }
    return ways;
  }

  private move(leaf: MachineNode, source: MachineNode, transition: Transition): Omit<Way, 'test'> {
    const actions = transition.actions.map((action) => this.deedOf(action));
    const { target = [] } = transition;
    assert(target.length <= 1 && transition.reenter !== true, `${source.id} goes to one other place`);
    const [goal] = target as readonly MachineNode[];
    if (goal === undefined) return { exit: [], actions, entry: [], leaf: null };
    // A way from a place into itself does not leave it; every other way leaves all below what both lie in.
    const inside = lineage(goal).includes(source) && source !== goal;
    const above = inside
      ? source
      : present(
          lineage(source).find((n) => lineage(goal).includes(n)),
          'the root',
        );
    const left = [leaf, ...lineage(leaf)].filter((node) => lineage(node).includes(above));
    const entered = [goal, ...lineage(goal)].filter((node) => lineage(node).includes(above)).reverse();
    let end = goal;
    while (end.type === 'compound') {
      end = present(end.initial.target[0], `${end.id} begins somewhere`) as MachineNode;
      entered.push(end);
    }
    assert(end.type === 'atomic', `${end.id} is a leaf`);
    return {
      exit: left.flatMap((node) => node.exit.map((action) => this.deedOf(action))),
      actions,
      entry: entered.flatMap((node) => node.entry.map((action) => this.deedOf(action))),
      leaf: end,
    };
  }

  private testOf(guard: unknown, place: Place): Test {
    if (guard === undefined) return true;
    const named = this.implementation('guards', guard);
    if (named === null) return this.testOf(this.referred('guards', guard), place);
    const { check, guards = [], stateValue } = named as GuardFunction;
    const tests = (): Test[] => guards.map((inner) => this.testOf(inner, place));
    switch (check) {
      case undefined:
        return (context, event) => (named as Predicate)({ context, event }, undefined);
      case STATE_IN:
        return matches(stateValue, place.value);
      case NOT: {
        const [test = false] = tests();
        return typeof test === 'boolean' ? !test : (context, event) => !test(context, event);
      }
      case AND:
        return allOf(tests());
      case OR: {
        const none = allOf(
          tests().map((test): Test => (typeof test === 'boolean' ? !test : (c, e) => !test(c, e))),
        );
        return typeof none === 'boolean' ? !none : (context, event) => !none(context, event);
      }
      default:
        throw new Error('a guard of a kind that the table does not know');
    }
  }

  private deedOf(action: unknown): Deed {
    const { type, params } = action as { readonly type: string; readonly params?: unknown };
    const given = (context: PodContext, event: PodEvent): unknown =>
      typeof params === 'function' ? params({ context, event }) : params;
    const named = present(this.implementation('actions', action), `${type} is an action`) as ActionFunction;
    if (named.resolve === undefined) {
      return { effect: (context, event) => ({ type, params: given(context, event) }) as PodEffect };
    }
    const { assignment } = named;
    assert(named.type === 'xstate.assign' && assignment !== undefined, `${type} is an assign`);
    if (typeof assignment === 'function') {
      return { assign: (context, event) => assignment({ context, event }, given(context, event)) };
    }
    assert(
      Object.values(assignment).every((value) => typeof value !== 'function'),
      `${type} assigns constants, or is a function`,
    );
    return { assign: () => assignment };
  }

  /** What `setup` has under a name; a function stands for itself, and `null` for a name that stands for a name. */
  private implementation(kind: 'guards' | 'actions', named: unknown): unknown {
    const found = typeof named === 'function' ? named : this.referred(kind, named);
    return typeof found === 'function' ? found : null;
  }

  private referred(kind: 'guards' | 'actions', named: unknown): unknown {
    const name = typeof named === 'string' ? named : (named as { readonly type: string }).type;
    const all = this.source.machine.implementations[kind] as Readonly<Record<string, unknown>>;
    return present(all[name] ?? null, `${name} is in the setup`);
  }
}

interface Transition {
  readonly target?: readonly unknown[] | undefined;
  readonly actions: readonly unknown[];
  readonly guard?: unknown;
  readonly reenter?: boolean | undefined;
}

type Predicate = (args: { context: PodContext; event: PodEvent }, params: undefined) => boolean;

/** XState's guard combinators are functions that carry what they combine. */
interface GuardFunction {
  readonly check?: unknown;
  readonly guards?: readonly unknown[];
  readonly stateValue?: unknown;
}

interface ActionFunction {
  readonly resolve?: unknown;
  readonly type?: string;
  readonly assignment?:
    | ((args: { context: PodContext; event: PodEvent }, params: unknown) => Partial<PodContext>)
    | Readonly<Partial<PodContext>>;
}

const checkOf = (guard: unknown): unknown => (guard as GuardFunction).check;
const AND = checkOf(and([]));
const OR = checkOf(or([]));
const NOT = checkOf(not(''));
const STATE_IN = checkOf(stateIn(''));

const flat = (value: Value, context: PodContext): PodSnapshot => ({ value, context }) as PodSnapshot;

function allOf(tests: readonly Test[]): Test {
  if (tests.includes(false)) return false;
  const open = tests.filter((test) => typeof test === 'function');
  const [first, second] = open;
  if (first === undefined) return true;
  if (second === undefined) return first;
  return (context, event) => open.every((test) => test(context, event));
}

const parentOf = (node: MachineNode): MachineNode | undefined => node.parent as MachineNode | undefined;

/** The places around `node`, nearest first, the root last. */
function lineage(node: MachineNode): readonly MachineNode[] {
  const around: MachineNode[] = [];
  for (let above = parentOf(node); above !== undefined; above = parentOf(above)) around.push(above);
  return around;
}

const child = (node: MachineNode, key: string): MachineNode =>
  present((node.states as Record<string, unknown>)[key] ?? null, `${node.id} has a ${key}`) as MachineNode;

/** `['worker', 'calling', 'syncPod']` as a state value. */
const nested = (path: readonly string[]): unknown =>
  path.reduceRight<unknown>((inner, key) => (inner === null ? key : { [key]: inner }), null);

/** XState's `matches`: does `value` lie in what `part` says? */
function matches(part: unknown, value: unknown): boolean {
  if (typeof part === 'string') {
    return typeof value === 'string' ? part === value : Object.hasOwn(value as object, part);
  }
  if (typeof value === 'string') return false;
  return Object.entries(part as object).every(
    ([key, inner]) =>
      Object.hasOwn(value as object, key) && matches(inner, (value as Record<string, unknown>)[key]),
  );
}
