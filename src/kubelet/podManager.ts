import { fullNameOf, isMirrorPod, type Pod, type PodFullName, type PodUID } from '../api/pod';

const byUID = (a: Pod, b: Pod): number => (a.uid < b.uid ? -1 : 1);

/** One kind of pods, by uid and by full name. */
class PodIndex {
  private readonly byUID = new Map<PodUID, Pod>();
  private readonly byName = new Map<PodFullName, Pod>();
  private sorted: readonly Pod[] | null = null;

  set(pod: Pod): void {
    this.byUID.set(pod.uid, pod);
    this.byName.set(fullNameOf(pod), pod);
    this.sorted = null;
  }

  /** Also takes the name's entry away, whichever pod it points to: that is what the kubelet does. */
  delete(pod: Pod): void {
    this.byUID.delete(pod.uid);
    this.byName.delete(fullNameOf(pod));
    this.sorted = null;
  }

  clear(): void {
    this.sorted = null;
    // Clearing an empty map costs as much as making one.
    if (this.byUID.size > 0) this.byUID.clear();
    if (this.byName.size > 0) this.byName.clear();
  }

  get(uid: PodUID): Pod | null {
    return this.byUID.get(uid) ?? null;
  }

  named(name: PodFullName): Pod | null {
    return this.byName.get(name) ?? null;
  }

  list(): readonly Pod[] {
    this.sorted ??= [...this.byUID.values()].sort(byUID);
    return this.sorted;
  }

  save(): SavedIndex {
    return {
      pods: [...this.byUID.values()],
      names: [...this.byName.values()].map((pod) => [fullNameOf(pod), pod]),
    };
  }

  restore(saved: SavedIndex): void {
    for (const pod of saved.pods) this.byUID.set(pod.uid, pod);
    for (const [name, pod] of saved.names) this.byName.set(name, pod);
  }
}

interface SavedIndex {
  readonly pods: readonly Pod[];
  readonly names: readonly (readonly [PodFullName, Pod])[];
}

export interface SavedPodManager {
  readonly pods: SavedIndex;
  readonly mirrorPods: SavedIndex;
}

/**
 * What the config sources want now (`pod_manager.go`): pods and mirror pods, by uid and by full name. A pod that
 * left its source is gone from here at once, whatever its worker is still doing; that is where the bug of v1.26 begins.
 */
export class PodManager {
  private readonly pods = new PodIndex();
  private readonly mirrorPods = new PodIndex();

  /** Adds or updates a pod or mirror pod. */
  set(pod: Pod): void {
    this.indexOf(pod).set(pod);
  }

  /** Removes the pod or mirror pod of that uid and returns it; `null` if there is none. */
  remove(uid: PodUID): Pod | null {
    const pod = this.pods.get(uid) ?? this.mirrorPods.get(uid);
    if (pod !== null) this.indexOf(pod).delete(pod);
    return pod;
  }

  /** Forgets everything, as a kubelet that starts anew. */
  clear(): void {
    this.pods.clear();
    this.mirrorPods.clear();
  }

  /** The pod of that uid; mirror pods do not count. */
  get(uid: PodUID): Pod | null {
    return this.pods.get(uid);
  }

  mirrorPod(uid: PodUID): Pod | null {
    return this.mirrorPods.get(uid);
  }

  /** The pod that the name index has for the full name of `other`, such as the static pod of a mirror pod. */
  podNamedLike(other: Pod): Pod | null {
    return this.pods.named(fullNameOf(other));
  }

  /** The mirror pod of a pod, by full name. */
  mirrorPodOf(pod: Pod): Pod | null {
    return this.mirrorPods.named(fullNameOf(pod));
  }

  /** Every pod, in the order of uids (the real order is arbitrary). */
  list(): readonly Pod[] {
    return this.pods.list();
  }

  listMirrorPods(): readonly Pod[] {
    return this.mirrorPods.list();
  }

  /** Names of mirror pods for which the name index of pods has no entry. */
  orphanedMirrorPodNames(): readonly PodFullName[] {
    const orphaned = this.mirrorPods.list().filter((mirror) => this.podNamedLike(mirror) === null);
    return [...new Set(orphaned.map(fullNameOf))];
  }

  save(): SavedPodManager {
    return { pods: this.pods.save(), mirrorPods: this.mirrorPods.save() };
  }

  static restore(saved: SavedPodManager): PodManager {
    const manager = new PodManager();
    manager.pods.restore(saved.pods);
    manager.mirrorPods.restore(saved.mirrorPods);
    return manager;
  }

  private indexOf(pod: Pod): PodIndex {
    return isMirrorPod(pod) ? this.mirrorPods : this.pods;
  }
}
