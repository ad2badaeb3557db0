import {
  isStaticPod,
  isTerminalPhase,
  isTerminalPod,
  type Pod,
  type PodFullName,
  type PodUID,
  type RuntimePod,
} from '../api/pod';
import { isTerminated, terminationRequested } from '../machine/podSyncStatus';
import { countPods, type PodCounts } from './podCounts';
import type { PodManager } from './podManager';
import type { PodWorkerEvent } from './podWorkerEvents';
import { isPodKnownTerminated, isPodTerminationRequested } from './podWorkerPredicates';
import type { PodWorkerSync, PodWorkers } from './podWorkers';

/** What a pass needs of the rest of the kubelet. */
export interface HousekeepingPorts {
  readonly podManager: PodManager;
  readonly podWorkers: PodWorkers;
  /** The phase that the status manager has for a uid; `''` if none. */
  statusPhase(uid: PodUID): string;
  /** Forgets the statuses of every uid that is not `wanted`. */
  dropStatusesExcept(wanted: ReadonlySet<PodUID>): void;
  /** Asks the API server to delete the mirror pod of that full name. */
  deleteMirrorPod(name: PodFullName): void;
  emit(event: PodWorkerEvent): void;
}

/** A pass that waits for the runtime's list. JSON, since a run can be saved here. */
export interface BegunPass {
  readonly known: readonly (readonly [PodUID, PodWorkerSync])[];
}

/** How a pod counts that was only found running. */
const RUNTIME_ONLY: PodWorkerSync = {
  state: 'terminating',
  orphan: true,
  hasConfig: false,
  isStatic: false,
  restartRequested: false,
};

/**
 * The housekeeping pass (`kubelet_pods.go HandlePodCleanups`), every two seconds: compares what the sources want, what the
 * workers know and what the runtime runs. Nothing else of the sync loop happens meanwhile. In two halves, because
 * between them the runtime is asked for its list, which can take long or fail.
 */
export class Housekeeping {
  constructor(private readonly ports: HousekeepingPorts) {}

  /** Before the list: the workers' records are held against the pod manager. */
  begin(): BegunPass {
    const { podManager, podWorkers } = this.ports;
    const wanted = new Set(podManager.list().map((pod) => pod.uid));
    return { known: [...podWorkers.syncKnownPods(wanted)] };
  }

  /** With the list of what runs. Not called if the runtime could not tell: then the rest of the pass is left out. */
  finish(begun: BegunPass, running: readonly RuntimePod[]): PodCounts {
    const known = new Map(begun.known);
    return this.ports.podWorkers.release.startsUnknownPods
      ? this.startThenStop(known, running)
      : this.stopThenStart(known, running);
  }

  /** The pass since v1.27. */
  private startThenStop(known: Map<PodUID, PodWorkerSync>, running: readonly RuntimePod[]): PodCounts {
    this.dropStatuses();
    this.deleteOrphanedMirrorPods();
    const active = this.activePods();
    const restarted = active.filter((pod) => !known.has(pod.uid));
    for (const pod of restarted) this.start(pod, known);
    if (this.ports.podWorkers.release.terminatesTerminalLeftovers) this.killTerminalLeftovers(known, running);
    const orphaned = running.filter((pod) => !known.has(pod.uid));
    for (const pod of orphaned) {
      this.stopUnknown(pod);
      known.set(pod.uid, RUNTIME_ONLY);
    }
    return this.count(active, known, restarted, orphaned.length);
  }

  /** The pass of v1.26: only pods that asked for a restart are started, and what is not wanted is stopped first. */
  private stopThenStart(known: Map<PodUID, PodWorkerSync>, running: readonly RuntimePod[]): PodCounts {
    const { podManager } = this.ports;
    const toRestart = [...known].flatMap(([uid, sync]) =>
      sync.state === 'terminated' && sync.restartRequested ? [uid] : [],
    );
    let orphaned = 0;
    for (const pod of running) {
      const sync = known.get(pod.uid);
      if (sync !== undefined && sync.state !== 'terminated') continue;
      if (podManager.get(pod.uid) !== null) continue;
      const isNew = this.ports.podWorkers.snapshotOf(pod.uid) === null;
      this.stopUnknown(pod);
      // A record that is terminated ignores the kill and is counted as what it is.
      if (!isNew) continue;
      orphaned++;
      known.set(pod.uid, RUNTIME_ONLY);
    }
    this.dropStatuses();
    this.deleteOrphanedMirrorPods();
    const restarted = toRestart
      .flatMap((uid) => podManager.get(uid) ?? [])
      .filter((pod) => !this.isTerminal(pod));
    for (const pod of restarted) this.start(pod, known);
    return this.count(this.activePods(), this.knownNow(known), restarted, orphaned);
  }

  private start(pod: Pod, known: Map<PodUID, PodWorkerSync>): void {
    const { podManager, podWorkers, emit } = this.ports;
    emit({ kind: 'podRestarted', uid: pod.uid });
    podWorkers.updatePod({ type: 'create', pod, mirrorPod: podManager.mirrorPodOf(pod) });
    known.set(pod.uid, {
      state: 'sync',
      orphan: false,
      hasConfig: true,
      isStatic: isStaticPod(pod),
      restartRequested: false,
    });
  }

  /** A pod that was refused and then deleted has no worker that could say that it is finished: give it one. */
  private killTerminalLeftovers(
    known: ReadonlyMap<PodUID, PodWorkerSync>,
    running: readonly RuntimePod[],
  ): void {
    const { podManager, podWorkers, emit } = this.ports;
    const runs = new Set(running.map((pod) => pod.uid));
    for (const pod of podManager.list()) {
      if (pod.deletion === null || !isTerminalPod(pod)) continue;
      if (known.has(pod.uid) || runs.has(pod.uid)) continue;
      emit({ kind: 'terminalLeftover', uid: pod.uid });
      podWorkers.updatePod({ type: 'kill', pod, mirrorPod: podManager.mirrorPodOf(pod) });
    }
  }

  private stopUnknown(pod: RuntimePod): void {
    this.ports.emit({ kind: 'orphanedRuntimePod', pod });
    this.ports.podWorkers.updatePod({
      type: 'kill',
      runtimePod: pod,
      kill: { evict: false, gracePeriodOverride: 1, request: null },
    });
  }

  private dropStatuses(): void {
    const { podManager } = this.ports;
    const wanted = new Set<PodUID>();
    for (const pod of podManager.list()) wanted.add(pod.uid);
    for (const pod of podManager.listMirrorPods()) wanted.add(pod.uid);
    this.ports.dropStatusesExcept(wanted);
  }

  /** A mirror pod without a static pod goes, unless the static pod that held its name is still being stopped. */
  private deleteOrphanedMirrorPods(): void {
    const { podManager, podWorkers, emit } = this.ports;
    for (const name of podManager.orphanedMirrorPodNames()) {
      const holder = podWorkers.holderOf(name);
      const pod = holder === null ? null : podWorkers.snapshotOf(holder);
      if (pod !== null && terminationRequested(pod) && !isTerminated(pod)) continue;
      emit({ kind: 'mirrorPodOrphaned', name });
      this.ports.deleteMirrorPod(name);
    }
  }

  /** Pods that may still use resources (`filterOutInactivePods`). */
  private activePods(): readonly Pod[] {
    const { podManager, podWorkers } = this.ports;
    return podManager
      .list()
      .filter((pod) => !isPodKnownTerminated(podWorkers, pod.uid))
      .filter((pod) => !this.isTerminal(pod) || isPodTerminationRequested(podWorkers, pod.uid));
  }

  private isTerminal(pod: Pod): boolean {
    return isTerminalPod(pod) || isTerminalPhase(this.ports.statusPhase(pod.uid));
  }

  /** v1.26 also reports records that it has forgotten in this pass; the gauges count only what is there. */
  private knownNow(known: ReadonlyMap<PodUID, PodWorkerSync>): Map<PodUID, PodWorkerSync> {
    return new Map([...known].filter(([uid]) => this.ports.podWorkers.snapshotOf(uid) !== null));
  }

  private count(
    active: readonly Pod[],
    known: ReadonlyMap<PodUID, PodWorkerSync>,
    restarted: readonly Pod[],
    orphaned: number,
  ): PodCounts {
    const { podManager } = this.ports;
    const mirrors = podManager.listMirrorPods().length;
    return countPods(podManager.list(), active, mirrors, [...known.values()], restarted, orphaned);
  }
}
