import type { ContainerSpec, Pod } from '../api/pod';
import type { PodRuntimeStatus } from '../runtime/podCache';
import { newestContainer } from './generateStatus';

/** What SyncPod has to do in the runtime, in this order: a sandbox if need be, then the containers. */
export interface PodActions {
  readonly createSandbox: boolean;
  /** The ready sandbox that there is; `null` if one has to be made. */
  readonly sandbox: string | null;
  /** Containers to start: one init container, or all main containers that are not running and may run (again). */
  readonly start: readonly ContainerSpec[];
}

/**
 * What is missing of a pod (`kuberuntime_manager.go computePodActions`). Without a ready sandbox everything begins anew,
 * unless everything has run to its end and is not to run again. Init containers come one at a time, in order.
 */
export function computePodActions(pod: Pod, runtime: PodRuntimeStatus): PodActions {
  const { spec } = pod;
  const ready = runtime.sandboxes.findLast((sandbox) => sandbox.ready) ?? null;
  if (ready === null) {
    const first = spec.initContainers[0];
    const start = first === undefined ? spec.containers.filter((c) => mayRun(pod, c, runtime)) : [first];
    const createSandbox = spec.containers.some((container) => mayRun(pod, container, runtime));
    return { createSandbox, sandbox: null, start: createSandbox ? start : [] };
  }
  for (const init of spec.initContainers) {
    const newest = inSandbox(runtime, ready.id, init.name);
    if (newest?.state === 'exited' && newest.exitCode === 0) continue;
    const retries = newest?.state === 'exited' && spec.restartPolicy === 'Never';
    const start = newest === null || (newest.state !== 'running' && !retries) ? [init] : [];
    return { createSandbox: false, sandbox: ready.id, start };
  }
  const start = spec.containers.filter((container) => {
    const newest = inSandbox(runtime, ready.id, container.name);
    return newest === null || (newest.state !== 'running' && mayRun(pod, container, runtime));
  });
  return { createSandbox: false, sandbox: ready.id, start };
}

const inSandbox = (runtime: PodRuntimeStatus, sandbox: string, name: string) =>
  runtime.containers.findLast((container) => container.name === name && container.sandbox === sandbox) ??
  null;

/** A container that has exited runs again as its restart policy says. */
function mayRun(pod: Pod, spec: ContainerSpec, runtime: PodRuntimeStatus): boolean {
  const newest = newestContainer(runtime, spec.name);
  if (newest === null || newest.state !== 'exited') return true;
  const { restartPolicy } = pod.spec;
  return restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && newest.exitCode !== 0);
}
