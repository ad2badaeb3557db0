import type { PodUID } from '../api/pod';
import { assertNever, present } from '../base/assert';
import type { SimTime } from '../clock/simTime';
import {
  type ContainerView,
  type CriReply,
  type CriRequest,
  type CriValue,
  rpcError,
  type SandboxView,
} from './criCalls';
import {
  eventsBetween,
  groupByPod,
  hasChanged,
  type PlegEvent,
  type PlegRecord,
  recordOf,
} from './plegRecord';
import type { PodCache } from './podCache';
import {
  containersIn,
  type Inspection,
  NOTHING_FOUND,
  type RelistProgress,
  type RelistStep,
  relistFailed,
  sandboxesIn,
} from './relist';

/** The PLEG as data; a relist under way is its owner's. */
export interface SavedPleg {
  readonly records: readonly (readonly [PodUID, PlegRecord])[];
  readonly reinspect: readonly PodUID[];
  readonly lastSuccess: SimTime | null;
}

/**
 * The generic pod lifecycle event generator: lists the runtime's pods, inspects those that changed, writes the pod
 * cache and tells the sync loop. One relist at a time; it is a program of steps, driven by the replies to its calls.
 */
export class Pleg {
  private readonly records = new Map<PodUID, PlegRecord>();
  private reinspect: ReadonlySet<PodUID> = new Set();
  private succeededAt: SimTime | null = null;

  constructor(private readonly cache: PodCache) {}

  /** When the last relist whose lists came through began; `null`: there was none. The PLEG's health goes by it. */
  get lastSuccess(): SimTime | null {
    return this.succeededAt;
  }

  beginRelist(now: SimTime): RelistProgress {
    return { startedAt: now, stage: 'begin' };
  }

  /** Takes the reply to the last call (`null` at the beginning). The cache may have changed: look who waits for it. */
  next(progress: RelistProgress, reply: CriReply | null): RelistStep {
    const { startedAt } = progress;
    if (progress.stage === 'begin') {
      return { call: { op: 'ListPodSandbox' }, progress: { startedAt, stage: 'listSandboxes' }, events: [] };
    }
    const answered = present(reply, 'a relist goes on with a reply');
    switch (progress.stage) {
      case 'listSandboxes': {
        if (!answered.ok) return relistFailed(startedAt, 'ListPodSandbox', answered);
        const sandboxes = sandboxesIn(answered.value);
        const next: RelistProgress = { startedAt, stage: 'listContainers', sandboxes };
        return { call: { op: 'ListContainers' }, progress: next, events: [] };
      }
      case 'listContainers':
        if (!answered.ok) return relistFailed(startedAt, 'ListContainers', answered);
        return this.compare(startedAt, progress.sandboxes, containersIn(answered.value));
      case 'inspect':
        return this.takeInspection(progress, answered);
      default:
        return assertNever(progress);
    }
  }

  save(): SavedPleg {
    return { records: [...this.records], reinspect: [...this.reinspect], lastSuccess: this.succeededAt };
  }

  static restore(saved: SavedPleg, cache: PodCache): Pleg {
    const pleg = new Pleg(cache);
    for (const [uid, record] of saved.records) pleg.records.set(uid, record);
    pleg.reinspect = new Set(saved.reinspect);
    pleg.succeededAt = saved.lastSuccess;
    return pleg;
  }

  /** Both lists are there: the pods that are not as they were, and those that could not be inspected last time. */
  private compare(
    startedAt: SimTime,
    sandboxes: readonly SandboxView[],
    containers: readonly ContainerView[],
  ): RelistStep {
    this.succeededAt = startedAt;
    const listedPods = groupByPod(sandboxes, containers);
    const pods = [...new Set([...this.records.keys(), ...listedPods.keys(), ...this.reinspect])]
      .map((uid) => ({ uid, listed: listedPods.get(uid) ?? null }))
      .filter(({ uid, listed }) => {
        const before = this.records.get(uid) ?? null;
        return (
          this.reinspect.has(uid) || hasChanged(before, listed === null ? null : recordOf(listed, before))
        );
      });
    return this.inspectFirst(
      { startedAt, stage: 'inspect', pods, ...NOTHING_FOUND, inspected: [], failed: [] },
      [],
    );
  }

  /** Begins with the first of the pods, or ends the relist. Pods that are gone take no call. */
  private inspectFirst(inspection: Inspection, events: readonly PlegEvent[]): RelistStep {
    const { startedAt, pods, inspected, failed } = inspection;
    const first = pods[0];
    if (first === undefined) {
      this.cache.updateTime(startedAt);
      this.reinspect = new Set(failed);
      return { done: { ok: true, startedAt, inspected, failed }, events };
    }
    const { uid, listed } = first;
    if (listed === null) {
      this.cache.delete(uid);
      const gone = [...events, ...this.remember(uid, null)];
      return this.inspectFirst({ ...inspection, pods: pods.slice(1) }, gone);
    }
    const { pod } = recordOf(listed, this.records.get(uid) ?? null);
    const newest = listed.sandboxes.at(-1);
    const calls: CriRequest[] = [
      ...(newest === undefined ? [] : [{ op: 'PodSandboxStatus', pod, sandbox: newest.id } as const]),
      ...listed.containers.map(({ id }) => ({ op: 'ContainerStatus', pod, container: id }) as const),
    ];
    const call = present(calls[0], 'a listed pod has a sandbox or a container');
    return {
      call,
      progress: { ...inspection, calls, sandboxes: listed.sandboxes.slice(0, -1), containers: [] },
      events,
    };
  }

  /** One reply of an inspection. What has vanished since the list is left out; another error spoils the inspection. */
  private takeInspection(inspection: Inspection, reply: CriReply): RelistStep {
    const { startedAt, pods, inspected, failed } = inspection;
    const { uid, listed } = present(pods[0], 'a reply belongs to a pod being inspected');
    const rest = { ...inspection, pods: pods.slice(1), ...NOTHING_FOUND };
    if (!reply.ok && reply.code !== 'NotFound') {
      this.cache.setError(uid, rpcError(reply), startedAt);
      return this.inspectFirst({ ...rest, failed: [...failed, uid] }, []);
    }
    const value: CriValue = reply.ok ? reply.value : { kind: 'done' };
    const calls = inspection.calls.slice(1);
    const sandboxes = [...inspection.sandboxes, ...(value.kind === 'sandboxes' ? value.sandboxes : [])];
    const containers = [...inspection.containers, ...(value.kind === 'containers' ? value.containers : [])];
    const call = calls[0];
    if (call !== undefined) {
      return { call, progress: { ...inspection, calls, sandboxes, containers }, events: [] };
    }
    const record = recordOf(
      present(listed, 'a pod that is gone takes no call'),
      this.records.get(uid) ?? null,
    );
    const { name, namespace } = record.pod;
    this.cache.set(uid, { uid, name, namespace, sandboxes, containers }, startedAt);
    return this.inspectFirst({ ...rest, inspected: [...inspected, uid] }, this.remember(uid, record));
  }

  /** The pod is as `record` from now on; what the sync loop is told about it. */
  private remember(uid: PodUID, record: PlegRecord | null): PlegEvent[] {
    const events = eventsBetween(uid, this.records.get(uid) ?? null, record);
    if (record === null) this.records.delete(uid);
    else this.records.set(uid, record);
    return events;
  }
}
