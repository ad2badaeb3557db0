import { isStaticPod, type Pod, type PodUID } from '../api/pod';
import type { PodStatus } from '../api/podStatus';
import { assertNever } from '../base/assert';
import { jitter } from '../clock/jitter';
import { after, type Duration, duration } from '../clock/simTime';
import type { WorkClass } from '../machine/podEffects';
import { lifecycleOf } from '../machine/podSyncStatus';
import type { SavedRegistry } from '../metrics/registry';
import type { CriReply } from '../runtime/criCalls';
import { emptyStatus, PodCache, type SavedPodCache } from '../runtime/podCache';
import { Admission } from './admission';
import type { CallView } from './callProgram';
import { CallRunner, type SavedCallRunner } from './callRunner';
import { ContainerGC, type SavedContainerGC } from './containerGC';
import { Housekeeping } from './housekeeping';
import { HousekeepingLoop, type SavedHousekeepingLoop } from './housekeepingLoop';
import type { ApiTag, CriTag, KubeletPorts, KubeletTimer } from './kubeletPorts';
import { PodConfig, type PodDelta, type PodSource, type SavedPodConfig } from './podConfig';
import { PodHandlers } from './podHandlers';
import { PodManager, type SavedPodManager } from './podManager';
import { PodMetrics } from './podMetrics';
import * as ask from './podWorkerPredicates';
import { PodWorkers, type SavedPodWorkers } from './podWorkers';
import type { Release } from './releases';
import { RelistLoop, type SavedRelistLoop } from './relistLoop';
import { RestartBackoff } from './restartBackoff';
import { RuntimeHealth, type SavedRuntimeHealth } from './runtimeHealth';
import { type SavedStatusManager, StatusManager } from './statusManager';
import { type SavedSyncLoop, SyncLoop } from './syncLoop';
import { SyncLoopIteration } from './syncLoopIteration';
import { type SavedVolumeManager, VolumeManager } from './volumeManager';
import { type QueuedWork, WorkQueue } from './workQueue';

/** All of a kubelet's memory. JSON. */
export interface SavedKubelet {
  readonly podConfig: SavedPodConfig;
  readonly podManager: SavedPodManager;
  readonly podWorkers: SavedPodWorkers;
  readonly workQueue: readonly (readonly [PodUID, QueuedWork])[];
  readonly podCache: SavedPodCache;
  readonly relistLoop: SavedRelistLoop;
  readonly housekeepingLoop: SavedHousekeepingLoop;
  readonly syncLoop: SavedSyncLoop;
  readonly statusManager: SavedStatusManager;
  readonly volumeManager: SavedVolumeManager;
  readonly calls: SavedCallRunner;
  readonly containerGC: SavedContainerGC;
  readonly health: SavedRuntimeHealth;
  readonly restarts: readonly (readonly [string, Duration])[];
  readonly metrics: SavedRegistry;
  readonly seenSources: readonly PodSource[];
  readonly requests: readonly (readonly [number, Pick<PodStatus, 'phase' | 'reason'>])[];
}

/**
 * One kubelet process: its loops and managers, wired together (`kubelet.go`). It only acts when it is called – by a timer
 * that it asked for, a reply that it waits for, or news from a source – and returns at once.
 */
export class Kubelet {
  readonly podManager: PodManager;
  readonly podWorkers: PodWorkers;
  readonly workQueue: WorkQueue;
  readonly statusManager: StatusManager;
  readonly volumeManager: VolumeManager;
  readonly podCache: PodCache;
  readonly relistLoop: RelistLoop;
  readonly health: RuntimeHealth;
  readonly syncLoop: SyncLoop;
  readonly calls: CallRunner;
  readonly metrics: PodMetrics;
  private readonly podConfig: PodConfig;
  private readonly handlers: PodHandlers;
  private readonly housekeepingLoop: HousekeepingLoop;
  private readonly containerGC: ContainerGC;
  private readonly restarts: RestartBackoff;
  private readonly iteration: SyncLoopIteration;
  /** What the askers of a kill want written as status, by request. */
  private readonly requests: Map<number, Pick<PodStatus, 'phase' | 'reason'>>;

  constructor(
    readonly release: Release,
    private readonly ports: KubeletPorts,
    saved: SavedKubelet | null = null,
  ) {
    this.podConfig = saved === null ? new PodConfig() : PodConfig.restore(saved.podConfig);
    this.podManager = saved === null ? new PodManager() : PodManager.restore(saved.podManager);
    this.workQueue = saved === null ? new WorkQueue() : WorkQueue.restore(saved.workQueue);
    this.podCache = saved === null ? new PodCache() : PodCache.restore(saved.podCache);
    this.metrics = saved === null ? new PodMetrics() : PodMetrics.restore(saved.metrics);
    this.requests = new Map(saved?.requests);
    this.health = new RuntimeHealth(ports.timing);
    this.restarts = new RestartBackoff(ports.timing);
    this.podWorkers = this.makePodWorkers();
    const { podManager, podWorkers } = this;
    this.statusManager = new StatusManager({
      ports,
      podManager,
      isReclaimed: (pod) => this.isReclaimed(pod),
      deletesOnlyFinishedPods: release.deletesOnlyFinishedPods,
    });
    const admission = new Admission({ ports, podManager, podWorkers, statusManager: this.statusManager });
    this.handlers = new PodHandlers({ podManager, podWorkers, admit: (pod) => admission.admit(pod) });
    this.volumeManager = new VolumeManager({
      ports,
      shouldBeRemoved: (uid) => ask.shouldPodRuntimeBeRemoved(podWorkers, uid),
      waitOver: (callId, error) => this.calls.stepReplied(callId, error),
    });
    this.calls = this.makeCallRunner();
    this.relistLoop = new RelistLoop({
      ports,
      cache: this.podCache,
      plegEvent: ({ uid, type, id }) => {
        const known = podManager.get(uid) !== null;
        const cause = ports.emit({ kind: 'plegEvent', uid, type, id, known });
        this.syncLoop.offer({ type: 'pleg', uid, event: type, id, cause });
      },
      waitOver: (uid, error) =>
        error === null ? podWorkers.podStatusRefreshed(uid) : podWorkers.callReturned(uid, 'error'),
    });
    this.housekeepingLoop = new HousekeepingLoop({
      ports,
      housekeeping: this.makeHousekeeping(),
      listsRuntimeAfresh: release.listsRuntimeAfresh,
      metrics: () => this.metrics,
      passOver: () => this.syncLoop.free(),
    });
    this.containerGC = new ContainerGC(ports, (uid) => ask.shouldPodContentBeRemoved(podWorkers, uid));
    const { workQueue, handlers, housekeepingLoop, volumeManager } = this;
    this.iteration = new SyncLoopIteration(
      { ports, podManager, workQueue, handlers, housekeepingLoop, volumeManager },
      saved?.seenSources,
    );
    this.syncLoop = new SyncLoop({
      reasonsToSkip: () => this.health.errors(ports.now(), this.relistLoop.lastSuccess),
      handle: (event) => this.iteration.handle(event),
      sleep: (d, reasons) => {
        ports.emit({ kind: 'syncLoopSkipped', reasons, again: d });
        ports.schedule(d, { type: 'loopWake' });
      },
    });
    if (saved !== null) this.restore(saved);
  }

  /** The process starts with nothing but what an earlier one left mounted. */
  start(leftMounted: SavedVolumeManager | null): void {
    const { ports } = this;
    const { timing } = ports;
    ports.emit({ kind: 'kubeletStarted' });
    if (leftMounted !== null) this.volumeManager.adopt(leftMounted);
    ports.cri({ op: 'Status' }, { for: 'runtimeCheck' });
    this.relistLoop.begin();
    ports.schedule(timing.syncTick, { type: 'syncTick' });
    ports.schedule(timing.housekeeping, { type: 'housekeepingTick' });
    ports.schedule(timing.statusSync, { type: 'statusSync' });
    ports.schedule(timing.containerGC, { type: 'containerGC' });
  }

  /** A source's whole content. */
  sourceListed(source: PodSource, pods: readonly Pod[], cause: number | null): void {
    const isFirst = !this.podConfig.hasReported(source);
    this.offerDeltas(this.podConfig.replace(source, pods), cause);
    if (isFirst) this.syncLoop.offer({ type: 'sourceSeen', source, cause });
  }

  /** One pod of a source changed; `null`: it is gone. */
  sourceChanged(source: PodSource, uid: PodUID, pod: Pod | null, cause: number | null): void {
    this.offerDeltas(this.podConfig.change(source, uid, pod), cause);
  }

  /** The eviction manager has chosen the pod. False if the kubelet does not have it. */
  evict(uid: PodUID, gracePeriodOverride: number | null): boolean {
    const request = this.requests.size + 1;
    this.requests.set(request, { phase: 'Failed', reason: 'Evicted' });
    if (this.podManager.get(uid) === null) return false;
    this.ports.emit({ kind: 'evicted', uid, request });
    return this.handlers.killPod(uid, { evict: true, gracePeriodOverride, request });
  }

  timerFired(timer: KubeletTimer, cause: number | null): void {
    const { ports } = this;
    switch (timer.type) {
      case 'syncTick':
        ports.schedule(ports.timing.syncTick, timer);
        return this.syncLoop.offer({ type: 'syncTick', cause });
      case 'housekeepingTick':
        ports.schedule(ports.timing.housekeeping, timer);
        return this.syncLoop.offer({ type: 'housekeepingTick', cause });
      case 'relist':
        return this.relistLoop.begin();
      case 'runtimeCheck':
        ports.cri({ op: 'Status' }, { for: 'runtimeCheck' });
        return;
      case 'statusSync':
        ports.schedule(ports.timing.statusSync, timer);
        return this.statusManager.syncBatch();
      case 'containerGC':
        return this.containerGC.tick();
      case 'volumePoll':
        return this.volumeManager.poll();
      case 'loopWake':
        return this.syncLoop.wake();
      case 'workerTurn':
        return this.podWorkers.takeTurn(timer.uid);
      case 'callCancelled':
        return this.calls.cancelNow(timer.callId);
      default:
        assertNever(timer);
    }
  }

  criReplied(tag: CriTag, reply: CriReply): void {
    const { ports } = this;
    switch (tag.for) {
      case 'call':
        return this.calls.criReplied(tag.callId, tag.slot, reply);
      case 'relist':
        return this.relistLoop.replied(reply);
      case 'runtimeCheck':
        if (!reply.ok) ports.emit({ kind: 'runtimeCheckFailed', error: reply.message });
        this.health.checked(reply, ports.now());
        return ports.schedule(ports.timing.runtimeCheck, { type: 'runtimeCheck' });
      case 'housekeeping':
        return this.housekeepingLoop.replied(tag.step, reply);
      case 'containerGC':
        return this.containerGC.replied(tag.step, reply);
      default:
        assertNever(tag);
    }
  }

  apiReplied(tag: ApiTag, error: string | null): void {
    switch (tag.for) {
      case 'call':
        return this.calls.stepReplied(tag.callId, error);
      case 'status':
        return this.statusManager.written(tag.uid, error);
      case 'deletion':
        return this.statusManager.deleted(tag.uid, error);
      case 'housekeeping':
        return;
      default:
        assertNever(tag);
    }
  }

  private offerDeltas(deltas: readonly PodDelta[], cause: number | null): void {
    for (const delta of deltas) this.syncLoop.offer({ type: 'config', delta, cause });
  }

  /** Every source has reported, and what it reported has been handled. */
  get sourcesReady(): boolean {
    return this.iteration.sourcesReady;
  }

  private makePodWorkers(): PodWorkers {
    const { ports } = this;
    return new PodWorkers(this.release, {
      now: () => ports.now(),
      podRuns: (uid) => {
        const status = this.runtimeStatus(uid);
        return (
          status.sandboxes.some(({ ready }) => ready) || status.containers.some((c) => c.state === 'running')
        );
      },
      wakeWorker: (uid) => ports.schedule(duration(0), { type: 'workerTurn', uid }),
      awaitPodStatus: (uid, newerThan) => this.relistLoop.wait(uid, newerThan),
      startCall: (uid, call) => {
        this.calls.start(uid, call, this.podWorkers.snapshotOf(uid)?.context.cancelled ?? false);
      },
      cancelCall: (uid) => this.calls.cancel(uid),
      enqueueWork: (uid, workClass) => this.enqueue(uid, workClass),
      emit: (event) => {
        ports.emit(event);
        if (event.kind === 'phaseEntered' || event.kind === 'podForgotten') this.volumeManager.kick();
      },
    });
  }

  private enqueue(uid: PodUID, workClass: WorkClass): void {
    const { ports } = this;
    const base = workClass === 'now' ? duration(0) : ports.timing[workClass];
    const dueAt = after(ports.now(), workClass === 'now' ? base : jitter(base, 0.5, ports.random));
    const cause = ports.emit({ kind: 'retryQueued', uid, class: workClass, dueAt });
    this.workQueue.enqueue(uid, { dueAt, class: workClass, cause });
  }

  private makeCallRunner(): CallRunner {
    const { ports, volumeManager, podManager } = this;
    const view: CallView = {
      runtimeStatus: (uid) => this.runtimeStatus(uid),
      networkReady: () => this.health.networkReady,
      endsInTerminalPhase: (pod) => this.release.assignsTerminalPhase && !isStaticPod(pod),
      restartWait: (uid, container, exitedAt) => this.restarts.wait(uid, container, exitedAt, ports.now()),
      previousStatus: (pod) =>
        this.statusManager.statusOf(pod.uid) ?? podManager.get(pod.uid)?.status ?? pod.status,
      statusOf: (request) => (request === null ? null : (this.requests.get(request) ?? null)),
    };
    return new CallRunner({
      ports,
      view,
      setStatus: (write) => this.statusManager.set(write),
      waitForMount: (pod, callId) => volumeManager.waitForMount(pod, callId),
      waitForUnmount: (uid, callId) => volumeManager.waitForUnmount(uid, callId),
      forgetWaiter: (callId) => volumeManager.forgetWaiter(callId),
      containerRestarts: (uid, container) => {
        const ranBefore = this.runtimeStatus(uid).containers.some(
          (c) => c.name === container && c.state === 'exited',
        );
        if (ranBefore) this.restarts.restarted(uid, container);
      },
      returned: (uid, result) => this.podWorkers.callReturned(uid, result),
    });
  }

  private makeHousekeeping(): Housekeeping {
    const { ports, podManager, podWorkers, statusManager } = this;
    return new Housekeeping({
      podManager,
      podWorkers,
      statusPhase: (uid) => statusManager.statusOf(uid)?.phase ?? '',
      dropStatusesExcept: (wanted) => statusManager.dropExcept(wanted),
      deleteMirrorPod: (name) => ports.api({ op: 'deleteMirrorPod', name }, { for: 'housekeeping' }),
      emit: (event) => void ports.emit(event),
    });
  }

  private runtimeStatus(uid: PodUID) {
    const entry = this.podCache.get(uid);
    return entry !== null && 'status' in entry ? entry.status : emptyStatus(uid);
  }

  private isReclaimed(pod: Pod): boolean {
    const runs = this.runtimeStatus(pod.uid).containers.some((container) => container.state === 'running');
    const could = ask.couldHaveRunningContainers(this.podWorkers, pod.uid);
    // The pod's cgroup is there until SyncTerminatedPod has removed it.
    const record = this.podWorkers.snapshotOf(pod.uid);
    const hasCgroup = record !== null && lifecycleOf(record) !== 'finished';
    return !could && !runs && !hasCgroup && !this.volumeManager.hasMounted(pod.uid);
  }

  save(): SavedKubelet {
    return {
      podConfig: this.podConfig.save(),
      podManager: this.podManager.save(),
      podWorkers: this.podWorkers.save(),
      workQueue: this.workQueue.save(),
      podCache: this.podCache.save(),
      relistLoop: this.relistLoop.save(),
      housekeepingLoop: this.housekeepingLoop.save(),
      syncLoop: this.syncLoop.save(),
      statusManager: this.statusManager.save(),
      volumeManager: this.volumeManager.save(),
      calls: this.calls.save(),
      containerGC: this.containerGC.save(),
      health: this.health.save(),
      restarts: this.restarts.save(),
      metrics: this.metrics.save(),
      seenSources: this.iteration.save(),
      requests: [...this.requests],
    };
  }

  private restore(saved: SavedKubelet): void {
    this.podWorkers.restore(saved.podWorkers);
    this.relistLoop.restore(saved.relistLoop);
    this.housekeepingLoop.restore(saved.housekeepingLoop);
    this.syncLoop.restore(saved.syncLoop);
    this.statusManager.restore(saved.statusManager);
    this.volumeManager.restore(saved.volumeManager);
    this.calls.restore(saved.calls);
    this.containerGC.restore(saved.containerGC);
    this.health.restore(saved.health);
    this.restarts.restore(saved.restarts);
  }
}
