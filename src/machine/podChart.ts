import { assert, present } from '../base/assert';
import { createPodMachine } from './podMachine';
import type { MachineBehaviours } from './releaseBehaviours';

/** A place of the chart. `id` is the path from the root: `pod.worker.calling.syncPod`. */
export interface ChartNode {
  readonly id: string;
  /** The last part of `id`, as the chart labels it. */
  readonly key: string;
  /** `null` for the root alone. */
  readonly parent: string | null;
  /** `parallel`: all children at once; `compound`: one of them; `atomic`: no children. */
  readonly kind: 'parallel' | 'compound' | 'atomic';
  readonly description: string;
  /** The child that a compound place begins with; `null` for the other kinds. */
  readonly initial: string | null;
  /** What is done whenever the place is entered, and left. */
  readonly entry: readonly string[];
  readonly exit: readonly string[];
}

/** One way that an event can take from a place. Of those of one place and event the first whose guards hold is taken. */
export interface ChartEdge {
  readonly id: string;
  readonly from: string;
  /** `null`: the pod stays where it is, and only the actions are done. */
  readonly to: string | null;
  readonly event: string;
  /** Names from `podMachineSetup`, where what a name combines is spelt out; none: always. */
  readonly guards: readonly string[];
  /** Names of what changes in the record and of the effects, in order. */
  readonly actions: readonly string[];
}

/** The machine as a drawing needs it. JSON, in the order of the definition, parents before their children. */
export interface PodChart {
  readonly nodes: readonly ChartNode[];
  readonly edges: readonly ChartEdge[];
  readonly events: readonly string[];
}

/** The releases differ in what guards and actions do, not in what the chart looks like: any of them will do. */
const ANY_RELEASE: MachineBehaviours = {
  keepsLastUpdate: true,
  housekeepingReplays: true,
  forgetsStoppedRuntimePods: true,
  givesGraceToRuntimePods: false,
  finishesTerminalPodsAtFirstSight: false,
  remembersGraceOverride: true,
};

/** The chart of the pod machine, read off the machine's own definition: it cannot say anything else than what runs. */
export function podChart(behaviours: MachineBehaviours = ANY_RELEASE): PodChart {
  const nodes: ChartNode[] = [];
  const edges: ChartEdge[] = [];
  visit(createPodMachine(behaviours).root, null, nodes, edges);
  return { nodes, edges, events: [...new Set(edges.map(({ event }) => event))] };
}

type MachineNode = ReturnType<typeof createPodMachine>['root'];

function visit(node: MachineNode, parent: string | null, nodes: ChartNode[], edges: ChartEdge[]): void {
  const { id, key, type } = node;
  assert(type === 'parallel' || type === 'compound' || type === 'atomic', `${id} is no ${type} state`);
  nodes.push({
    id,
    key,
    parent,
    kind: type,
    description: node.description ?? '',
    initial: type === 'compound' ? present(node.initial.target[0], `${id} begins somewhere`).id : null,
    entry: node.entry.map(nameOf),
    exit: node.exit.map(nameOf),
  });
  for (const [event, transitions] of node.transitions) {
    for (const [index, { target = [], guard, actions }] of transitions.entries()) {
      assert(target.length <= 1, `${id} goes to one place on ${event}`);
      edges.push({
        id: `${id}/${event}/${index}`,
        from: id,
        to: target[0]?.id ?? null,
        event,
        guards: guard === undefined ? [] : [nameOf(guard)],
        actions: actions.map(nameOf),
      });
    }
  }
  for (const child of Object.values(node.states)) visit(child as MachineNode, id, nodes, edges);
}

/** The name under which `setup` has a guard or an action. One without a name could not be labelled. */
function nameOf(named: unknown): string {
  if (typeof named === 'string') return named;
  const type = typeof named === 'object' && named !== null && 'type' in named ? named.type : null;
  return present(typeof type === 'string' ? type : null, 'every guard and action of the chart has a name');
}
