import type { PodUID } from '../api/pod';
import { assert } from '../base/assert';
import type { WorkersView } from '../kubelet/invariants';
import type { PodWorkers } from '../kubelet/podWorkers';
import type { Release } from '../kubelet/releases';
import type { CallResult } from '../machine/podEvents';
import type { PodSnapshot } from '../machine/step';
import type { Action, ActionKind } from './alphabet';
import { firstGrievance, type Grievance } from './grievance';
import { KubeletHere } from './kubeletHere';
import type { Model } from './model';
import { CALLS, DELETED, GONE, isThere, type PodHere, PRESENT, podsOf } from './podHere';
import { PodObjects } from './podObjects';
import { possibleActions } from './possibleActions';
import { StateWords } from './stateWords';

/**
 * A node without a clock around the very pod workers, handlers and housekeeping of the simulation: what is due may come, in any
 * order. A state is a short string (`save`, `load`). How often anything has happened is not part of it: budgets are the search's.
 *
 * What is left out: mirror pods (a static pod's life does not depend on its own), admission, evictions, volumes, a runtime or network that
 * is down, old runtime lists of v1.26. A SyncPod that fails or is cancelled has started nothing, a stop with nothing to stop cannot fail.
 * News of a source reaches the kubelet at once, or with the list of a kubelet that starts.
 */
export class ExploredNode {
  readonly pods: readonly PodHere[];
  private readonly kubelet: KubeletHere;
  private readonly words: StateWords;
  private readonly objects = new PodObjects();
  private readonly hasStatic: boolean;
  reportedApi = true;
  reportedFile = true;

  constructor(
    readonly model: Model,
    readonly release: Release,
  ) {
    this.hasStatic = model.pods.some((pod) => pod.static);
    this.pods = podsOf(model);
    this.words = new StateWords(this.pods);
    this.kubelet = new KubeletHere(model, release, this.pods, (pod) => this.returned(pod, 'cancelled'));
  }

  get podWorkers(): PodWorkers {
    return this.kubelet.podWorkers;
  }

  /** Records that were forgotten since the state was loaded, whether or not the uid is known again. */
  get forgotten(): ReadonlySet<PodUID> {
    return this.kubelet.forgotten;
  }

  /** What the invariants look at. */
  get view(): WorkersView {
    return {
      podWorkers: this.podWorkers,
      calls: {
        inFlight: () =>
          this.pods.flatMap(({ uid, call }) =>
            call === 0 ? [] : [{ uid, fn: CALLS[call - 1] ?? 'syncPod' }],
          ),
      },
    };
  }

  /** A worker made a call while another of the same uid was under way. */
  get brokenCall(): PodUID | null {
    return this.kubelet.brokenCall;
  }

  recordOf(pod: PodHere): PodSnapshot | null {
    return this.podWorkers.snapshotOf(pod.uid);
  }

  /** Everything that can happen now, in a fixed order, whether or not a budget is left for it. */
  actions(): Action[] {
    return possibleActions(this);
  }

  /** The first grievance of the state as it is, if nothing changed any more. */
  grievance(): Grievance | null {
    return firstGrievance(this);
  }

  /** Housekeeping has been here. */
  get synced(): boolean {
    return this.podWorkers.synced;
  }

  /** All sources have told what they have. */
  get isListed(): boolean {
    return this.reportedApi && this.reportedFile;
  }

  /** Does one of `actions`, and what follows from it at once. */
  apply({ kind, pod: index }: Action): void {
    const pod = this.pods[index];
    if (pod === undefined) this.applyToNode(kind);
    else this.applyToPod(kind, pod);
    this.kubelet.settle();
  }

  private applyToNode(kind: ActionKind): void {
    switch (kind) {
      case 'housekeeping':
        return this.kubelet.passHousekeeping();
      case 'restart':
        return this.restart();
      case 'reportFile':
        this.reportedFile = true;
        return this.list((pod) => pod.model.static);
      default:
        assert(kind === 'reportApi', `${kind} concerns a pod`);
        this.reportedApi = true;
        if (!this.hasStatic) this.reportedFile = true;
        return this.list((pod) => !pod.model.static);
    }
  }

  private list(of: (pod: PodHere) => boolean): void {
    for (const pod of this.pods) {
      if (of(pod) && isThere(pod)) this.kubelet.handlers.handlePodAddition(this.objects.of(pod));
    }
  }

  private restart(): void {
    this.kubelet.restore();
    this.reportedApi = false;
    this.reportedFile = !this.hasStatic;
    for (const pod of this.pods) {
      pod.status = 0;
      pod.done = false;
      pod.queued = false;
      pod.fresh = false;
      pod.call = 0;
    }
  }

  private applyToPod(kind: ActionKind, pod: PodHere): void {
    const isReported = pod.model.static ? this.reportedFile : this.reportedApi;
    switch (kind) {
      case 'turn':
        return this.podWorkers.takeTurn(pod.uid);
      case 'refresh':
        return this.podWorkers.podStatusRefreshed(pod.uid);
      case 'cancelled':
      case 'ok':
      case 'terminal':
      case 'error':
        return this.returned(pod, kind);
      case 'deliver':
        pod.queued = false;
        this.kubelet.handlers.handlePodSyncs([pod.uid]);
        return;
      case 'readd':
        pod.phase = 0;
        pod.version = 0;
        pod.source = PRESENT;
        break;
      case 'add':
        pod.source = PRESENT;
        break;
      case 'update':
        pod.version++;
        break;
      case 'delete':
        pod.source = DELETED;
        break;
      default:
        assert(kind === 'remove' || kind === 'objectGoes', `${kind} concerns the node`);
        pod.source = GONE;
        // A pod that comes back under its uid begins anew, so what it was counts for nothing.
        pod.phase = 0;
        pod.version = 0;
        if (isReported)
          this.kubelet.handlers.handlePodRemoval(pod.uid, this.reportedApi && this.reportedFile);
        return;
    }
    if (!isReported) return;
    if (kind === 'add' || kind === 'readd') {
      this.kubelet.handlers.handlePodAddition(this.objects.of(pod));
      // What the status manager still has of an earlier life goes to the new object: it goes by uid.
      if (pod.status !== 0) this.setStatus(pod, pod.status);
    } else this.kubelet.handlers.handlePodUpdate(this.objects.of(pod));
  }

  private returned(pod: PodHere, result: CallResult): void {
    const fn = CALLS[pod.call - 1];
    pod.call = 0;
    if (result === 'terminal') {
      pod.runs = false;
      pod.ended = true;
      this.setStatus(pod, 1);
    } else if (result === 'ok' && fn === 'syncPod') pod.runs = true;
    else if (result === 'ok') {
      pod.runs = false;
      const ends = this.release.assignsTerminalPhase && !pod.model.static;
      if (fn !== 'syncTerminatingRuntimePod' && ends && pod.status === 0) this.setStatus(pod, 2);
      if (fn === 'syncTerminatedPod') pod.done = true;
    }
    this.podWorkers.callReturned(pod.uid, result);
  }

  /** The status manager writes a status to the API object, whose change comes back and concerns no worker. */
  private setStatus(pod: PodHere, phase: number): void {
    pod.status = phase;
    if (pod.model.static || !isThere(pod) || !this.reportedApi) return;
    pod.phase = phase;
    this.kubelet.handlers.handlePodReconcile(this.objects.of(pod));
  }

  /** The state as a string (`stateWords.ts`). */
  save(): string {
    const { synced, names } = this.podWorkers;
    const { reportedApi, reportedFile } = this;
    return this.words.write({ reportedApi, reportedFile, synced, names }, (pod) => this.recordOf(pod));
  }

  load(state: string): void {
    const { reportedApi, reportedFile, synced, names, records } = this.words.read(state);
    this.reportedApi = reportedApi;
    this.reportedFile = reportedFile;
    this.kubelet.forgetWay();
    this.kubelet.restore({ pods: records, staticPods: names, synced });
    for (const pod of this.pods) {
      const isKnown = isThere(pod) && (pod.model.static ? reportedFile : reportedApi);
      if (isKnown) this.kubelet.podManager.set(this.objects.of(pod));
    }
  }
}
