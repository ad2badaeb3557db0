import type { Pod, PodUID } from '../api/pod';
import type { SavedApiserver } from '../apiserver/fakeApiserver';
import type { SavedQueue } from '../clock/eventQueue';
import type { RandomState } from '../clock/random';
import type { SavedKubelet } from '../kubelet/kubelet';
import type { CriTag } from '../kubelet/kubeletPorts';
import type { SavedVolumeManager } from '../kubelet/volumeManager';
import type { CriRequest } from '../runtime/criCalls';
import type { SavedFakeRuntime } from '../runtime/fakeRuntime';
import type { SavedLabMetrics } from './labMetrics';
import type { SimEvent } from './simEvents';

/** One life of a pod, as the node has seen it: the uid does not change, the name and manifest are those of its beginning. */
export interface PodLife {
  readonly uid: PodUID;
  readonly name: string;
  readonly namespace: string;
  readonly template: string;
  readonly isStatic: boolean;
  readonly isMirror: boolean;
}

/** A CRI call of a kubelet that the runtime has not answered. */
export interface PendingCri {
  readonly generation: number;
  readonly tag: CriTag;
  readonly request: CriRequest;
  /** Whose call; `null` for a list. */
  readonly uid: PodUID | null;
  readonly startedAt: number;
  /** The trace event to which what the reply leads to is attributed. */
  readonly cause: number | null;
}

/**
 * A run at one moment, all of it but its past: one JSON value. Save, restore, fork and share all mean: take this value. With
 * the same release and scenario, going on from it is the same as never having stopped.
 */
export interface SimState {
  readonly now: number;
  readonly queue: SavedQueue<SimEvent>;
  readonly random: RandomState;
  readonly runtime: SavedFakeRuntime;
  readonly apiserver: SavedApiserver;
  /** Manifests by path. */
  readonly manifests: readonly (readonly [string, Pod])[];
  /** `null` while no kubelet runs. */
  readonly kubelet: SavedKubelet | null;
  readonly generation: number;
  /** The kubelet's watch on the API server stands. */
  readonly watching: boolean;
  /** What the last kubelet left mounted. */
  readonly leftMounted: SavedVolumeManager | null;
  readonly pendingCri: readonly (readonly [number, PendingCri])[];
  readonly lives: readonly PodLife[];
  /** The uid that a template last had. */
  readonly uids: readonly (readonly [string, PodUID])[];
  readonly labMetrics: SavedLabMetrics;
  readonly stuck: readonly PodUID[];
  readonly made: number;
  readonly faultsMade: number;
  readonly writes: number;
  readonly nextTraceId: number;
}
