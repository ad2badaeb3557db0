import type { PodUID, RuntimePod } from '../api/pod';
import { assertNever } from '../base/assert';
import type { Random } from '../clock/random';
import { after, type Duration, duration, type SimTime, seconds, simTime } from '../clock/simTime';
import type { Timing } from '../clock/timing';
import type { ContainerView, CriReply, CriRequest, SandboxView } from './criCalls';
import { DONE, normalDuration, perform, pretend, refuse, viewOf } from './criOperations';
import { type FaultMatch, type FaultSpec, FaultTable, type SavedFaultTable } from './faults';
import {
  type CallStage,
  DEADLINE_EXCEEDED,
  deadlineOf,
  type InFlightCall,
  UNAVAILABLE,
} from './inFlightCall';
import type { RuntimeChange, RuntimeWakeup } from './runtimeEvents';
import { RuntimeObjects, type SavedRuntimeObjects } from './runtimeObjects';

/** What a runtime is told about the node; not part of its state. */
export interface RuntimeSetup {
  readonly timing: Timing;
  readonly nodeName: string;
}

/** A call that has begun. A call without a wake-up among these may hang, or wait for a process to end. */
export interface BegunCall {
  readonly callId: number;
  readonly wakeups: readonly RuntimeWakeup[];
  /** The fault that hit it. */
  readonly fault: FaultSpec | null;
}

/** What came of a wake-up or of a command: what changed, and what must be brought back. */
export interface RuntimeProgress {
  readonly changes: readonly RuntimeChange[];
  readonly wakeups: readonly RuntimeWakeup[];
}

/** What came of a call. `reply` is `null` when the work is done but the reply is lost: the call is still in flight. */
export interface ReturnedCall extends RuntimeProgress {
  readonly reply: CriReply | null;
}

/** What a pod has in the runtime, in one word; a running container counts before a ready sandbox. */
export type PodRuntimeState = 'none' | 'running' | 'sandbox ready' | 'exited';

/** The runtime as data. */
export interface SavedFakeRuntime {
  readonly up: boolean;
  readonly networkReady: boolean;
  readonly objects: SavedRuntimeObjects;
  readonly faults: SavedFaultTable;
  readonly calls: readonly InFlightCall[];
  readonly nextCallId: number;
}

/**
 * The container runtime of the node, behind the CRI. It has no queue: it says what to bring back when, and its
 * owner does. An operation does its work when it returns; only StopContainer sends SIGTERM when it begins.
 */
export class FakeRuntime {
  private readonly inFlight = new Map<number, InFlightCall>();
  private nextCallId = 1;
  private isUp = true;
  private isNetworkReady = true;

  constructor(
    private readonly setup: RuntimeSetup,
    /** Shared with whoever models the kubelet's own steps: arm faults here, lift them with `liftFaults`. */
    readonly faults: FaultTable = new FaultTable(setup.nodeName),
    private readonly objects: RuntimeObjects = new RuntimeObjects(),
  ) {}

  get up(): boolean {
    return this.isUp;
  }

  get networkReady(): boolean {
    return this.isNetworkReady;
  }

  setNetworkReady(ready: boolean): void {
    this.isNetworkReady = ready;
  }

  /** Begins a call. `aliases`: names of the pod that the request does not show, for faults. A dead runtime hits none. */
  begin(request: CriRequest, now: SimTime, random: Random, aliases: readonly string[] = []): BegunCall {
    const pod = 'pod' in request ? { uid: request.pod.uid, names: [request.pod.name, ...aliases] } : null;
    const fault = this.isUp ? this.faults.hit(request.op, pod, random) : null;
    const callId = this.nextCallId++;
    const wakeups = this.admit({ callId, request, begunAt: now, fault, stage: { kind: 'hangs' } }, now);
    return { callId, wakeups, fault };
  }

  /** A call's wake-up is here. `null`: the call is over, was aborted, or is not due. */
  callReturns(callId: number, now: SimTime): ReturnedCall | null {
    const call = this.inFlight.get(callId);
    if (call === undefined) return null;
    const { stage, request } = call;
    if (stage.kind === 'hangs' || stage.kind === 'waitsForExit' || now < stage.at) return null;
    this.inFlight.delete(callId);
    if (stage.kind === 'answers') return { reply: stage.reply, changes: [], wakeups: [] };
    if (call.fault?.kind === 'lie')
      return { reply: pretend(request, this.objects), changes: [], wakeups: [] };
    const { reply, changes, wakeups } = perform(request, this.objects, this.isNetworkReady, now);
    const more = [...wakeups, ...this.returnStopsOf(changes, now)];
    if (call.fault?.kind !== 'lostReply') return { reply, changes, wakeups: more };
    return { reply: null, changes, wakeups: [...more, ...this.loseReply(call, now)] };
  }

  /** A process's wake-up is here; nothing happens if it was overtaken. The StopContainers that wait for it return. */
  processExits(container: string, generation: number, now: SimTime): RuntimeProgress {
    const { exit, generation: current } = this.objects.container(container) ?? { exit: null, generation: 0 };
    if (exit === null || generation !== current) return { changes: [], wakeups: [] };
    return this.exitContainer(container, exit.exitCode, now);
  }

  /** The process of a container ends now, by itself. Nothing happens unless it runs. */
  exitContainer(container: string, exitCode: number, now: SimTime): RuntimeProgress {
    const changes = this.objects.exit(container, exitCode, now);
    return { changes, wakeups: this.returnStopsOf(changes, now) };
  }

  /**
   * The kubelet gives the call up. What it would have done at its return is not done; SIGTERM has been sent, but
   * the kill after it does not come.
   */
  abort(callId: number): readonly RuntimeWakeup[] {
    const call = this.inFlight.get(callId);
    if (call === undefined) return [];
    this.inFlight.delete(callId);
    if (call.stage.kind === 'hangs' && call.fault !== null) this.faults.release(call.fault);
    return call.request.op === 'StopContainer' ? this.scheduleExit(call.request.container) : [];
  }

  /** The runtime goes down: calls fail, containers run on, those with SIGTERM still end, no kill comes. */
  stop(now: SimTime): readonly RuntimeWakeup[] {
    this.isUp = false;
    const wakeups: RuntimeWakeup[] = [];
    for (const call of [...this.inFlight.values()]) {
      if (call.stage.kind === 'hangs' && call.fault !== null) this.faults.release(call.fault);
      wakeups.push(...this.moveTo(call, { kind: 'answers', at: now, reply: UNAVAILABLE }));
    }
    for (const { id } of this.objects.containers()) wakeups.push(...this.scheduleExit(id));
    return wakeups;
  }

  /** The runtime is back, with all that is on the node. Calls that failed stay failed. */
  start(): void {
    this.isUp = true;
  }

  /** Lifts faults, also those of the kubelet's own steps: `ids` says which. Hanging CRI calls begin their work now. */
  liftFaults(
    match: FaultMatch,
    now: SimTime,
  ): { readonly ids: readonly string[]; readonly wakeups: readonly RuntimeWakeup[] } {
    const ids = this.faults.lift(match);
    const freed = this.calls().filter(
      ({ stage, fault }) => stage.kind === 'hangs' && fault !== null && this.faults.isMatched(match, fault),
    );
    return { ids, wakeups: freed.flatMap((call) => this.work(call, duration(0), now)) };
  }

  /** The calls in flight, in the order in which they began. */
  calls(): readonly InFlightCall[] {
    return [...this.inFlight.values()];
  }

  sandboxes(): readonly SandboxView[] {
    return this.objects.sandboxes();
  }

  containers(): readonly ContainerView[] {
    return this.objects.containers().map(viewOf);
  }

  /** The pods with a ready sandbox or a running container: what really runs, whether the runtime is up or not. */
  podsRunning(): readonly RuntimePod[] {
    const pods = new Map<PodUID, RuntimePod>();
    for (const { pod, ready } of this.sandboxes()) {
      const runs =
        ready || this.containers().some(({ uid, state }) => uid === pod.uid && state === 'running');
      if (runs && !pods.has(pod.uid)) pods.set(pod.uid, pod);
    }
    return [...pods.values()];
  }

  stateOf(uid: PodUID): PodRuntimeState {
    const sandboxes = this.sandboxes().filter(({ pod }) => pod.uid === uid);
    const containers = this.containers().filter((container) => container.uid === uid);
    if (containers.some(({ state }) => state === 'running')) return 'running';
    if (sandboxes.some(({ ready }) => ready)) return 'sandbox ready';
    return sandboxes.length + containers.length > 0 ? 'exited' : 'none';
  }

  save(): SavedFakeRuntime {
    return {
      up: this.isUp,
      networkReady: this.isNetworkReady,
      objects: this.objects.save(),
      faults: this.faults.save(),
      calls: this.calls(),
      nextCallId: this.nextCallId,
    };
  }

  static restore(saved: SavedFakeRuntime, setup: RuntimeSetup): FakeRuntime {
    const faults = FaultTable.restore(saved.faults, setup.nodeName);
    const runtime = new FakeRuntime(setup, faults, RuntimeObjects.restore(saved.objects));
    for (const call of saved.calls) runtime.inFlight.set(call.callId, call);
    runtime.nextCallId = saved.nextCallId;
    runtime.isUp = saved.up;
    runtime.isNetworkReady = saved.networkReady;
    return runtime;
  }

  /** Puts a new call on its way, as its fault will have it. */
  private admit(call: InFlightCall, now: SimTime): RuntimeWakeup[] {
    if (!this.isUp) return this.moveTo(call, { kind: 'answers', at: now, reply: UNAVAILABLE });
    const { fault } = call;
    if (fault === null) return this.work(call, duration(0), now);
    const { timing } = this.setup;
    switch (fault.kind) {
      case 'error':
        return this.moveTo(call, { kind: 'answers', at: now, reply: refuse(fault.code, fault.message) });
      case 'timeout':
        return this.moveTo(call, { kind: 'answers', at: deadlineOf(call, timing), reply: DEADLINE_EXCEEDED });
      case 'hang':
        return this.moveTo(call, { kind: 'hangs' });
      case 'lie':
        return this.moveTo(call, { kind: 'performs', at: after(now, timing.list) });
      case 'delay':
        return this.work(call, fault.delay, now);
      case 'lostReply':
        return this.work(call, duration(0), now);
      default:
        return assertNever(fault.kind);
    }
  }

  /** The runtime begins the work of a call, and takes `delay` longer than usual. */
  private work(call: InFlightCall, delay: Duration, now: SimTime): RuntimeWakeup[] {
    const { request } = call;
    const container = request.op === 'StopContainer' ? this.objects.container(request.container) : null;
    if (request.op !== 'StopContainer' || container?.state !== 'running') {
      const usual = normalDuration(request, this.objects, this.setup.timing);
      return this.moveTo(call, { kind: 'performs', at: after(after(now, usual), delay) });
    }
    this.objects.believeStopped(container.id, false);
    if (request.gracePeriod > 0) this.objects.terminate(container.id, now);
    this.moveTo(call, { kind: 'waitsForExit', killAt: after(now, seconds(request.gracePeriod)) });
    return this.scheduleExit(container.id);
  }

  private moveTo(call: InFlightCall, stage: CallStage): RuntimeWakeup[] {
    this.inFlight.set(call.callId, { ...call, stage });
    return 'at' in stage ? [{ type: 'callReturns', callId: call.callId, at: stage.at }] : [];
  }

  /** The work is done and the kubelet will not hear of it: it gives up at its deadline, or now if that is past. */
  private loseReply(call: InFlightCall, now: SimTime): RuntimeWakeup[] {
    const at = simTime(Math.max(now, deadlineOf(call, this.setup.timing)));
    return this.moveTo(call, { kind: 'answers', at, reply: DEADLINE_EXCEEDED });
  }

  /** The StopContainers that waited for the containers which ended. */
  private returnStopsOf(changes: readonly RuntimeChange[], now: SimTime): RuntimeWakeup[] {
    const ended = new Set(changes.filter(({ type }) => type === 'containerExited').map(({ id }) => id));
    return this.calls().flatMap((call) => {
      if (call.stage.kind !== 'waitsForExit' || call.request.op !== 'StopContainer') return [];
      if (!ended.has(call.request.container)) return [];
      if (call.fault?.kind === 'lostReply') return this.loseReply(call, now);
      const delay = call.fault?.kind === 'delay' ? call.fault.delay : duration(0);
      return this.moveTo(call, { kind: 'answers', at: after(now, delay), reply: DONE });
    });
  }

  /** Asks the container's end anew: the first kill comes from the StopContainers in flight. */
  private scheduleExit(container: string): RuntimeWakeup[] {
    const kills = this.calls().flatMap(({ request, stage }) =>
      request.op === 'StopContainer' && request.container === container && stage.kind === 'waitsForExit'
        ? [stage.killAt]
        : [],
    );
    return this.objects.scheduleExit(container, kills.length === 0 ? null : simTime(Math.min(...kills)));
  }
}
