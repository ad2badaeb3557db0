import { type Pod, type PodUID, podUID, type RuntimePod } from '../../src/api/pod';
import { type SimTime, simTime } from '../../src/clock/simTime';
import { Housekeeping } from '../../src/kubelet/housekeeping';
import type { PodCounts } from '../../src/kubelet/podCounts';
import { PodHandlers } from '../../src/kubelet/podHandlers';
import { PodManager } from '../../src/kubelet/podManager';
import type { PodWorkerEvent } from '../../src/kubelet/podWorkerEvents';
import { PodWorkers } from '../../src/kubelet/podWorkers';
import { type ReleaseName, releaseOf } from '../../src/kubelet/releases';
import type { SyncCall } from '../../src/machine/podEffects';
import type { CallResult } from '../../src/machine/podEvents';

/** Pod workers, handlers and housekeeping in a world that the test moves by hand. Calls run until `finish`. */
export class WorkersDriver {
  readonly podManager = new PodManager();
  readonly podWorkers: PodWorkers;
  readonly handlers: PodHandlers;
  readonly housekeeping: Housekeeping;
  readonly phases = new Map<PodUID, string>();
  readonly calls = new Map<PodUID, SyncCall>();
  /** What happened, one line each, in order. */
  log: string[] = [];
  running: readonly RuntimePod[] = [];
  admits = true;
  now: SimTime = simTime(0);
  private readonly woken: PodUID[] = [];

  constructor(release: ReleaseName) {
    const { podManager } = this;
    this.podWorkers = new PodWorkers(releaseOf(release), {
      now: () => this.now,
      podRuns: (uid) => this.running.some((pod) => pod.uid === uid),
      wakeWorker: (uid) => void this.woken.push(uid),
      awaitPodStatus: (uid) => this.podWorkers.podStatusRefreshed(uid),
      startCall: (uid, call) => {
        this.calls.set(uid, call);
        this.log.push(`${call.fn} ${uid}`);
      },
      cancelCall: (uid) => void this.log.push(`cancel ${uid}`),
      enqueueWork: (uid, workClass) => void this.log.push(`enqueue ${uid} ${workClass}`),
      emit: (event) => this.note(event),
    });
    const { podWorkers } = this;
    this.handlers = new PodHandlers({ podManager, podWorkers, admit: () => this.admits });
    this.housekeeping = new Housekeeping({
      podManager,
      podWorkers,
      statusPhase: (uid) => this.phases.get(uid) ?? '',
      dropStatusesExcept: (wanted) => void this.log.push(`dropStatusesExcept ${[...wanted].join(' ')}`),
      deleteMirrorPod: (name) => void this.log.push(`deleteMirrorPod ${name}`),
      emit: (event) => this.note(event),
    });
  }

  /** Lets every woken worker take its turn, until all are idle or in a call. */
  drainWorkers(): this {
    for (let uid = this.woken.shift(); uid !== undefined; uid = this.woken.shift()) {
      this.podWorkers.takeTurn(uid);
    }
    return this;
  }

  /** A source has a new pod, and its worker has its turn. */
  add(pod: Pod): this {
    this.handlers.handlePodAddition(pod);
    return this.drainWorkers();
  }

  /** A source no longer has the pod. */
  remove(uid: string, sourcesReady = true): this {
    this.handlers.handlePodRemoval(podUID(uid), sourcesReady);
    return this.drainWorkers();
  }

  /** The call of `uid` returns. */
  finish(uid: string, result: CallResult = 'ok'): this {
    this.calls.delete(podUID(uid));
    this.podWorkers.callReturned(podUID(uid), result);
    return this.drainWorkers();
  }

  /** One housekeeping pass alone; what it woke has had no turn yet. What it did is in the log. */
  pass(): PodCounts {
    this.log = [];
    return this.housekeeping.finish(
      JSON.parse(JSON.stringify(this.housekeeping.begin())) as ReturnType<Housekeeping['begin']>,
      this.running,
    );
  }

  private note(event: PodWorkerEvent): void {
    switch (event.kind) {
      case 'orphanMet':
        return void this.log.push(`orphanMet ${event.uid} ${event.did}`);
      case 'orphanedRuntimePod':
        return void this.log.push(`orphanedRuntimePod ${event.pod.uid}`);
      case 'historyRemoved':
      case 'podForgotten':
      case 'podRestarted':
      case 'terminalLeftover':
        return void this.log.push(`${event.kind} ${event.uid}`);
      case 'killCompleted':
        return void this.log.push(`killCompleted ${event.requests.join(' ')}`);
      default:
    }
  }
}
