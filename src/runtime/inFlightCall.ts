import { after, type SimTime, seconds } from '../clock/simTime';
import type { Timing } from '../clock/timing';
import type { CriReply, CriRequest } from './criCalls';
import { refuse } from './criOperations';
import type { FaultSpec } from './faults';

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

/** The reply of a runtime that is down. */
export const UNAVAILABLE: CriReply = refuse(
  'Unavailable',
  'cannot connect to the container runtime: it is down',
);

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
