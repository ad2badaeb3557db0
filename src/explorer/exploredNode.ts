import { fullNameOf, type Pod, type PodFullName, type PodUID, podUID, type RuntimePod } from '../api/pod';
import { NO_STATUS, type PodPhase } from '../api/podStatus';
import { assert, present } from '../base/assert';
import { simTime } from '../clock/simTime';
import { Housekeeping } from '../kubelet/housekeeping';
import type { WorkersView } from '../kubelet/invariants';
import { PodHandlers } from '../kubelet/podHandlers';
import { PodManager } from '../kubelet/podManager';
import type { PodWorkerPorts } from '../kubelet/podWorkerEffects';
import { PodWorkers } from '../kubelet/podWorkers';
import type { Release } from '../kubelet/releases';
import { FlatStepper } from '../machine/flatTable';
import type { SyncCallName } from '../machine/podEffects';
import type { CallResult } from '../machine/podEvents';
import { callPhase, lifecycleOf, workerOf } from '../machine/podSyncStatus';
import type { PodSnapshot } from '../machine/step';
import type { Action, ActionKind } from './alphabet';
import { InternedRecords } from './internedRecords';
import type { Budget, Model, ModelPod } from './model';

/** What the source has of a pod. */
const NEVER = 0;
const PRESENT = 1;
const DELETED = 2;
const GONE = 3;

const CALLS: readonly SyncCallName[] = [
  'syncPod',
  'syncTerminatingPod',
  'syncTerminatingRuntimePod',
  'syncTerminatedPod',
];
const PHASES: readonly PodPhase[] = ['', 'Succeeded', 'Failed'];
const BUDGETS: readonly (keyof Budget)[] = ['errors', 'restarts', 'readds', 'updates', 'deletes'];

const WORDS_OF_NODE = 1 + BUDGETS.length;
const WORDS_OF_POD = 4;

/** One pod in the world. Mutable: it is filled anew from every state that is looked at. */
interface PodHere {
  readonly index: number;
  readonly uid: PodUID;
  readonly fullName: PodFullName;
  readonly model: ModelPod;
  source: number;
  version: number;
  /** The phase in the API object, and the one that the status manager has. */
  phase: number;
  status: number;
  /** The status manager knows that SyncTerminatedPod is through. */
  done: boolean;
  queued: boolean;
  /** The entry cannot be due before housekeeping has passed (only with the usual periods). */
  fresh: boolean;
  runs: boolean;
  /** Its containers have ended by themselves; the runtime still has them, and whoever looks sees it. */
  ended: boolean;
  /** The call under way, counted from 1; 0: none. */
  call: number;
}

/**
 * A node without a clock around the very pod workers, handlers and housekeeping of the simulation: what is due may come, in any
 * order. A state is a short string (`save`, `load`): what the sources and the runtime have, who is in the work queue, which calls
 * are under way, and the number of each pod's interned record.
 *
 * What is left out: mirror pods (a static pod's life does not depend on its own), admission, evictions, volumes, a runtime or network that
 * is down, old runtime lists of v1.26. A SyncPod that fails or is cancelled has started nothing, a stop with nothing to stop cannot fail.
 * News of a source reaches the kubelet at once, or with the list of a kubelet that starts.
 */
export class ExploredNode {
  readonly pods: readonly PodHere[];
  podWorkers: PodWorkers;
  private podManager = new PodManager();
  private handlers: PodHandlers;
  private housekeeping: Housekeeping;
  private readonly stepper: FlatStepper;
  private readonly records: InternedRecords;
  private readonly ports: PodWorkerPorts;
  private readonly objects = new Map<number, Pod>();
  private readonly runtimePods: readonly RuntimePod[];
  private readonly spent = new Uint16Array(BUDGETS.length);
  private readonly hasStatic: boolean;
  private reportedApi = true;
  private reportedFile = true;
  private todo: (() => void)[] = [];
  private twoCalls: PodUID | null = null;
  /** Records that were forgotten since the state was loaded, whether or not the uid is known again. */
  readonly forgotten = new Set<PodUID>();
  private readonly groups: readonly (readonly number[])[];

  constructor(
    readonly model: Model,
    readonly release: Release,
  ) {
    this.stepper = new FlatStepper(release);
    this.records = new InternedRecords(model.pods.length);
    this.hasStatic = model.pods.some((pod) => pod.static);
    this.pods = model.pods.map((pod, index) => ({
      index,
      uid: podUID(`uid-${index}-${pod.name}`),
      fullName: fullNameOf({ name: pod.fullName, namespace: 'default' }),
      model: pod,
      source: NEVER,
      version: 0,
      phase: 0,
      status: 0,
      done: false,
      queued: false,
      fresh: false,
      runs: false,
      ended: false,
      call: 0,
    }));
    this.runtimePods = this.pods.map(({ uid, model: { fullName } }) => ({
      uid,
      name: fullName,
      namespace: 'default',
    }));
    this.groups = alike(model);
    this.ports = this.workerPorts();
    this.podWorkers = new PodWorkers(release, this.ports, this.stepper);
    this.handlers = this.makeHandlers();
    this.housekeeping = this.makeHousekeeping();
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
    return this.twoCalls;
  }

  recordOf(pod: PodHere): PodSnapshot | null {
    return this.podWorkers.snapshotOf(pod.uid);
  }

  /** Everything that can happen now, in a fixed order. */
  actions(): Action[] {
    const found: Action[] = [];
    const add = (kind: ActionKind, pod = -1): void => void found.push({ kind, pod });
    const left = (name: keyof Budget): boolean =>
      (this.spent[BUDGETS.indexOf(name)] ?? 0) < this.model.budget[name];
    for (const pod of this.pods) this.actionsOfWorker(pod, add, left);
    const listed = this.reportedApi && this.reportedFile;
    if (!this.reportedFile) add('reportFile');
    if (!this.reportedApi) add('reportApi');
    for (const pod of this.pods) {
      if (this.mayObjectGo(pod)) add('objectGoes', pod.index);
      if (pod.queued && !pod.fresh) add('deliver', pod.index);
    }
    if (listed) add('housekeeping');
    for (const { index, source, model } of this.pods) {
      if (source === NEVER) add('add', index);
      if (isThere({ source }) && !model.stays) add('remove', index);
      if (source === PRESENT && left('updates')) add('update', index);
      if (source === PRESENT && !model.static && !model.stays && left('deletes')) add('delete', index);
      if (source === GONE && left('readds')) add('readd', index);
    }
    if (left('restarts')) add('restart');
    return found;
  }

  private actionsOfWorker(
    pod: PodHere,
    add: (kind: ActionKind, pod?: number) => void,
    left: (name: keyof Budget) => boolean,
  ): void {
    const { index, call, runs, ended, model } = pod;
    const record = this.model.turns === 'interleaved' || call === 1 ? this.recordOf(pod) : null;
    if (this.model.turns === 'interleaved' && record !== null) {
      if (workerOf(record) === 'notified') add('turn', index);
      if (callPhase(record) === 'awaitingPodStatus') add('refresh', index);
    }
    if (call === 0) return;
    const isSync = call === 1;
    if (isSync && record?.context.cancelled === true) return add('cancelled', index);
    if (!isSync || !ended) add('ok', index);
    if (isSync && (ended || (runs && model.ends))) add('terminal', index);
    if ((isSync || call === 4 || runs) && left('errors')) add('error', index);
  }

  /** The API server's object of a deleted pod goes once the kubelet says so (`status_manager.go canBeDeleted`). */
  private mayObjectGo(pod: PodHere): boolean {
    if (pod.source !== DELETED || !this.reportedApi) return false;
    if (this.release.deletesOnlyFinishedPods) return pod.done;
    const record = this.recordOf(pod);
    return !pod.runs && (record === null ? this.podWorkers.synced : lifecycleOf(record) === 'finished');
  }

  /** Does one of `actions`, and what follows from it at once. */
  apply({ kind, pod: index }: Action): void {
    const pod = this.pods[index];
    if (pod === undefined) this.applyToNode(kind);
    else this.applyToPod(kind, pod);
    this.settle();
  }

  private applyToNode(kind: ActionKind): void {
    switch (kind) {
      case 'housekeeping':
        for (const pod of this.pods) pod.fresh = false;
        this.housekeeping.finish(
          this.housekeeping.begin(),
          this.runtimePods.filter((_, i) => this.pods[i]?.runs),
        );
        return;
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
      if (of(pod) && isThere(pod)) this.handlers.handlePodAddition(this.objectOf(pod));
    }
  }

  private restart(): void {
    this.spend('restarts');
    this.podWorkers = new PodWorkers(this.release, this.ports, this.stepper);
    this.podManager = new PodManager();
    this.handlers = this.makeHandlers();
    this.housekeeping = this.makeHousekeeping();
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
        this.handlers.handlePodSyncs([pod.uid]);
        return;
      case 'readd':
        this.spend('readds');
        pod.phase = 0;
        pod.version = 0;
        pod.source = PRESENT;
        break;
      case 'add':
        pod.source = PRESENT;
        break;
      case 'update':
        this.spend('updates');
        pod.version++;
        break;
      case 'delete':
        this.spend('deletes');
        pod.source = DELETED;
        break;
      default:
        assert(kind === 'remove' || kind === 'objectGoes', `${kind} concerns the node`);
        pod.source = GONE;
        // A pod that comes back under its uid begins anew, so what it was counts for nothing.
        pod.phase = 0;
        pod.version = 0;
        if (isReported) this.handlers.handlePodRemoval(pod.uid, this.reportedApi && this.reportedFile);
        return;
    }
    if (!isReported) return;
    if (kind === 'add' || kind === 'readd') {
      this.handlers.handlePodAddition(this.objectOf(pod));
      // What the status manager still has of an earlier life goes to the new object: it goes by uid.
      if (pod.status !== 0) this.setStatus(pod, pod.status);
    } else this.handlers.handlePodUpdate(this.objectOf(pod));
  }

  private returned(pod: PodHere, result: CallResult): void {
    const fn = CALLS[pod.call - 1];
    pod.call = 0;
    if (result === 'error') this.spend('errors');
    else if (result === 'terminal') {
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
    this.handlers.handlePodReconcile(this.objectOf(pod));
  }

  private spend(name: keyof Budget): void {
    const i = BUDGETS.indexOf(name);
    this.spent[i] = (this.spent[i] ?? 0) + 1;
  }

  private settle(): void {
    for (let i = 0; i < this.todo.length; i++) (this.todo[i] as () => void)();
    if (this.todo.length > 0) this.todo = [];
  }

  /** The pod as its source has it now; the same state, the same object. */
  private objectOf({ index, uid, model, source, version, phase }: PodHere): Pod {
    const key = ((version * 4 + phase) * 4 + source) * 16 + index;
    const known = this.objects.get(key);
    if (known !== undefined) return known;
    const pod: Pod = {
      uid,
      name: model.fullName,
      namespace: 'default',
      source: model.static ? 'file' : 'api',
      mirrors: null,
      version,
      terminationGracePeriod: 30,
      deletion: source === DELETED ? { at: simTime(0), gracePeriod: 30 } : null,
      finalizers: [],
      spec: {
        restartPolicy: model.ends ? 'Never' : 'Always',
        containers: [],
        initContainers: [],
        volumes: [],
        hostNetwork: false,
      },
      status: { ...NO_STATUS, phase: PHASES[phase] ?? '' },
      template: model.name,
    };
    this.objects.set(key, pod);
    return pod;
  }

  private hereOf(uid: PodUID): PodHere {
    return present(this.pods.find((pod) => pod.uid === uid) ?? null, 'the model has every pod');
  }

  private workerPorts(): PodWorkerPorts {
    const atOnce = this.model.turns === 'atOnce';
    return {
      now: () => simTime(0),
      podRuns: (uid) => this.hereOf(uid).runs,
      wakeWorker: (uid) => {
        if (atOnce) this.todo.push(() => this.podWorkers.takeTurn(uid));
      },
      awaitPodStatus: (uid) => {
        if (atOnce) this.todo.push(() => this.podWorkers.podStatusRefreshed(uid));
      },
      startCall: (uid, { fn }) => {
        const pod = this.hereOf(uid);
        if (pod.call !== 0) this.twoCalls = uid;
        pod.call = CALLS.indexOf(fn) + 1;
      },
      cancelCall: (uid) => {
        const pod = this.hereOf(uid);
        if (!atOnce) return;
        this.todo.push(() => {
          if (pod.call === 1) this.returned(pod, 'cancelled');
        });
      },
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

  private makeHandlers(): PodHandlers {
    return new PodHandlers({ podManager: this.podManager, podWorkers: this.podWorkers, admit: () => true });
  }

  private makeHousekeeping(): Housekeeping {
    return new Housekeeping({
      podManager: this.podManager,
      podWorkers: this.podWorkers,
      statusPhase: (uid) => PHASES[this.hereOf(uid).status] ?? '',
      dropStatusesExcept: (wanted) => {
        for (const pod of this.pods) {
          if (wanted.has(pod.uid)) continue;
          pod.status = 0;
          pod.done = false;
        }
      },
      deleteMirrorPod: () => {},
      emit: () => {},
    });
  }

  /** The state as a string: words of 16 bits, those of the node and then those of each pod. */
  save(): string {
    const words = [
      (this.reportedApi ? 1 : 0) | (this.reportedFile ? 2 : 0) | (this.podWorkers.synced ? 4 : 0),
      ...this.spent,
    ];
    const { started, waiting } = this.podWorkers.names;
    for (const pod of this.pods) {
      const holds = started.some(([, uid]) => uid === pod.uid);
      const line = waiting.find(([name]) => name === pod.fullName)?.[1] ?? [];
      words.push(
        pod.source |
          (pod.queued ? 4 : 0) |
          (pod.runs ? 8 : 0) |
          (pod.ended ? 16 : 0) |
          (pod.call << 5) |
          (holds ? 256 : 0) |
          (pod.done ? 512 : 0) |
          (pod.fresh ? 1024 : 0),
        pod.version * 16 + pod.phase * 4 + pod.status,
        this.records.idOf(pod.index, this.recordOf(pod)),
        line.length === 0 ? 0 : this.records.lineOf(line.flatMap((uid, i) => (uid === pod.uid ? [i] : []))),
      );
    }
    return String.fromCharCode(...words);
  }

  load(state: string): void {
    const flags = state.charCodeAt(0);
    this.reportedApi = (flags & 1) !== 0;
    this.reportedFile = (flags & 2) !== 0;
    this.spent.forEach((_, i) => {
      this.spent[i] = state.charCodeAt(1 + i);
    });
    this.todo = [];
    this.twoCalls = null;
    this.forgotten.clear();
    this.podManager = new PodManager();
    const records: PodSnapshot[] = [];
    const started: [PodFullName, PodUID][] = [];
    const waiting = new Map<PodFullName, PodUID[]>();
    let at = WORDS_OF_NODE;
    for (const pod of this.pods) {
      const word = state.charCodeAt(at);
      pod.source = word & 3;
      pod.queued = (word & 4) !== 0;
      pod.runs = (word & 8) !== 0;
      pod.ended = (word & 16) !== 0;
      pod.call = (word >> 5) & 7;
      pod.done = (word & 512) !== 0;
      pod.fresh = (word & 1024) !== 0;
      if ((word & 256) !== 0) started.push([pod.fullName, pod.uid]);
      const facts = state.charCodeAt(at + 1);
      pod.version = facts >> 4;
      pod.phase = (facts >> 2) & 3;
      pod.status = facts & 3;
      const record = this.records.recordOf(pod.index, state.charCodeAt(at + 2));
      if (record !== null) records.push(record);
      const positions = this.records.positions(state.charCodeAt(at + 3));
      if (positions.length > 0) {
        const line = waiting.get(pod.fullName) ?? [];
        waiting.set(pod.fullName, line);
        for (const i of positions) line[i] = pod.uid;
      }
      const isKnown = isThere(pod) && (pod.model.static ? this.reportedFile : this.reportedApi);
      if (isKnown) this.podManager.set(this.objectOf(pod));
      at += WORDS_OF_POD;
    }
    this.podWorkers = new PodWorkers(this.release, this.ports, this.stepper);
    this.podWorkers.restore({
      pods: records,
      staticPods: { started, waiting: [...waiting] },
      synced: (flags & 4) !== 0,
    });
    this.handlers = this.makeHandlers();
    this.housekeeping = this.makeHousekeeping();
  }

  /**
   * The name of all states that differ from this one only in which of several equal pods is which. Everything that a state says is
   * said pod by pod, so that sorting the words of equal pods is all there is to do.
   */
  canonical(state: string): string {
    if (this.groups.length === 0) return state;
    const parts = this.pods.map((_, i) =>
      state.slice(WORDS_OF_NODE + i * WORDS_OF_POD, WORDS_OF_NODE + (i + 1) * WORDS_OF_POD),
    );
    for (const group of this.groups) {
      const sorted = group.map((i) => parts[i] ?? '').sort();
      group.forEach((i, k) => {
        parts[i] = sorted[k] ?? '';
      });
    }
    return state.slice(0, WORDS_OF_NODE) + parts.join('');
  }

  /** The part of a state that the invariants look at. */
  workersPart(state: string): string {
    let part = '';
    for (let i = 0; i < this.pods.length; i++) {
      const at = WORDS_OF_NODE + i * WORDS_OF_POD;
      // The call under way, and whether it holds its name.
      part += String.fromCharCode(state.charCodeAt(at) & 0x1e0, state.charCodeAt(at + 2));
    }
    return part;
  }

  /** The records' numbers, for what is asked of one pod from one state to the next. */
  recordNumber(state: string, pod: number): number {
    return state.charCodeAt(WORDS_OF_NODE + pod * WORDS_OF_POD + 2);
  }

  /**
   * What is wrong with a pod if nothing changed any more; `null` if it has come to what is wanted of it: one that no source wants is
   * forgotten and does not run; one that is wanted runs, or is finished if it is over. A static pod whose name another wanted pod
   * rightly holds waits, and that is what is wanted of it.
   */
  grievance(pod: PodHere): string | null {
    const record = this.recordOf(pod);
    const { name } = pod.model;
    if (pod.source === NEVER || pod.source === GONE) {
      if (record !== null)
        return `no source wants ${name}, and its worker stays ${lifecycleOf(record)} for ever`;
      return pod.runs ? `no source wants ${name}, and it runs for ever` : null;
    }
    if (pod.source === DELETED) return `${name} is deleted, and its API object never goes`;
    if (pod.ended || pod.phase !== 0) {
      if (pod.runs) return `${name} is over, and it runs`;
      return record === null || lifecycleOf(record) === 'finished'
        ? null
        : `${name} is over, and its worker stays ${lifecycleOf(record)} for ever`;
    }
    if (record !== null && lifecycleOf(record) === 'syncing' && pod.runs) return null;
    const holder = this.pods.find(
      ({ uid }) => uid !== pod.uid && uid === this.podWorkers.holderOf(pod.fullName),
    );
    if (pod.model.static && holder !== undefined) {
      if (holder.source === PRESENT && this.grievance(holder) === null) return null;
      return `${name} never starts: ${holder.model.name} holds the name ${pod.model.fullName} and never gives it up`;
    }
    const state = record === null ? 'the workers do not know it' : `its worker stays ${lifecycleOf(record)}`;
    return `${name} is wanted and never runs: ${state}`;
  }
}

const isThere = ({ source }: Pick<PodHere, 'source'>): boolean => source === PRESENT || source === DELETED;

/** Pods that can change places without anybody noticing: alike, and with a name each or all of one name. */
function alike({ pods, watch }: Model): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  const sharing = (pod: ModelPod): boolean =>
    pods.some((other) => other !== pod && other.static && pod.static && other.fullName === pod.fullName);
  for (const [i, pod] of pods.entries()) {
    const name = sharing(pod) ? pod.fullName : '';
    const key = [pod.static, pod.ends, pod.stays, name, watch.includes(pod.name)].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), i]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
