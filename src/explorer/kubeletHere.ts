import type { PodUID, RuntimePod } from '../api/pod';
import { present } from '../base/assert';
import { simTime } from '../clock/simTime';
import { Housekeeping } from '../kubelet/housekeeping';
import { PodHandlers } from '../kubelet/podHandlers';
import { PodManager } from '../kubelet/podManager';
import type { PodWorkerPorts } from '../kubelet/podWorkerEffects';
import { PodWorkers, type SavedPodWorkers } from '../kubelet/podWorkers';
import type { Release } from '../kubelet/releases';
import { FlatStepper } from '../machine/flatTable';
import { MemoStepper } from './memoStepper';
import type { Model } from './model';
import { CALLS, PHASES, type PodHere } from './podHere';

const NEW_PROCESS: SavedPodWorkers = { pods: [], staticPods: { started: [], waiting: [] }, synced: false };

/** Something that follows at once from what has just happened. */
interface Following {
  readonly what: 'turn' | 'refresh' | 'cancelled';
  readonly uid: PodUID;
}

/**
 * The kubelet of an explored node: the pod workers, handlers, pod manager and housekeeping of the simulation. What they ask of the
 * rest of a kubelet is written into the pods: that a call is under way, that a uid is in the work queue. One object serves all states.
 */
export class KubeletHere {
  readonly podWorkers: PodWorkers;
  readonly podManager = new PodManager();
  readonly handlers: PodHandlers;
  private readonly housekeeping: Housekeeping;
  private readonly byUID: ReadonlyMap<PodUID, PodHere>;
  private readonly runtimePods: readonly RuntimePod[];
  private readonly following: Following[] = [];
  private twoCalls: PodUID | null = null;
  /** Records that were forgotten since the state was loaded, whether or not the uid is known again. */
  readonly forgotten = new Set<PodUID>();

  /** `cancelled` is told that a cancelled SyncPod has ended. */
  constructor(
    private readonly model: Model,
    release: Release,
    private readonly pods: readonly PodHere[],
    private readonly cancelled: (pod: PodHere) => void,
  ) {
    this.byUID = new Map(pods.map((pod) => [pod.uid, pod]));
    this.runtimePods = pods.map(({ uid, model: { fullName } }) => ({
      uid,
      name: fullName,
      namespace: 'default',
    }));
    const { podManager } = this;
    const podWorkers = new PodWorkers(release, this.workerPorts(), new MemoStepper(new FlatStepper(release)));
    this.podWorkers = podWorkers;
    this.handlers = new PodHandlers({ podManager, podWorkers, admit: () => true });
    this.housekeeping = new Housekeeping({
      podManager,
      podWorkers,
      statusPhase: (uid) => PHASES[this.hereOf(uid).status] ?? '',
      dropStatusesExcept: (wanted) => this.dropStatusesExcept(wanted),
      deleteMirrorPod: () => {},
      emit: () => {},
    });
  }

  /** A worker made a call while another of the same uid was under way. */
  get brokenCall(): PodUID | null {
    return this.twoCalls;
  }

  /** Becomes the kubelet of another state, without pods in the pod manager; a new process if nothing is given. */
  restore(workers: SavedPodWorkers = NEW_PROCESS): void {
    this.podWorkers.restore(workers);
    this.podManager.clear();
    this.following.length = 0;
  }

  /** Another state is looked at: what was noted on the way to the last one does not concern it. */
  forgetWay(): void {
    this.twoCalls = null;
    if (this.forgotten.size > 0) this.forgotten.clear();
  }

  /** A pass, with a list of the runtime that is as it is now. */
  passHousekeeping(): void {
    for (const pod of this.pods) pod.fresh = false;
    const running = this.runtimePods.filter((_, i) => this.pods[i]?.runs);
    this.housekeeping.finish(this.housekeeping.begin(), running);
  }

  /** Does what follows at once, and what follows from that in turn. */
  settle(): void {
    for (const { what, uid } of this.following) {
      if (what === 'turn') this.podWorkers.takeTurn(uid);
      else if (what === 'refresh') this.podWorkers.podStatusRefreshed(uid);
      else if (this.hereOf(uid).call === 1) this.cancelled(this.hereOf(uid));
    }
    this.following.length = 0;
  }

  private hereOf(uid: PodUID): PodHere {
    return present(this.byUID.get(uid) ?? null, 'the model has every pod');
  }

  private workerPorts(): PodWorkerPorts {
    const follows = (what: Following['what'], uid: PodUID): void => {
      if (this.model.turns === 'atOnce') this.following.push({ what, uid });
    };
    return {
      now: () => simTime(0),
      podRuns: (uid) => this.hereOf(uid).runs,
      wakeWorker: (uid) => follows('turn', uid),
      awaitPodStatus: (uid) => follows('refresh', uid),
      startCall: (uid, { fn }) => {
        const pod = this.hereOf(uid);
        if (pod.call !== 0) this.twoCalls = uid;
        pod.call = CALLS.indexOf(fn) + 1;
      },
      cancelCall: (uid) => follows('cancelled', uid),
      enqueueWork: (uid, workClass) => {
        const pod = this.hereOf(uid);
        pod.queued = true;
        pod.fresh = this.model.periods === 'usual' && (workClass === 'backoff' || workClass === 'resync');
      },
      emit: (event) => {
        if (event.kind === 'podForgotten') this.forgotten.add(event.uid);
      },
    };
  }

  private dropStatusesExcept(wanted: ReadonlySet<PodUID>): void {
    for (const pod of this.pods) {
      if (wanted.has(pod.uid)) continue;
      pod.status = 0;
      pod.done = false;
    }
  }
}
