import type { PodUID, RuntimePod } from '../api/pod';
import type { ContainerView, SandboxView } from './criCalls';

/** What a pod has in the runtime, in one word; a running container counts before a ready sandbox. */
export type PodRuntimeState = 'none' | 'running' | 'sandbox ready' | 'exited';

/** The state of one pod, of everything that the runtime has. For all pods at once: `podRuntimeStates`. */
export function podRuntimeState(
  uid: PodUID,
  sandboxes: Iterable<SandboxView>,
  containers: Iterable<ContainerView>,
): PodRuntimeState {
  let state: PodRuntimeState = 'none';
  for (const container of containers) {
    if (container.uid !== uid) continue;
    if (container.state === 'running') return 'running';
    state = 'exited';
  }
  for (const { pod, ready } of sandboxes) {
    if (pod.uid !== uid) continue;
    if (ready) return 'sandbox ready';
    state = 'exited';
  }
  return state;
}

/** The state of every pod of which the runtime has anything, in one walk. */
export function podRuntimeStates(
  sandboxes: Iterable<SandboxView>,
  containers: Iterable<ContainerView>,
): ReadonlyMap<PodUID, Exclude<PodRuntimeState, 'none'>> {
  const states = new Map<PodUID, Exclude<PodRuntimeState, 'none'>>();
  for (const { pod, ready } of sandboxes)
    if (ready || !states.has(pod.uid)) states.set(pod.uid, ready ? 'sandbox ready' : 'exited');
  for (const { uid, state } of containers) {
    if (state === 'running') states.set(uid, 'running');
    else if (!states.has(uid)) states.set(uid, 'exited');
  }
  return states;
}

/** The pods with a ready sandbox or a running container, oldest first: what the kubelet's `GetPods(all=false)` finds. */
export function runningPods(
  sandboxes: readonly SandboxView[],
  containers: readonly ContainerView[],
): readonly RuntimePod[] {
  const states = podRuntimeStates(sandboxes, containers);
  const pods = new Map<PodUID, RuntimePod>();
  for (const { pod } of sandboxes)
    if (states.get(pod.uid) !== 'exited' && !pods.has(pod.uid)) pods.set(pod.uid, pod);
  return [...pods.values()];
}
