import type { PodUID, RuntimePod } from '../api/pod';
import type { ContainerView, SandboxView } from './criCalls';

/** What a pod has in the runtime, in one word; a running container counts before a ready sandbox. */
export type PodRuntimeState = 'none' | 'running' | 'sandbox ready' | 'exited';

/** The state of one pod, of everything that the runtime has. */
export function podRuntimeState(
  uid: PodUID,
  allSandboxes: readonly SandboxView[],
  allContainers: readonly ContainerView[],
): PodRuntimeState {
  const sandboxes = allSandboxes.filter(({ pod }) => pod.uid === uid);
  const containers = allContainers.filter((container) => container.uid === uid);
  if (containers.some(({ state }) => state === 'running')) return 'running';
  if (sandboxes.some(({ ready }) => ready)) return 'sandbox ready';
  return sandboxes.length + containers.length > 0 ? 'exited' : 'none';
}

/** The pods with a ready sandbox or a running container, oldest first: what the kubelet's `GetPods(all=false)` finds. */
export function runningPods(
  sandboxes: readonly SandboxView[],
  containers: readonly ContainerView[],
): readonly RuntimePod[] {
  const pods = new Map<PodUID, RuntimePod>();
  for (const { pod } of sandboxes) {
    const state = podRuntimeState(pod.uid, sandboxes, containers);
    if ((state === 'running' || state === 'sandbox ready') && !pods.has(pod.uid)) pods.set(pod.uid, pod);
  }
  return [...pods.values()];
}
