import type { Pod, PodUID } from '../api/pod';
import { canonicalJson } from '../base/canonicalJson';

/** Where pods come from: the API server's watch and the folder of static manifests. */
export type PodSource = 'api' | 'file';

/** The kinds of news that a source brings (`kubetypes.PodOperation`). DELETE is graceful, REMOVE means it is gone. */
export type PodOperation = 'ADD' | 'UPDATE' | 'DELETE' | 'REMOVE' | 'RECONCILE';

/** One piece of news for the sync loop. */
export interface PodDelta {
  readonly source: PodSource;
  readonly op: PodOperation;
  readonly pod: Pod;
}

export interface SavedPodConfig {
  readonly sources: readonly (readonly [PodSource, readonly Pod[]])[];
}

/**
 * Turns what the sources have into news (`config.go PodStorage`): remembers what each source had last and tells the
 * difference. A source that has not reported yet is not ready; until all are, nobody may conclude that a pod is gone.
 */
export class PodConfig {
  private readonly sources = new Map<PodSource, Map<PodUID, Pod>>();

  /** The source has reported at least once. */
  hasReported(source: PodSource): boolean {
    return this.sources.has(source);
  }

  /** The source's whole content. News of what is gone comes first. */
  replace(source: PodSource, pods: readonly Pod[]): readonly PodDelta[] {
    const before = this.sources.get(source) ?? new Map<PodUID, Pod>();
    const now = new Map(pods.map((pod) => [pod.uid, pod]));
    this.sources.set(source, now);
    const gone = [...before.values()].filter((pod) => !now.has(pod.uid));
    return [
      ...gone.map((pod): PodDelta => ({ source, op: 'REMOVE', pod })),
      ...pods.flatMap((pod) => delta(source, before.get(pod.uid), pod)),
    ];
  }

  /** One pod of a source that has reported changed; `pod` is `null` if it is gone. */
  change(source: PodSource, uid: PodUID, pod: Pod | null): readonly PodDelta[] {
    const known = this.sources.get(source);
    if (known === undefined) return [];
    const before = known.get(uid);
    if (pod === null) {
      known.delete(uid);
      return before === undefined ? [] : [{ source, op: 'REMOVE', pod: before }];
    }
    known.set(uid, pod);
    return delta(source, before, pod);
  }

  save(): SavedPodConfig {
    return { sources: [...this.sources].map(([source, pods]) => [source, [...pods.values()]]) };
  }

  static restore(saved: SavedPodConfig): PodConfig {
    const config = new PodConfig();
    for (const [source, pods] of saved.sources) {
      config.sources.set(source, new Map(pods.map((pod) => [pod.uid, pod])));
    }
    return config;
  }
}

/** What is new in `pod`; nothing if it is the same object again. */
function delta(source: PodSource, before: Pod | undefined, pod: Pod): readonly PodDelta[] {
  if (before === undefined) return [{ source, op: 'ADD', pod }];
  if (before === pod || before.version === pod.version) return [];
  if (isWantedTheSame(before, pod)) return [{ source, op: 'RECONCILE', pod }];
  return [{ source, op: pod.deletion === null ? 'UPDATE' : 'DELETE', pod }];
}

/** Is everything that a kubelet acts on the same? Status, version and finalizers are nothing to it. Mostly the very same parts were handed on, which is cheap to see. */
const isWantedTheSame = (a: Pod, b: Pod): boolean =>
  (a.spec === b.spec && a.deletion === b.deletion) || wanted(a) === wanted(b);

const wanted = ({ status: _, version: __, finalizers: ___, ...rest }: Pod): string => canonicalJson(rest);
