import { isMirrorPod, type Pod, type PodUID, podUID, type RuntimePod } from '../api/pod';
import type { PodPhase } from '../api/podStatus';
import { simTime } from '../clock/simTime';
import { Housekeeping } from '../kubelet/housekeeping';
import type { PodCounts } from '../kubelet/podCounts';
import { PodHandlers } from '../kubelet/podHandlers';
import { PodManager } from '../kubelet/podManager';
import { PodMetrics } from '../kubelet/podMetrics';
import type { PodWorkerPorts } from '../kubelet/podWorkerEffects';
import type { PodWorkerEvent } from '../kubelet/podWorkerEvents';
import { PodWorkers } from '../kubelet/podWorkers';
import type { Release } from '../kubelet/releases';
import type { SyncCall, WorkClass } from '../machine/podEffects';
import type { CallResult } from '../machine/podEvents';
import type { GoldenPod, GoldenResult, GoldenStep, GoldenTrace } from './goldenTrace';

/** A sync call that has started and not returned. */
interface CallInFlight {
  readonly call: SyncCall;
  cancelled: boolean;
}

/** What happened during one step. */
export interface StepLog {
  readonly calls: { readonly uid: PodUID; readonly call: SyncCall }[];
  readonly returned: { readonly uid: PodUID; readonly fn: SyncCall['fn']; readonly result: GoldenResult }[];
  readonly enqueued: { readonly uid: PodUID; readonly class: WorkClass }[];
  readonly killCompleted: number[];
  readonly deletedMirrorPods: string[];
  counts: PodCounts | null;
  noop: boolean;
}

/**
 * The world of the golden traces around the very pod workers and housekeeping that the node runs: config and runtime
 * list are what the script says, the pod cache answers at once, sync calls return when the script completes
 * them, queue entries come due when the script says so. There is no clock.
 */
export class GoldenNode {
  podManager = new PodManager();
  podWorkers: PodWorkers;
  metrics = new PodMetrics();
  readonly phases = new Map<PodUID, string>();
  readonly queue = new Map<PodUID, WorkClass>();
  readonly inFlight = new Map<PodUID, CallInFlight>();
  private handlers: PodHandlers;
  private housekeeping: Housekeeping;
  private running: readonly RuntimePod[] = [];
  private woken: PodUID[] = [];
  private admits = true;
  private log: StepLog = emptyLog();

  constructor(
    private readonly release: Release,
    private readonly trace: GoldenTrace,
  ) {
    this.podWorkers = this.newWorkers();
    this.handlers = this.newHandlers();
    this.housekeeping = this.newHousekeeping();
  }

  /** Runs one step to the end and then the workers until all are idle or blocked. */
  run(step: GoldenStep, index: number): StepLog {
    this.log = emptyLog();
    this.log.noop = !this.act(step, index);
    for (let uid = this.woken.shift(); uid !== undefined; uid = this.woken.shift())
      this.podWorkers.takeTurn(uid);
    return this.log;
  }

  /** False if the step found nothing to act on. */
  private act(step: GoldenStep, index: number): boolean {
    switch (step.op) {
      case 'add':
        this.admits = step.admit !== false;
        this.handlers.handlePodAddition(toPod(step.pod));
        return true;
      case 'update':
        this.handlers.handlePodUpdate(toPod(step.pod));
        return true;
      case 'reconcile':
        this.handlers.handlePodReconcile(toPod(step.pod));
        return true;
      case 'remove': {
        const uid = podUID(step.uid);
        const known = this.podManager.get(uid) !== null || this.podManager.mirrorPod(uid) !== null;
        this.handlers.handlePodRemoval(uid, step.sourcesReady !== false);
        return known;
      }
      case 'sync':
        return this.handlers.handlePodSyncs([...step.uids].sort().map(podUID)).synced.length > 0;
      case 'retry': {
        const due = [...this.queue.keys()].filter(
          (uid) => step.uids === undefined || step.uids.includes(uid),
        );
        for (const uid of due) this.queue.delete(uid);
        return this.handlers.handlePodSyncs(due.sort()).synced.length > 0;
      }
      case 'evict':
      case 'kill': {
        const gracePeriodOverride = step.grace ?? null;
        return this.handlers.killPod(podUID(step.uid), {
          evict: step.op === 'evict',
          gracePeriodOverride,
          request: index,
        });
      }
      case 'killRuntime':
        this.podWorkers.updatePod({
          type: 'kill',
          runtimePod: { uid: podUID(step.uid), name: step.name, namespace: 'ns' },
          kill: { evict: false, gracePeriodOverride: 1, request: null },
        });
        return true;
      case 'runtime':
        this.running = (step.pods ?? []).map((pod) => ({
          uid: podUID(pod.uid),
          name: pod.name,
          namespace: pod.ns ?? 'ns',
        }));
        return true;
      case 'phase':
        if (step.phase === undefined || step.phase === '') this.phases.delete(podUID(step.uid));
        else this.phases.set(podUID(step.uid), step.phase);
        return true;
      case 'housekeeping':
        this.log.counts = this.housekeeping.finish(this.housekeeping.begin(), this.running);
        this.metrics.record(this.log.counts);
        return true;
      case 'restart':
        this.restart();
        return true;
      case 'complete': {
        const uid = podUID(step.uid);
        if (!this.inFlight.has(uid)) return false;
        this.finishCall(uid, step.result);
        return true;
      }
    }
  }

  private restart(): void {
    this.podManager = new PodManager();
    this.podWorkers = this.newWorkers();
    this.handlers = this.newHandlers();
    this.housekeeping = this.newHousekeeping();
    this.metrics = new PodMetrics();
    this.phases.clear();
    this.queue.clear();
    this.inFlight.clear();
    this.woken = [];
  }

  private finishCall(uid: PodUID, result: GoldenResult): void {
    const flight = this.inFlight.get(uid);
    if (flight === undefined) return;
    this.inFlight.delete(uid);
    const { fn } = flight.call;
    const told = result === 'terminal' && fn !== 'syncPod' ? 'ok' : result;
    this.log.returned.push({ uid, fn, result: told });
    const outcome: CallResult = told === 'ctx' ? 'cancelled' : told;
    this.podWorkers.callReturned(uid, outcome);
  }

  private newWorkers(): PodWorkers {
    const ports: PodWorkerPorts = {
      now: () => simTime(0),
      podRuns: (uid) => this.running.some((pod) => pod.uid === uid),
      wakeWorker: (uid) => void this.woken.push(uid),
      awaitPodStatus: (uid) => this.podWorkers.podStatusRefreshed(uid),
      startCall: (uid, call) => this.startCall(uid, call),
      cancelCall: (uid) => this.cancelCall(uid),
      enqueueWork: (uid, workClass) => {
        this.queue.set(uid, workClass);
        this.log.enqueued.push({ uid, class: workClass });
      },
      emit: (event) => this.note(event),
    };
    return new PodWorkers(this.release, ports);
  }

  private startCall(uid: PodUID, call: SyncCall): void {
    this.log.calls.push({ uid, call });
    this.inFlight.set(uid, { call, cancelled: false });
    const auto = this.trace.autoUID?.[uid] ?? this.trace.auto ?? 'block';
    if (auto !== 'block') this.finishCall(uid, auto);
  }

  private cancelCall(uid: PodUID): void {
    const flight = this.inFlight.get(uid);
    if (flight === undefined) return;
    flight.cancelled = true;
    if (this.trace.honourCancel !== false) this.finishCall(uid, 'ctx');
  }

  private note(event: PodWorkerEvent): void {
    if (event.kind === 'killCompleted') this.log.killCompleted.push(...event.requests);
  }

  private newHandlers(): PodHandlers {
    return new PodHandlers({
      podManager: this.podManager,
      podWorkers: this.podWorkers,
      admit: (pod) => {
        if (!this.admits) this.phases.set(pod.uid, 'Failed');
        return this.admits;
      },
    });
  }

  private newHousekeeping(): Housekeeping {
    return new Housekeeping({
      podManager: this.podManager,
      podWorkers: this.podWorkers,
      statusPhase: (uid) => this.phases.get(uid) ?? '',
      dropStatusesExcept: (wanted) => {
        for (const uid of [...this.phases.keys()]) if (!wanted.has(uid)) this.phases.delete(uid);
      },
      deleteMirrorPod: (name) => void this.log.deletedMirrorPods.push(name),
      emit: (event) => this.note(event),
    });
  }
}

const emptyLog = (): StepLog => ({
  calls: [],
  returned: [],
  enqueued: [],
  killCompleted: [],
  deletedMirrorPods: [],
  counts: null,
  noop: false,
});

function toPod(golden: GoldenPod): Pod {
  const pod: Pod = {
    uid: podUID(golden.uid),
    name: golden.name,
    namespace: golden.ns ?? 'ns',
    source: golden.static === true ? 'file' : 'api',
    mirrors: golden.mirror === true ? podUID('') : null,
    version: golden.v,
    terminationGracePeriod: golden.grace ?? 30,
    deletion: golden.deleted === true ? { at: simTime(0), gracePeriod: golden.deletionGrace ?? null } : null,
    finalizers: [],
    spec: { restartPolicy: 'Always', containers: [], initContainers: [], volumes: [], hostNetwork: false },
    status: { phase: (golden.phase ?? '') as PodPhase, reason: '', containers: [] },
    template: golden.name,
  };
  return pod;
}

/** `uid@version` of every pod and mirror pod that the config has. */
export const configOf = (manager: PodManager): string[] =>
  [...manager.list(), ...manager.listMirrorPods()].map((pod) => `${pod.uid}@${pod.version}`).sort();

/** The uids that the predicates of a trace are asked for: every uid that a step names, mirror pods excepted. */
export function uidsOfInterest(trace: GoldenTrace): readonly PodUID[] {
  const uids = new Set<string>();
  const mirrors = new Set<string>();
  for (const step of trace.steps) {
    if ('pod' in step) (isMirrorPod(toPod(step.pod)) ? mirrors : uids).add(step.pod.uid);
    if ('uid' in step) uids.add(step.uid);
    if ('uids' in step) for (const uid of step.uids ?? []) uids.add(uid);
    if (step.op === 'runtime') for (const pod of step.pods ?? []) uids.add(pod.uid);
  }
  return [...uids]
    .filter((uid) => !mirrors.has(uid))
    .sort()
    .map(podUID);
}
