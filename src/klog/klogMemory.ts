import type { PodUID } from '../api/pod';
import type { PodPhase } from '../api/podStatus';
import type { PodSource } from '../kubelet/podConfig';
import type { SyncCallName } from '../machine/podEffects';
import type { WorkType } from '../machine/podUpdate';
import type { RuntimeChange } from '../runtime/runtimeEvents';

/** A container as far as log lines show it. */
export interface KnownContainer {
  readonly uid: PodUID;
  readonly name: string;
  readonly state: 'created' | 'running' | 'exited';
  readonly exitCode: number;
  /** When it exited; 0 until then. */
  readonly exitedAt: number;
}

/** What later lines about a pod need of earlier events. Owned by one pass over one trace, and changed by it. */
export interface PodMemory {
  /** The pod manager has the pod. */
  inConfig: boolean;
  /** A REMOVE has come and the worker has not been told yet. */
  removed: boolean;
  hasWorker: boolean;
  /** The worker has said that it knows of the termination. */
  acknowledged: boolean;
  /** The phase that the last update was for. */
  work: WorkType;
  /** The last sync call: which, and the grace period that it was given. */
  fn: SyncCallName | null;
  gracePeriod: number | null;
  error: string | null;
  statusVersion: number;
  phase: PodPhase;
  writtenPhase: PodPhase;
  /** The deletion of the API object has been sent. */
  deleting: boolean;
  /** Its history was removed in this housekeeping pass so that it can restart, and it has not been restarted. */
  mayRestart: boolean;
  /** Kills that the eviction manager waits for. */
  readonly evictions: Set<number>;
}

const newPodMemory = (): PodMemory => ({
  inConfig: false,
  removed: false,
  hasWorker: false,
  acknowledged: false,
  work: 'sync',
  fn: null,
  gracePeriod: null,
  error: null,
  statusVersion: 0,
  phase: '',
  writtenPhase: '',
  deleting: false,
  mayRestart: false,
  evictions: new Set(),
});

/** What log lines need that their own event does not tell. The runtime's part outlives a kubelet. */
export class KlogMemory {
  readonly containers = new Map<string, KnownContainer>();
  /** Sandboxes that are there, ready or not, oldest first: id to pod. */
  readonly sandboxes = new Map<string, PodUID>();
  /** The sandbox that the RunPodSandbox under way has made. */
  readonly madeSandbox = new Map<PodUID, string>();
  /** Grace periods of the StopContainers under way, by container. */
  readonly stops = new Map<string, number>();
  /** Sources that news has come from. */
  readonly heardOf = new Set<PodSource>();
  kubeletStartedAt = 0;
  housekeepingStartedAt = 0;
  private readonly pods = new Map<PodUID, PodMemory>();

  pod(uid: PodUID): PodMemory {
    const known = this.pods.get(uid) ?? newPodMemory();
    this.pods.set(uid, known);
    return known;
  }

  /** Every pod of this kubelet's life, in the order in which they came up. */
  allPods(): IterableIterator<[PodUID, PodMemory]> {
    return this.pods.entries();
  }

  /** A new kubelet knows nothing. */
  kubeletStarted(at: number): void {
    this.pods.clear();
    this.heardOf.clear();
    this.stops.clear();
    this.madeSandbox.clear();
    this.kubeletStartedAt = at;
  }

  /** The record of the pod is gone; what the managers know stays. */
  workerForgotten(uid: PodUID): void {
    Object.assign(this.pod(uid), { hasWorker: false, acknowledged: false, fn: null, error: null });
  }

  runtimeChanged(change: RuntimeChange, at: number): void {
    const { type, uid, id } = change;
    switch (type) {
      case 'sandboxReady':
        this.sandboxes.set(id, uid);
        this.madeSandbox.set(uid, id);
        return;
      case 'sandboxRemoved':
        this.sandboxes.delete(id);
        return;
      case 'containerCreated':
      case 'containerStarted': {
        const state = type === 'containerCreated' ? 'created' : 'running';
        this.containers.set(id, { uid, name: change.name, state, exitCode: 0, exitedAt: 0 });
        return;
      }
      case 'containerExited': {
        const { name, exitCode } = change;
        this.containers.set(id, { uid, name, state: 'exited', exitCode, exitedAt: at });
        return;
      }
      case 'containerRemoved':
        this.containers.delete(id);
        return;
      case 'imagePulled':
      case 'sandboxStopped':
        return;
    }
  }
}
