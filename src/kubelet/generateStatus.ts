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
 * The status of a pod as its containers are (`generateAPIPodStatus`). A `previous` phase that is terminal stays. `terminating`: no container will be started any more, and the phase is to say so.
 */
export function generateStatus(
  pod: Pod,
  runtime: PodRuntimeStatus,
  terminating: boolean,
  previous: PodStatus,
): PodStatus {
  const containers = pod.spec.containers.map((spec) => containerStatus(pod, spec, runtime));
  const { phase, reason } = previous;
  if (isTerminalPhase(phase)) return { phase, reason, containers };
  return { phase: phaseOf(pod, runtime, terminating), reason: '', containers };
}

/** The phase that the containers add up to (`getPhase`). */
function phaseOf(pod: Pod, runtime: PodRuntimeStatus, terminating: boolean): PodPhase {
  const { restartPolicy, containers, initContainers } = pod.spec;
  const failedInit = initContainers.some((spec) => {
    const newest = newestContainer(runtime, spec.name);
    return newest?.state === 'exited' && newest.exitCode !== 0;
  });
  if (failedInit && restartPolicy === 'Never') return 'Failed';
  const newest = containers.map((spec) => newestContainer(runtime, spec.name));
  // One container that has never run keeps the whole pod pending, whatever the others do.
  if (!terminating && containers.some((spec) => !hasRun(runtime, spec))) return 'Pending';
  if (newest.some((container) => container?.state === 'running')) return 'Running';
  const exited = newest.filter((container) => container?.state === 'exited');
  if (terminating && exited.length > 0) {
    return exited.every((container) => container?.exitCode === 0) && exited.length === newest.length
      ? 'Succeeded'
      : 'Failed';
  }
  if (exited.length === 0 || exited.length < newest.length) return terminating ? 'Failed' : 'Pending';
  const allGood = exited.every((container) => container?.exitCode === 0);
  if (restartPolicy === 'Always') return 'Running';
  if (allGood) return 'Succeeded';
  return restartPolicy === 'Never' ? 'Failed' : 'Running';
}

const hasRun = (runtime: PodRuntimeStatus, { name }: ContainerSpec): boolean =>
  runtime.containers.some((container) => container.name === name && container.state !== 'created');

function containerStatus(pod: Pod, spec: ContainerSpec, runtime: PodRuntimeStatus): ContainerStatus {
  const all = runtime.containers.filter((container) => container.name === spec.name);
  const newest = all.at(-1);
  const base = { name: spec.name, image: newest?.image ?? spec.image, restarts: Math.max(0, all.length - 1) };
  if (newest === undefined || newest.state === 'created') {
    return { ...base, state: { kind: 'waiting', reason: waitingReason(pod, runtime) } };
  }
  if (newest.state === 'running') return { ...base, state: { kind: 'running' } };
  return { ...base, state: { kind: 'terminated', exitCode: newest.exitCode ?? 0 } };
}

const waitingReason = (pod: Pod, runtime: PodRuntimeStatus): string => {
  const waitsForInit = pod.spec.initContainers.some(
    (spec) => newestContainer(runtime, spec.name)?.exitCode !== 0,
  );
  return waitsForInit ? 'PodInitializing' : 'ContainerCreating';
};
