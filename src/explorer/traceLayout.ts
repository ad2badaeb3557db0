import { duration, simTime } from '../clock/simTime';
import type { Timing } from '../clock/timing';
import type { Release } from '../kubelet/releases';
import type { Command, Scenario, ScenarioStep } from '../scenarios/command';
import type { Action } from './alphabet';
import type { Violation } from './explore';
import { ExploredNode } from './exploredNode';
import type { Model } from './model';
import { commandOf, commandOfNode, faultOf, templateOf } from './traceCommands';

/** How a trace is laid out on the clock. */
export interface Layout {
  readonly timing: Timing;
  /** Between two things that people do while nothing is under way. */
  readonly pause: number;
  /** Volumes that take a minute to unmount: room for what the trace has while SyncTerminatedPod runs. */
  readonly slowCleanUp: boolean;
}

const RETURNS: readonly string[] = ['ok', 'error', 'terminal', 'cancelled'];

/** The scenario of a trace in one layout; `null` if no command does what the trace has. */
export function layOut(
  model: Model,
  release: Release,
  { trace, why }: Pick<Violation, 'trace' | 'why'>,
  title: string,
  layout: Layout,
): Scenario | null {
  const { timing } = layout;
  const node = new ExploredNode(model, release);
  const steps: ScenarioStep[] = [];
  const push = (at: number, command: Command): void =>
    void steps.push({ at: duration(at), line: null, command });
  /** When the call under way of each pod began, at the latest. */
  const begun = new Map<number, number>();
  const returnedAt = new Map<number, number>();
  let now = 1100;
  /** The API server cannot be reached. */
  let cutOff = false;
  for (const [i, action] of trace.entries()) {
    const pod = node.pods[action.pod];
    if (i > 0) now = timeFor(action, now, layout, node, returnedAt);
    if (action.kind === 'error' && pod !== undefined) {
      push(begun.get(action.pod) ?? 0, faultOf(pod.call, pod.model.name));
    }
    const command = pod === undefined ? commandOfNode(action) : commandOf(action, pod.model);
    if (command === 'none') return null;
    if (isCutOff(trace, i)) push(now - 1, { do: 'apiServerDown' });
    if (command !== null) push(now, command);
    if (action.kind === 'reportApi' && cutOff) push(now - 1000, { do: 'apiServerUp' });
    if (isCutOff(trace, i)) cutOff = true;
    else if (action.kind === 'reportApi') cutOff = false;
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
  if (cutOff) push(now + 2000, { do: 'apiServerUp' });
  const until = Math.ceil((now + Math.max(200_000, 3 * timing.housekeeping)) / 1000) * 1000;
  const ordered = steps.map((step, i) => ({ step, i })).sort((a, b) => a.step.at - b.step.at || a.i - b.i);
  return {
    version: 1,
    title: title,
    description: `Found by the explorer in ${release.name}: ${why}.`,
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

/** Is this a restart after which anything but the manifests comes before the API server's list? Then that has to wait. */
function isCutOff(trace: readonly Action[], i: number): boolean {
  if (trace[i]?.kind !== 'restart') return false;
  for (const { kind } of trace.slice(i + 1)) {
    if (kind === 'reportApi') return false;
    if (kind !== 'reportFile') return true;
  }
  return false;
}
