import type { PodUID } from '../api/pod';
import type { Random } from '../clock/random';
import { between, type SimTime, simTime } from '../clock/simTime';
import type { CriTag } from '../kubelet/kubeletPorts';
import type { CriReply, CriRequest } from '../runtime/criCalls';
import type { FakeRuntime, RuntimeProgress } from '../runtime/fakeRuntime';
import type { RuntimeWakeup } from '../runtime/runtimeEvents';
import type { PendingCri } from './simState';
import type { CauseTracker, NodeEvent } from './trace';
import type { World } from './world';

/** Where the calls come from, and where what becomes of them goes. */
export interface CriTrafficParts {
  readonly runtime: FakeRuntime;
  readonly world: World;
  readonly random: Random;
  readonly causes: CauseTracker;
  now(): SimTime;
  /** The id of the trace event. */
  emit(event: NodeEvent): number;
  /** The runtime is to be woken. */
  wake(wakeup: RuntimeWakeup, cause: number | null): void;
  /** A reply to a kubelet, which may have died since. */
  replied(generation: number, tag: CriTag, reply: CriReply): void;
}

/** The CRI calls between a kubelet and the runtime: begun, waited for, answered or given up, and told in the trace. */
export class CriTraffic {
  private readonly pending: Map<number, PendingCri>;

  constructor(
    private readonly parts: CriTrafficParts,
    saved: readonly (readonly [number, PendingCri])[] = [],
  ) {
    this.pending = new Map(saved);
  }

  /** Begins a call; its id. */
  begin(request: CriRequest, tag: CriTag, generation: number): number {
    const { runtime, world, random, causes, now, emit } = this.parts;
    const uid: PodUID | null = 'pod' in request ? request.pod.uid : null;
    const traced = isTraced(tag) && uid !== null;
    const id = idOf(request);
    const gracePeriod = request.op === 'StopContainer' ? request.gracePeriod : null;
    const name = this.nameOf(request);
    const cause = traced
      ? emit({ kind: 'criStarted', uid, op: request.op, id, name, gracePeriod })
      : causes.causeFor(uid);
    const aliases = uid === null ? [] : world.aliasesOf(uid);
    const { callId, wakeups, fault } = runtime.begin(request, now(), random, aliases);
    if (fault !== null) {
      emit({ kind: 'faultHit', uid, fault: fault.id, operation: fault.operation, effect: fault.kind });
    }
    this.pending.set(callId, { generation, tag, request, uid, startedAt: now(), cause });
    this.wakeAll(wakeups, cause);
    return callId;
  }

  /** The caller no longer waits. */
  abort(callId: number): void {
    this.pending.delete(callId);
    this.wakeAll(this.parts.runtime.abort(callId), this.parts.causes.causeFor(null));
  }

  /** The caller has died. */
  abortAll(): void {
    for (const callId of this.pending.keys()) this.wakeAll(this.parts.runtime.abort(callId), null);
    this.pending.clear();
  }

  /** A moment that the runtime asked for has come. */
  woken(wakeup: RuntimeWakeup): void {
    const { runtime, causes, now, replied } = this.parts;
    if (wakeup.type === 'processExits') {
      return this.progressed(runtime.processExits(wakeup.container, wakeup.generation, now()));
    }
    const pending = this.pending.get(wakeup.callId) ?? null;
    const returned = runtime.callReturns(wakeup.callId, now());
    if (returned === null) return;
    causes.because(pending?.cause ?? null);
    this.progressed(returned);
    if (returned.reply === null || pending === null) return;
    this.pending.delete(wakeup.callId);
    this.traceReturn(pending, returned.reply);
    replied(pending.generation, pending.tag, returned.reply);
  }

  /** What changed in the runtime, by a call or by itself. */
  progressed({ changes, wakeups }: RuntimeProgress): void {
    const { causes, emit } = this.parts;
    for (const change of changes) emit({ kind: 'runtimeChanged', uid: change.uid, change });
    this.wakeAll(wakeups, causes.causeFor(changes[0]?.uid ?? null));
  }

  wakeAll(wakeups: readonly RuntimeWakeup[], cause: number | null): void {
    for (const wakeup of wakeups) this.parts.wake(wakeup, cause);
  }

  private traceReturn({ request, tag, uid, startedAt }: PendingCri, reply: CriReply): void {
    if (!isTraced(tag) || uid === null) return;
    this.parts.emit({
      kind: 'criReturned',
      uid,
      op: request.op,
      id: idOf(request),
      name: this.nameOf(request),
      error: reply.ok ? null : { code: reply.code, message: reply.message },
      took: between(simTime(startedAt), this.parts.now()),
    });
  }

  private nameOf(request: CriRequest): string {
    if (request.op === 'CreateContainer') return request.spec.name;
    if (!('container' in request)) return '';
    return this.parts.runtime.container(request.container)?.name ?? '';
  }

  save(): readonly (readonly [number, PendingCri])[] {
    return [...this.pending];
  }
}

/** Calls that a pod's worker makes, and removals, are events; the lists of the loops are not: they come every second. */
const isTraced = (tag: CriTag): boolean => tag.for === 'call' || tag.for === 'containerGC';

function idOf(request: CriRequest): string {
  if ('container' in request) return request.container;
  if ('sandbox' in request) return request.sandbox;
  return request.op === 'PullImage' ? request.image : '';
}
