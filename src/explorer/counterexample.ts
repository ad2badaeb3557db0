import { duration, simTime } from '../clock/simTime';
import { DEFAULT_TIMING, type Timing } from '../clock/timing';
import type { Release } from '../kubelet/releases';
import type { FaultOperation } from '../runtime/faults';
import type { Command, PodTemplate, Scenario, ScenarioStep } from '../scenarios/command';
import { FAULT_MESSAGES } from '../scenarios/faultMessages';
import type { Action } from './alphabet';
import type { Violation } from './explore';
import { ExploredNode } from './exploredNode';
import type { Model, ModelPod } from './model';
import { stuckPods } from './stuckPods';

/** How a trace is laid out on the clock. */
interface Layout {
  readonly timing: Timing;
  /** Between two things that people do while nothing is under way. */
  readonly pause: number;
  /** Volumes that take a minute to unmount: room for what the trace has while SyncTerminatedPod runs. */
  readonly slowCleanUp: boolean;
}

/**
 * The scenario that plays a trace: its environment's actions as commands, at times that force the order; its errors as faults; the
 * kubelet's own steps come by themselves if they are given the time. The usual periods are tried first, then rarer housekeeping,
 * which makes room for what the trace has in between. Only a scenario in which the simulation shows the same pod stuck counts;
 * `null` if none of the layouts does (a broken invariant has no such scenario either).
 */
export function counterexample(model: Model, release: Release, violation: Violation): Scenario | null {
  if (violation.kind !== 'stuck') return null;
  for (const layout of LAYOUTS) {
    const scenario = layOut(model, release, violation, layout);
    if (scenario === null) return null;
    if (stuckPods(scenario, release).includes(violation.pod)) return scenario;
  }
  return null;
}

const LAYOUTS: readonly Layout[] = [false, true].flatMap((slowCleanUp) =>
  [2, 60, 600].flatMap((housekeeping) =>
    [1000, 150].map((pause) => ({
      timing: {
        ...DEFAULT_TIMING,
        housekeeping: duration(housekeeping * 1000),
        volumeUnmount: slowCleanUp ? duration(60_000) : DEFAULT_TIMING.volumeUnmount,
      },
      pause,
      slowCleanUp,
    })),
  ),
);

const FAULTS: readonly FaultOperation[] = [
  'RunPodSandbox',
  'StopPodSandbox',
  'StopPodSandbox',
  'RemoveCgroup',
];

const RETURNS: readonly string[] = ['ok', 'error', 'terminal', 'cancelled'];

function layOut(model: Model, release: Release, violation: Violation, layout: Layout): Scenario | null {
  const { timing } = layout;
  const node = new ExploredNode(model, release);
  const steps: ScenarioStep[] = [];
  const push = (at: number, command: Command): void =>
    void steps.push({ at: duration(at), line: null, command });
  /** When the call under way of each pod began, at the latest. */
  const begun = new Map<number, number>();
  const returnedAt = new Map<number, number>();
  let now = 1100;
  for (const [i, action] of violation.trace.entries()) {
    const pod = node.pods[action.pod];
    if (i > 0) now = timeFor(action, now, layout, node, returnedAt);
    if (action.kind === 'error' && pod !== undefined) {
      const fault = faultOf(FAULTS[pod.call - 1] ?? 'StopPodSandbox', pod.model.name);
      push(begun.get(action.pod) ?? 0, fault);
    }
    const command = pod === undefined ? commandOfNode(action) : commandOf(action, pod.model);
    if (command === 'none') return null;
    if (command !== null) push(now, command);
    const before = node.pods.map(({ call }) => call);
    // A node that is driven along a trace goes through the states that the explorer saw.
    node.load(node.save());
    node.apply(action);
    for (const { index, call } of node.pods) {
      if (call !== 0 && (before[index] === 0 || (index === action.pod && RETURNS.includes(action.kind))))
        begun.set(index, now - 1);
      else if (call !== before[index] && call !== 0) begun.set(index, now - 1);
      if (index === action.pod && RETURNS.includes(action.kind)) returnedAt.set(index, now);
    }
  }
  const until = Math.ceil((now + Math.max(200_000, 3 * timing.housekeeping)) / 1000) * 1000;
  const ordered = steps.map((step, i) => ({ step, i })).sort((a, b) => a.step.at - b.step.at || a.i - b.i);
  return {
    version: 1,
    title: model.title === '' ? `${violation.pod} gets stuck` : model.title,
    description: `Found by the explorer in ${release.name}: ${violation.why}.`,
    release: release.name,
    seed: 1,
    maxPods: 110,
    shuffleTies: false,
    until: duration(until),
    timing,
    pods: new Map(model.pods.map((pod) => [pod.name, templateOf(pod, layout.slowCleanUp)])),
    steps: ordered.map(({ step }) => step),
  };
}

/** When `action` can have happened, if the step before it was at `now`. */
function timeFor(
  action: Action,
  now: number,
  { timing, pause, slowCleanUp }: Layout,
  node: ExploredNode,
  returnedAt: ReadonlyMap<number, number>,
): number {
  const pod = node.pods[action.pod];
  switch (action.kind) {
    case 'ok':
    case 'error':
    case 'terminal':
      return now + (slowCleanUp && pod?.call === 4 ? 65_000 : 4000);
    case 'cancelled':
    case 'turn':
    case 'refresh':
      return now + 10;
    case 'deliver': {
      const queued = returnedAt.get(action.pod) ?? now;
      return Math.max(now, queued + timing.backoff * 1.5 + 1100);
    }
    case 'housekeeping': {
      const passes = Math.ceil((now - timing.kubeletStartup) / timing.housekeeping);
      return simTime(passes * timing.housekeeping + timing.kubeletStartup + 100);
    }
    case 'reportFile':
    case 'reportApi':
      return now + 1200;
    case 'objectGoes':
      return now + 1000;
    default:
      return now + (node.pods.some(({ call }) => call !== 0) || pod === undefined ? 150 : pause);
  }
}

const commandOfNode = ({ kind }: Action): Command | null =>
  kind === 'restart' ? { do: 'restartKubelet', downtime: duration(1000) } : null;

/** What a person does for an action; `null`: it comes by itself, `none`: no command does this. */
function commandOf({ kind }: Action, { name, static: isStatic }: ModelPod): Command | 'none' | null {
  switch (kind) {
    case 'add':
      return { do: isStatic ? 'createStaticPod' : 'createPod', pod: name };
    case 'readd':
      return { do: 'recreatePodSameUID', pod: name };
    case 'remove':
      return { do: isStatic ? 'removeStaticPod' : 'forceDeletePod', pod: name };
    case 'delete':
      return { do: 'deletePod', pod: name, gracePeriod: null };
    case 'update':
      return isStatic ? { do: 'editStaticPod', pod: name, image: `${name}:2` } : 'none';
    case 'terminal':
      return { do: 'exitContainer', pod: name, container: null, exitCode: 0 };
    default:
      return null;
  }
}

const faultOf = (operation: FaultOperation, pod: string): Command => ({
  do: 'injectFault',
  name: null,
  operation,
  pod,
  kind: 'error',
  code: 'Unknown',
  message: FAULT_MESSAGES[operation],
  delay: duration(0),
  times: 1,
  nth: 1,
  probability: 1,
});

const templateOf = (
  { name, static: isStatic, fullName, ends }: ModelPod,
  hasVolume: boolean,
): PodTemplate => ({
  name,
  namespace: 'default',
  // A manifest that is edited keeps its uid only where it is fixed.
  uid: isStatic ? `file-${name}` : null,
  podName: fullName,
  gracePeriod: 30,
  restartPolicy: ends ? 'Never' : 'Always',
  containers: [
    {
      name: 'app',
      image: `${name}:1`,
      stopTakes: duration(2000),
      runsFor: null,
      exitCode: 0,
    },
  ],
  initContainers: [],
  volumes: hasVolume ? ['data'] : [],
  hostNetwork: false,
  finalizers: [],
});
