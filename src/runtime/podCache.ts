import type { PodUID } from '../api/pod';
import type { SimTime } from '../clock/simTime';
import type { ContainerView, SandboxView } from './criCalls';

/** What the kubelet knows of a pod in the runtime; sandboxes and containers in the order of their creation. */
export interface PodRuntimeStatus {
  readonly uid: PodUID;
  /** Empty, like `namespace`, when the runtime has nothing of the pod. */
  readonly name: string;
  readonly namespace: string;
  readonly sandboxes: readonly SandboxView[];
  readonly containers: readonly ContainerView[];
}

/** What was found when a pod was last inspected: its status, or why there is none. */
export type PodInspection = { readonly status: PodRuntimeStatus } | { readonly error: string };

/** An inspection and the time that it speaks for. */
export type PodCacheEntry = PodInspection & { readonly modified: SimTime };

/** The cache as data. */
export interface SavedPodCache {
  readonly entries: readonly (readonly [PodUID, PodCacheEntry])[];
  readonly timestamp: SimTime | null;
}

/** The status of a pod of which the runtime has nothing. */
export const emptyStatus = (uid: PodUID): PodRuntimeStatus => ({
  uid,
  name: '',
  namespace: '',
  sandboxes: [],
  containers: [],
});

/**
 * The kubelet's pod cache (`kubecontainer.Cache`): each pod as last inspected, and a timestamp up to which all of
 * it is known to be true. Written by the PLEG alone. Who waits for a newer entry is kept by the pod workers.
 */
export class PodCache {
  private readonly entries = new Map<PodUID, PodCacheEntry>();
  private timestamp: SimTime | null = null;

  set(uid: PodUID, status: PodRuntimeStatus, modified: SimTime): void {
    this.entries.set(uid, { status, modified });
  }

  /** The pod could not be inspected; whoever asks gets the error until an inspection works. */
  setError(uid: PodUID, error: string, modified: SimTime): void {
    this.entries.set(uid, { error, modified });
  }

  delete(uid: PodUID): void {
    this.entries.delete(uid);
  }

  /** Every pod that was not set or deleted since is as it was at `timestamp`. */
  updateTime(timestamp: SimTime): void {
    this.timestamp = timestamp;
  }

  /** The global timestamp; `null` before the first relist. */
  get time(): SimTime | null {
    return this.timestamp;
  }

  /** What is known of the pod, however old; `null`: nothing. */
  get(uid: PodUID): PodCacheEntry | null {
    return this.entries.get(uid) ?? null;
  }

  /**
   * What is known of the pod if it is newer than `minTime`, by its own time or by the global one; else `null`:
   * wait. A pod without an entry is known to have nothing once the global timestamp is newer (`getIfNewerThan`).
   * `minTime` `null` lies before every time.
   */
  getNewerThan(uid: PodUID, minTime: SimTime | null): PodInspection | null {
    const isNewer = (t: SimTime | null): boolean => t !== null && (minTime === null || t > minTime);
    const entry = this.entries.get(uid);
    if (entry === undefined) return isNewer(this.timestamp) ? { status: emptyStatus(uid) } : null;
    if (!isNewer(entry.modified) && !isNewer(this.timestamp)) return null;
    return 'error' in entry ? { error: entry.error } : { status: entry.status };
  }

  save(): SavedPodCache {
    return { entries: [...this.entries], timestamp: this.timestamp };
  }

  static restore(saved: SavedPodCache): PodCache {
    const cache = new PodCache();
    for (const [uid, entry] of saved.entries) cache.entries.set(uid, entry);
    cache.timestamp = saved.timestamp;
    return cache;
  }
}
