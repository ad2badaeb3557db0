import { assertNever } from '../base/assert';
import type { HousekeepingLoop } from './housekeepingLoop';
import type { KubeletPorts } from './kubeletPorts';
import type { PodDelta, PodSource } from './podConfig';
import type { PodHandlers } from './podHandlers';
import type { PodManager } from './podManager';
import type { LoopEvent } from './syncLoop';
import type { VolumeManager } from './volumeManager';
import type { WorkQueue } from './workQueue';

/** What an iteration hands its event to. */
export interface IterationParts {
  readonly ports: KubeletPorts;
  readonly podManager: PodManager;
  readonly workQueue: WorkQueue;
  readonly handlers: PodHandlers;
  readonly housekeepingLoop: HousekeepingLoop;
  readonly volumeManager: VolumeManager;
}

/** What one event of the sync loop leads to (`kubelet.go syncLoopIteration`): each goes to the handler of its channel. */
export class SyncLoopIteration {
  private readonly seenSources: Set<PodSource>;

  constructor(
    private readonly parts: IterationParts,
    seenSources: readonly PodSource[] = [],
  ) {
    this.seenSources = new Set(seenSources);
  }

  /** Every source has reported, and what it reported has been handled (`config.SourcesReady AllReady`). */
  get sourcesReady(): boolean {
    return this.seenSources.size === 2;
  }

  /** `busy`: the loop is taken up until the pass of housekeeping that began here is over. */
  handle(event: LoopEvent): 'done' | 'busy' {
    const { ports, handlers, housekeepingLoop, volumeManager } = this.parts;
    ports.because(event.cause);
    switch (event.type) {
      case 'config':
        this.handleDelta(event.delta);
        return 'done';
      case 'sourceSeen':
        this.seenSources.add(event.source);
        ports.emit({ kind: 'sourceReady', source: event.source });
        return 'done';
      case 'pleg':
        // A removed container is nothing that a sync could mend.
        if (event.event !== 'ContainerRemoved') handlers.handlePodSyncs([event.uid]);
        return 'done';
      case 'syncTick':
        this.deliverRetries();
        return 'done';
      case 'housekeepingTick':
        if (this.sourcesReady) {
          const outcome = housekeepingLoop.begin();
          volumeManager.kick();
          return outcome;
        }
        ports.emit({ kind: 'housekeepingSkipped' });
        return 'done';
      default:
        return assertNever(event);
    }
  }

  private handleDelta({ source, op, pod }: PodDelta): void {
    const { handlers, ports } = this.parts;
    ports.emit({ kind: 'configReceived', uid: pod.uid, source, op, mirror: pod.mirrors !== null });
    switch (op) {
      case 'ADD':
        return handlers.handlePodAddition(pod);
      case 'UPDATE':
      case 'DELETE':
        return handlers.handlePodUpdate(pod);
      case 'RECONCILE':
        return handlers.handlePodReconcile(pod);
      case 'REMOVE':
        if (!handlers.handlePodRemoval(pod.uid, this.sourcesReady)) {
          ports.emit({ kind: 'deleteRefused', uid: pod.uid });
        }
        return;
      default:
        assertNever(op);
    }
  }

  /** Retries that are due go to the pods that the pod manager knows; those of others are lost (`kubelet.go getPodsToSync`). */
  private deliverRetries(): void {
    const { ports, podManager, workQueue, handlers } = this.parts;
    for (const [uid, { cause }] of workQueue.takeDue(ports.now())) {
      ports.because(cause);
      const known = podManager.get(uid) !== null;
      ports.emit({ kind: known ? 'retryDelivered' : 'retryDropped', uid });
      handlers.handlePodSyncs([uid]);
    }
  }

  save(): readonly PodSource[] {
    return [...this.seenSources];
  }
}
