import {
  fullNameOf,
  isStaticPod,
  type Pod,
  type PodFullName,
  type PodUID,
  type RuntimePod,
} from '../api/pod';
import { present } from '../base/assert';
import type { SimTime } from '../clock/simTime';
import type { CallResult, PodEvent } from '../machine/podEvents';
import * as status from '../machine/podSyncStatus';
import { isRuntimeOnly, type KillOptions, type UpdateType, type WorkType } from '../machine/podUpdate';
import { type PodSnapshot, PodStepper, type SavedPod, type Stepper, savePod } from '../machine/step';
import { type AcrossPods, carryOut, type PodWorkerPorts } from './podWorkerEffects';
import type { Release } from './releases';
import { type SavedStaticPods, StaticPods } from './staticPods';

/** What a part of the kubelet tells a pod worker. With both pods given, the runtime pod is ignored. */
export interface UpdatePodOptions {
  readonly type: UpdateType;
  readonly pod?: Pod;
  readonly runtimePod?: RuntimePod;
  readonly mirrorPod?: Pod | null;
  readonly kill?: KillOptions;
}

/** What housekeeping learns of one record (`PodWorkerSync`). */
export interface PodWorkerSync {
  readonly state: WorkType;
  /** No source wants the pod. */
  readonly orphan: boolean;
  readonly hasConfig: boolean;
  readonly isStatic: boolean;
  /** A create waits for the end of this life. */
  readonly restartRequested: boolean;
}

export interface SavedPodWorkers {
  readonly pods: readonly SavedPod[];
  readonly staticPods: SavedStaticPods;
  readonly synced: boolean;
}

/**
 * The pod workers (`pod_workers.go`): one record and at most one worker per uid, one pending update per record. Other
 * parts of the kubelet never call a worker, they leave updates. What a pod does with an update is the machine's
 * business; here is what lies across pods: which are known, which static pod holds a name, whether housekeeping has
 * ever been here.
 */
export class PodWorkers {
  private readonly pods = new Map<PodUID, PodSnapshot>();
  private staticPods = new StaticPods();
  private isSynced = false;
  private readonly across: AcrossPods;

  /** `stepper` runs the machine; one of the same release may serve many. */
  constructor(
    readonly release: Release,
    private readonly ports: PodWorkerPorts,
    private readonly stepper: Stepper = new PodStepper(release),
  ) {
    this.across = {
      release,
      queueForName: (name, uid) => this.staticPods.queue(name, uid),
      releaseName: (name, uid) => this.staticPods.release(name, uid),
      holderOf: (name) => this.staticPods.holderOf(name),
      forget: (uid) => this.pods.delete(uid),
    };
  }

  /** Leaves an update for a pod (`UpdatePod`). Never waits; what comes of it shows later. */
  updatePod(options: UpdatePodOptions): void {
    const runtimePod = options.pod === undefined ? (options.runtimePod ?? null) : null;
    const subject = present(options.pod ?? runtimePod, 'an update names a pod or a runtime pod');
    // A runtime-only update that is no kill says nothing that a worker could act on.
    if (runtimePod !== null && options.type !== 'kill') return;
    const { uid } = subject;
    const at = this.ports.now();
    const firstSight = !this.pods.has(uid);
    if (firstSight) this.observe(uid, fullNameOf(subject), options.pod ?? null, at);
    const { type, pod = null, mirrorPod = null, kill = null } = options;
    const update = { type, pod, runtimePod, mirrorPod, kill, startTime: at };
    this.apply(uid, { type: 'UPDATE.RECEIVED', at, update, firstSight });
  }

  private observe(uid: PodUID, fullName: PodFullName, pod: Pod | null, at: SimTime): void {
    this.pods.set(uid, this.stepper.initial({ uid, fullName }));
    this.apply(uid, { type: 'POD.OBSERVED', at, pod, runs: this.ports.podRuns(uid) });
  }

  /** The worker of `uid` takes its turn, if it has been woken (`podWorkerLoop`). */
  takeTurn(uid: PodUID): void {
    const pod = this.pods.get(uid);
    if (pod === undefined || status.workerOf(pod) !== 'notified') return;
    const at = this.ports.now();
    this.apply(uid, { type: 'TURN.STARTED', at, start: this.mayStart(pod) });
  }

  /** The pod cache has become newer than the last call of the waiting worker. */
  podStatusRefreshed(uid: PodUID): void {
    this.apply(uid, { type: 'POD_STATUS.REFRESHED', at: this.ports.now() });
  }

  /** The call of the worker, or its wait for the pod status, has ended. */
  callReturned(uid: PodUID, result: CallResult): void {
    this.apply(uid, { type: 'CALL.RETURNED', at: this.ports.now(), result });
  }

  /**
   * Housekeeping, part one (`SyncKnownPods`): forgets what is over, and where the release can, terminates and replays
   * what is no longer `wanted` and not finished. Tells what it knows of each record.
   */
  syncKnownPods(wanted: ReadonlySet<PodUID>): Map<PodUID, PodWorkerSync> {
    this.isSynced = true;
    const known = new Map<PodUID, PodWorkerSync>();
    for (const uid of [...this.pods.keys()]) {
      const orphan = !wanted.has(uid);
      const pod = present(this.pods.get(uid), 'only housekeeping forgets here');
      if (orphan || pod.context.restartRequested) {
        this.apply(uid, { type: 'HOUSEKEEPING.VISITED', at: this.ports.now(), orphan });
      }
      const now = this.pods.get(uid);
      // v1.26 tells of the records that it has just forgotten as well.
      const reported = now ?? (this.release.keepsLastUpdate ? null : pod);
      if (reported !== null) known.set(uid, describe(reported, orphan));
    }
    return known;
  }

  /** Runs one event through a pod's machine and carries out what it asks for. */
  private apply(uid: PodUID, event: PodEvent): void {
    const before = this.pods.get(uid);
    if (before === undefined) return;
    const [after, effects] = this.stepper.step(before, event);
    this.pods.set(uid, after);
    carryOut({ uid, event, before, after, effects }, this.ports, this.across);
  }

  /** Asked only when the answer can matter, since a yes takes the name (`allowPodStart`). */
  private mayStart(pod: PodSnapshot): 'now' | 'notYet' | 'never' {
    if (status.isStarted(pod)) return 'now';
    const update = present(pod.context.pending, 'a notified worker has a pending update');
    if (this.release.keepsLastUpdate && isRuntimeOnly(update) && status.workTypeOf(pod) === 'terminating') {
      return 'now';
    }
    if (update.pod === null || !isStaticPod(update.pod)) return 'now';
    if (status.terminationRequested(pod)) return 'never';
    const stands = (uid: PodUID): boolean => {
      const other = this.pods.get(uid);
      return other !== undefined && !status.terminationRequested(other);
    };
    const name = fullNameOf(update.pod);
    return this.staticPods.allowStart(name, pod.context.uid, stands) ? 'now' : 'notYet';
  }

  /** Housekeeping has been here at least once in this process. */
  get synced(): boolean {
    return this.isSynced;
  }

  /** The machine's snapshot of a record, the only truth about it; `null` if there is none. */
  snapshotOf(uid: PodUID): PodSnapshot | null {
    return this.pods.get(uid) ?? null;
  }

  /** Every record, oldest first. */
  snapshots(): IterableIterator<PodSnapshot> {
    return this.pods.values();
  }

  /** Who holds the static names and who waits for them. */
  get names(): SavedStaticPods {
    return this.staticPods.save();
  }

  /** The uid that holds a static full name. */
  holderOf(name: PodFullName): PodUID | null {
    return this.staticPods.holderOf(name);
  }

  save(): SavedPodWorkers {
    return {
      pods: [...this.pods.values()].map(savePod),
      staticPods: this.staticPods.save(),
      synced: this.isSynced,
    };
  }

  /** Takes on what was saved, and nothing else: what was here before is gone. */
  restore(saved: SavedPodWorkers): void {
    this.pods.clear();
    for (const pod of saved.pods) this.pods.set(pod.context.uid, this.stepper.restore(pod));
    this.staticPods = StaticPods.restore(saved.staticPods);
    this.isSynced = saved.synced;
  }
}

function describe(pod: PodSnapshot, orphan: boolean): PodWorkerSync {
  const { active, pending, restartRequested } = pod.context;
  const config = (active ?? pending)?.pod ?? null;
  return {
    state: status.workTypeOf(pod),
    orphan,
    hasConfig: config !== null,
    isStatic: config !== null && isStaticPod(config),
    restartRequested,
  };
}
