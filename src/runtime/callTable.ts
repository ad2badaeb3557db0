import { after, duration, type SimTime, seconds, simTime } from '../clock/simTime';
import type { Timing } from '../clock/timing';
import type { CriReply, CriRequest } from './criCalls';
import { DONE, refuse } from './criOperations';
import type { FaultSpec } from './faults';
import type { RuntimeWakeup } from './runtimeEvents';

/**
 * How far a call is:
 * - `hangs`: a fault holds it; nothing of it is done;
 * - `waitsForExit`: a StopContainer that waits for the process, and kills it at `killAt` unless told otherwise;
 * - `performs`: it does its work at `at`, and returns then unless its reply is lost;
 * - `answers`: what it answers is settled, and it does so at `at`.
 */
export type CallStage =
  | { readonly kind: 'hangs' }
  | { readonly kind: 'waitsForExit'; readonly killAt: SimTime }
  | { readonly kind: 'performs'; readonly at: SimTime }
  | { readonly kind: 'answers'; readonly at: SimTime; readonly reply: CriReply };

/** A call that the kubelet waits for. */
export interface InFlightCall {
  readonly callId: number;
  readonly request: CriRequest;
  readonly begunAt: SimTime;
  /** The fault that hit it, for good: lifting it later lets a hanging call go on and changes no other. */
  readonly fault: FaultSpec | null;
  readonly stage: CallStage;
}

/** The calls as data. */
export interface SavedCallTable {
  readonly calls: readonly InFlightCall[];
  readonly nextCallId: number;
}

/** The reply that the kubelet's own client makes up when it has waited long enough. */
export const DEADLINE_EXCEEDED: CriReply = refuse(
  'DeadlineExceeded',
  'the deadline of the request has passed',
);

/** How long the kubelet waits for this call: the request timeout, and the grace period on top of it. */
export function deadlineOf({ request, begunAt }: InFlightCall, timing: Timing): SimTime {
  const deadline = after(begunAt, timing.requestTimeout);
  return request.op === 'StopContainer' ? after(deadline, seconds(request.gracePeriod)) : deadline;
}

/** The calls in flight, in the order in which they began, and how far each is. */
export class CallTable {
  private readonly calls = new Map<number, InFlightCall>();
  private nextCallId = 1;

  constructor(private readonly timing: Timing) {}

  /** A new call; it stands still until it is moved to another stage. */
  add(request: CriRequest, begunAt: SimTime, fault: FaultSpec | null): InFlightCall {
    const callId = this.nextCallId++;
    const call: InFlightCall = { callId, request, begunAt, fault, stage: { kind: 'hangs' } };
    this.calls.set(callId, call);
    return call;
  }

  all(): readonly InFlightCall[] {
    return [...this.calls.values()];
  }

  get(callId: number): InFlightCall | null {
    return this.calls.get(callId) ?? null;
  }

  /** The call is over: it returned or was given up. */
  remove(callId: number): void {
    this.calls.delete(callId);
  }

  /** Moves a call on; a stage that ends at a time comes with the wake-up for it. */
  moveTo(call: InFlightCall, stage: CallStage): RuntimeWakeup[] {
    this.calls.set(call.callId, { ...call, stage });
    return 'at' in stage ? [{ type: 'callReturns', callId: call.callId, at: stage.at }] : [];
  }

  /** The work is done and the kubelet will not hear of it: it gives up at its deadline, or now if that is past. */
  loseReply(call: InFlightCall, now: SimTime): RuntimeWakeup[] {
    const at = simTime(Math.max(now, deadlineOf(call, this.timing)));
    return this.moveTo(call, { kind: 'answers', at, reply: DEADLINE_EXCEEDED });
  }

  /** A container has ended: the StopContainers that waited for it return. */
  returnStops(container: string, now: SimTime): RuntimeWakeup[] {
    return this.stopsWaitingFor(container).flatMap(({ call }) => {
      if (call.fault?.kind === 'lostReply') return this.loseReply(call, now);
      const delay = call.fault?.kind === 'delay' ? call.fault.delay : duration(0);
      return this.moveTo(call, { kind: 'answers', at: after(now, delay), reply: DONE });
    });
  }

  /** When the first of the StopContainers that wait for this container kills it; `null`: none waits. */
  firstKill(container: string): SimTime | null {
    const kills = this.stopsWaitingFor(container).map(({ killAt }) => killAt);
    return kills.length === 0 ? null : simTime(Math.min(...kills));
  }

  save(): SavedCallTable {
    return { calls: this.all(), nextCallId: this.nextCallId };
  }

  static restore(saved: SavedCallTable, timing: Timing): CallTable {
    const table = new CallTable(timing);
    for (const call of saved.calls) table.calls.set(call.callId, call);
    table.nextCallId = saved.nextCallId;
    return table;
  }

  private stopsWaitingFor(container: string): { readonly call: InFlightCall; readonly killAt: SimTime }[] {
    return this.all().flatMap((call) => {
      const { request, stage } = call;
      const waits =
        request.op === 'StopContainer' && request.container === container && stage.kind === 'waitsForExit';
      return waits ? [{ call, killAt: stage.killAt }] : [];
    });
  }
}
