import { fullNameOf, type Pod, type PodFullName, type PodUID } from '../api/pod';
import type { PodStatus } from '../api/podStatus';
import type { SimTime } from '../clock/simTime';

/** What a change came to: the object as it is now, `null` if it is gone. For whoever watches. */
export interface ApiChange {
  readonly uid: PodUID;
  readonly pod: Pod | null;
}

export interface SavedApiserver {
  readonly objects: readonly Pod[];
  readonly up: boolean;
  readonly revision: number;
}

/** The pods that the API server has for this node. It never calls anybody: a change is returned as data. */
export class FakeApiserver {
  private readonly objects = new Map<PodUID, Pod>();
  private revision = 0;
  up = true;

  list(): readonly Pod[] {
    return [...this.objects.values()];
  }

  get(uid: PodUID): Pod | null {
    return this.objects.get(uid) ?? null;
  }

  /** The object of that name; names are unique here, full names are those of the kubelet. */
  named(name: PodFullName): Pod | null {
    for (const pod of this.objects.values()) if (fullNameOf(pod) === name) return pod;
    return null;
  }

  /** `null` if an object of that name exists. */
  create(pod: Pod): ApiChange | null {
    return this.named(fullNameOf(pod)) === null ? this.put(pod) : null;
  }

  /**
   * A graceful deletion: sets the deletion timestamp. A second one only counts if its grace period is shorter. With a
   * grace period of 0 the object goes at once.
   */
  delete(uid: PodUID, gracePeriod: number, now: SimTime): ApiChange | null {
    const pod = this.objects.get(uid);
    if (pod === undefined) return null;
    if (gracePeriod === 0) return this.remove(uid, now);
    const before = pod.deletion?.gracePeriod ?? null;
    if (pod.deletion !== null && before !== null && before <= gracePeriod) return null;
    return this.put({ ...pod, deletion: { at: pod.deletion?.at ?? now, gracePeriod } });
  }

  /** Deletes for good; finalizers keep the object, marked as deleted. */
  remove(uid: PodUID, now: SimTime): ApiChange | null {
    const pod = this.objects.get(uid);
    if (pod === undefined) return null;
    if (pod.finalizers.length > 0) {
      if (pod.deletion?.gracePeriod === 0) return null;
      return this.put({ ...pod, deletion: { at: pod.deletion?.at ?? now, gracePeriod: 0 } });
    }
    this.objects.delete(uid);
    return { uid, pod: null };
  }

  /** Takes the finalizers off; an object that only they kept goes. */
  removeFinalizers(uid: PodUID): ApiChange | null {
    const pod = this.objects.get(uid);
    if (pod === undefined || pod.finalizers.length === 0) return null;
    if (pod.deletion?.gracePeriod === 0) {
      this.objects.delete(uid);
      return { uid, pod: null };
    }
    return this.put({ ...pod, finalizers: [] });
  }

  /** `null` if the object is gone, or if nothing changes. */
  patchStatus(uid: PodUID, status: PodStatus): ApiChange | null {
    const pod = this.objects.get(uid);
    return pod === undefined ? null : this.put({ ...pod, status });
  }

  save(): SavedApiserver {
    return { objects: [...this.objects.values()], up: this.up, revision: this.revision };
  }

  static restore(saved: SavedApiserver): FakeApiserver {
    const server = new FakeApiserver();
    for (const pod of saved.objects) server.objects.set(pod.uid, pod);
    server.up = saved.up;
    server.revision = saved.revision;
    return server;
  }

  private put(pod: Pod): ApiChange {
    this.revision++;
    const stored = { ...pod, version: this.revision };
    this.objects.set(pod.uid, stored);
    return { uid: pod.uid, pod: stored };
  }
}
