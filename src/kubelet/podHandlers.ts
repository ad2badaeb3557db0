import { isMirrorPod, type Pod, type PodUID } from '../api/pod';
import type { KillOptions } from '../machine/podUpdate';
import type { PodManager } from './podManager';
import { isPodTerminationRequested } from './podWorkerPredicates';
import type { PodWorkers } from './podWorkers';

/** What the handlers need. */
export interface HandlerPorts {
  readonly podManager: PodManager;
  readonly podWorkers: PodWorkers;
  /** Does the kubelet accept the pod? If not, the reason has been written as its status before this returns. */
  admit(pod: Pod): boolean;
}

/**
 * What the sync loop does with each kind of news (`kubelet.go HandlePodAdditions` and its neighbours). Every handler first
 * brings the pod manager up to date and then leaves an update for the worker, if anybody is to be told.
 */
export class PodHandlers {
  constructor(private readonly ports: HandlerPorts) {}

  /** A source reports a new pod. Only a pod whose end nobody has asked for is asked for admission. */
  handlePodAddition(pod: Pod): void {
    const { podManager, podWorkers } = this.ports;
    podManager.set(pod);
    if (isMirrorPod(pod)) return this.handleMirrorPod(pod);
    if (!isPodTerminationRequested(podWorkers, pod.uid) && !this.ports.admit(pod)) return;
    podWorkers.updatePod({ type: 'create', pod, mirrorPod: podManager.mirrorPodOf(pod) });
  }

  /** A source reports a changed pod; a graceful deletion is such a change. Nobody asks for admission. */
  handlePodUpdate(pod: Pod): void {
    const { podManager, podWorkers } = this.ports;
    podManager.set(pod);
    if (isMirrorPod(pod)) return this.handleMirrorPod(pod);
    podWorkers.updatePod({ type: 'update', pod, mirrorPod: podManager.mirrorPodOf(pod) });
  }

  /** Only the status in the object changed, mostly the kubelet's own write coming back. No worker is told. */
  handlePodReconcile(pod: Pod): void {
    this.ports.podManager.set(pod);
  }

  /**
   * A source no longer has the pod. The pod manager forgets it at once; its worker is told only when every source has
   * reported, since before that nobody knows whether another source still wants it. False if it was not told.
   */
  handlePodRemoval(uid: PodUID, sourcesReady: boolean): boolean {
    const pod = this.ports.podManager.remove(uid);
    if (pod === null) return true;
    if (isMirrorPod(pod)) this.handleMirrorPod(pod);
    else if (sourcesReady) this.ports.podWorkers.updatePod({ type: 'kill', pod });
    return isMirrorPod(pod) || sourcesReady;
  }

  /** Asks for a sync of those uids that the pod manager has, in their order. **The others are dropped here.** */
  handlePodSyncs(uids: readonly PodUID[]): { readonly synced: PodUID[]; readonly dropped: PodUID[] } {
    const { podManager, podWorkers } = this.ports;
    const synced: PodUID[] = [];
    const dropped: PodUID[] = [];
    for (const uid of uids) {
      const pod = podManager.get(uid);
      (pod === null ? dropped : synced).push(uid);
      if (pod !== null) podWorkers.updatePod({ type: 'sync', pod, mirrorPod: podManager.mirrorPodOf(pod) });
    }
    return { synced, dropped };
  }

  /** A part of the kubelet wants the pod dead, by eviction for instance. False if the pod manager has no such pod. */
  killPod(uid: PodUID, kill: KillOptions): boolean {
    const pod = this.ports.podManager.get(uid);
    if (pod === null) return false;
    this.ports.podWorkers.updatePod({ type: 'kill', pod, kill });
    return true;
  }

  /** News of a mirror pod is news for its static pod; without a static pod it concerns nobody. */
  private handleMirrorPod(mirrorPod: Pod): void {
    const pod = this.ports.podManager.podNamedLike(mirrorPod);
    if (pod !== null) this.ports.podWorkers.updatePod({ type: 'update', pod, mirrorPod });
  }
}
