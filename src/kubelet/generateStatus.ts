import type { ContainerStatus } from '../api/containerStatus';
import { type ContainerSpec, isTerminalPhase, type Pod } from '../api/pod';
import type { PodPhase, PodStatus } from '../api/podStatus';
import type { ContainerView } from '../runtime/criCalls';
import type { PodRuntimeStatus } from '../runtime/podCache';

/** The newest container of that name that the runtime shows. */
export function newestContainer(status: PodRuntimeStatus, name: string): ContainerView | null {
  return status.containers.findLast((container) => container.name === name) ?? null;
}

/**
 * The status of a pod as its containers are (`generateAPIPodStatus`). A `previous` phase that is terminal stays, and so does the
 * end of a container that the runtime no longer shows. `terminating`: no container will be started any more, and the phase is
 * to say so.
 */
export function generateStatus(
  pod: Pod,
  runtime: PodRuntimeStatus,
  terminating: boolean,
  previous: PodStatus,
): PodStatus {
  const containers = pod.spec.containers.map((spec) => containerStatus(pod, spec, runtime, previous));
  const { phase, reason } = previous;
  if (isTerminalPhase(phase)) return { phase, reason, containers };
  return { phase: phaseOf(pod, runtime, terminating, containers), reason: '', containers };
}

/** The phase that the containers add up to (`getPhase`). */
function phaseOf(
  pod: Pod,
  runtime: PodRuntimeStatus,
  terminating: boolean,
  containers: readonly ContainerStatus[],
): PodPhase {
  const { restartPolicy, initContainers } = pod.spec;
  const failedInit = initContainers.some((spec) => {
    const newest = newestContainer(runtime, spec.name);
    return newest?.state === 'exited' && newest.exitCode !== 0;
  });
  if (failedInit && restartPolicy === 'Never') return 'Failed';
  // One container that has never run keeps the whole pod pending, whatever the others do.
  if (!terminating && containers.some((container) => !hasRun(runtime, container))) return 'Pending';
  if (containers.some(({ state }) => state.kind === 'running')) return 'Running';
  const exited = containers.flatMap(({ state }) => (state.kind === 'terminated' ? state : []));
  const allGood = exited.every(({ exitCode }) => exitCode === 0);
  if (terminating && exited.length > 0) {
    return allGood && exited.length === containers.length ? 'Succeeded' : 'Failed';
  }
  if (exited.length === 0 || exited.length < containers.length) return terminating ? 'Failed' : 'Pending';
  if (restartPolicy === 'Always') return 'Running';
  if (allGood) return 'Succeeded';
  return restartPolicy === 'Never' ? 'Failed' : 'Running';
}

const hasRun = (runtime: PodRuntimeStatus, { name, state }: ContainerStatus): boolean =>
  state.kind !== 'waiting' ||
  runtime.containers.some((container) => container.name === name && container.state !== 'created');

function containerStatus(
  pod: Pod,
  spec: ContainerSpec,
  runtime: PodRuntimeStatus,
  previous: PodStatus,
): ContainerStatus {
  const all = runtime.containers.filter((container) => container.name === spec.name);
  const newest = all.at(-1);
  if (newest === undefined) {
    const last = previous.containers.find((container) => container.name === spec.name);
    if (last !== undefined && last.state.kind !== 'waiting') return lost(last);
  }
  const base = { name: spec.name, image: newest?.image ?? spec.image, restarts: Math.max(0, all.length - 1) };
  if (newest === undefined || newest.state === 'created') {
    return { ...base, state: { kind: 'waiting', reason: waitingReason(pod, runtime) } };
  }
  if (newest.state === 'running') return { ...base, state: { kind: 'running' } };
  return { ...base, state: { kind: 'terminated', exitCode: newest.exitCode ?? 0 } };
}

/**
 * A container that has run and that the runtime no longer shows, as after garbage collection: its end stays as it was told; if none
 * was, it is over in a way that nobody knows, exit code 137 (`convertToAPIContainerStatuses`, `ContainerStatusUnknown`).
 */
const lost = (last: ContainerStatus): ContainerStatus =>
  last.state.kind === 'running' ? { ...last, state: { kind: 'terminated', exitCode: 137 } } : last;

const waitingReason = (pod: Pod, runtime: PodRuntimeStatus): string => {
  const waitsForInit = pod.spec.initContainers.some(
    (spec) => newestContainer(runtime, spec.name)?.exitCode !== 0,
  );
  return waitsForInit ? 'PodInitializing' : 'ContainerCreating';
};
