import type { PodUID, RuntimePod } from '../api/pod';
import { assertNever } from '../base/assert';
import type { Random } from '../clock/random';
import { after, type Duration, duration, type SimTime, seconds } from '../clock/simTime';
import type { Timing } from '../clock/timing';
import {
  CallTable,
  DEADLINE_EXCEEDED,
  deadlineOf,
  type InFlightCall,
  type SavedCallTable,
} from './callTable';
import type { ContainerView, CriReply, CriRequest, SandboxView } from './criCalls';
import { normalDuration, type Performed, perform, pretend, refuse, viewOf } from './criOperations';
import { type FaultMatch, type FaultSpec, FaultTable, type SavedFaultTable } from './faults';
import { type PodRuntimeState, runningPods } from './podRuntimeState';
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

/** The runtime as data. */
export interface SavedFakeRuntime {
  readonly up: boolean;
  readonly networkReady: boolean;
  readonly objects: SavedRuntimeObjects;
  readonly faults: SavedFaultTable;
  readonly calls: SavedCallTable;
}

const UNAVAILABLE: CriReply = refuse('Unavailable', 'cannot connect to the container runtime: it is down');

/**
 * The container runtime of the node, behind the CRI. It has no queue: it says what to bring back when, and its
 * owner does. An operation does its work when it returns; only StopContainer sends SIGTERM when it begins.
 */
export class FakeRuntime {
  private isUp = true;
  private isNetworkReady = true;

  constructor(
    private readonly setup: RuntimeSetup,
    /** Shared with whoever models the kubelet's own steps: arm faults here, lift them with `liftFaults`. */
    readonly faults: FaultTable = new FaultTable(setup.nodeName),
    private readonly objects: RuntimeObjects = new RuntimeObjects(),
    private readonly callTable: CallTable = new CallTable(setup.timing),
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
    const call = this.callTable.add(request, now, fault);
    return { callId: call.callId, wakeups: this.admit(call, now), fault };
  }

  /** A call's wake-up is here. `null`: the call is over, was aborted, or is not due. */
  callReturns(callId: number, now: SimTime): ReturnedCall | null {
    const call = this.callTable.get(callId);
    if (call === null) return null;
    const { stage, request } = call;
    if (stage.kind === 'hangs' || stage.kind === 'waitsForExit' || now < stage.at) return null;
    if (stage.kind === 'performs' && call.fault?.kind === 'lostReply') {
      const { changes, wakeups } = this.doNow(request, now);
      return { reply: null, changes, wakeups: [...wakeups, ...this.callTable.loseReply(call, now)] };
    }
    this.callTable.remove(callId);
    if (stage.kind === 'answers') return { reply: stage.reply, changes: [], wakeups: [] };
    if (call.fault?.kind !== 'lie') return this.doNow(request, now);
    return { reply: pretend(request, this.objects), changes: [], wakeups: [] };
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
    const call = this.callTable.get(callId);
    if (call === null) return [];
    this.callTable.remove(callId);
    if (call.stage.kind === 'hangs' && call.fault !== null) this.faults.release(call.fault);
    return call.request.op === 'StopContainer' ? this.scheduleExit(call.request.container) : [];
  }

  /** The runtime goes down: calls fail, containers run on, those with SIGTERM still end, no kill comes. */
  stop(now: SimTime): readonly RuntimeWakeup[] {
    this.isUp = false;
    const wakeups: RuntimeWakeup[] = [];
    for (const call of this.calls()) {
      if (call.stage.kind === 'hangs' && call.fault !== null) this.faults.release(call.fault);
      wakeups.push(...this.callTable.moveTo(call, { kind: 'answers', at: now, reply: UNAVAILABLE }));
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
    return this.callTable.all();
  }

  sandboxes(): readonly SandboxView[] {
    return this.objects.sandboxes();
  }

  /** One container; `null` if there is none of that id. */
  container(id: string): ContainerView | null {
    const container = this.objects.container(id);
    return container === null ? null : viewOf(container);
  }

  containers(): readonly ContainerView[] {
    return this.objects.containers().map(viewOf);
  }

  /** The pods with a ready sandbox or a running container: what really runs, whether the runtime is up or not. */
  podsRunning(): readonly RuntimePod[] {
    return runningPods(this.sandboxes(), this.containers());
  }

  stateOf(uid: PodUID): PodRuntimeState {
    return this.objects.stateOf(uid);
  }

  save(): SavedFakeRuntime {
    return {
      up: this.isUp,
      networkReady: this.isNetworkReady,
      objects: this.objects.save(),
      faults: this.faults.save(),
      calls: this.callTable.save(),
    };
  }

  static restore(saved: SavedFakeRuntime, setup: RuntimeSetup): FakeRuntime {
    const faults = FaultTable.restore(saved.faults, setup.nodeName);
    const calls = CallTable.restore(saved.calls, setup.timing);
    const runtime = new FakeRuntime(setup, faults, RuntimeObjects.restore(saved.objects), calls);
    runtime.isUp = saved.up;
    runtime.isNetworkReady = saved.networkReady;
    return runtime;
  }

  /** Puts a new call on its way, as its fault will have it. */
  private admit(call: InFlightCall, now: SimTime): RuntimeWakeup[] {
    if (!this.isUp) return this.callTable.moveTo(call, { kind: 'answers', at: now, reply: UNAVAILABLE });
    const { fault } = call;
    if (fault === null) return this.work(call, duration(0), now);
    const { timing } = this.setup;
    switch (fault.kind) {
      case 'error':
        return this.callTable.moveTo(call, {
          kind: 'answers',
          at: now,
          reply: refuse(fault.code, fault.message),
        });
      case 'timeout':
        return this.callTable.moveTo(call, {
          kind: 'answers',
          at: deadlineOf(call, timing),
          reply: DEADLINE_EXCEEDED,
        });
      case 'hang':
        return this.callTable.moveTo(call, { kind: 'hangs' });
      case 'lie':
        return this.callTable.moveTo(call, { kind: 'performs', at: after(now, timing.list) });
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
      return this.callTable.moveTo(call, { kind: 'performs', at: after(after(now, usual), delay) });
    }
    this.objects.believeStopped(container.id, false);
    if (request.gracePeriod > 0) this.objects.terminate(container.id, now);
    this.callTable.moveTo(call, { kind: 'waitsForExit', killAt: after(now, seconds(request.gracePeriod)) });
    return this.scheduleExit(container.id);
  }

  private doNow(request: CriRequest, now: SimTime): Performed {
    const { reply, changes, wakeups } = perform(request, this.objects, this.isNetworkReady, now);
    return { reply, changes, wakeups: [...wakeups, ...this.returnStopsOf(changes, now)] };
  }

  /** The StopContainers that waited for the containers which ended return. */
  private returnStopsOf(changes: readonly RuntimeChange[], now: SimTime): RuntimeWakeup[] {
    return changes.flatMap(({ type, id }) =>
      type === 'containerExited' ? this.callTable.returnStops(id, now) : [],
    );
  }

  private scheduleExit(container: string): RuntimeWakeup[] {
    return this.objects.scheduleExit(container, this.callTable.firstKill(container));
  }
}
