import type { Duration } from '../clock/simTime';
import { CRI_OPERATIONS, type CriOperation, GRPC_CODES, type GrpcCode } from './criCalls';

export { GRPC_CODES, type GrpcCode };

/**
 * Where a fault can be put: every CRI operation, and the three steps of the kubelet itself that can fail for a
 * reason outside it (volume plugins and the cgroup file system).
 */
export const FAULT_OPERATIONS = [...CRI_OPERATIONS, 'MountVolume', 'UnmountVolume', 'RemoveCgroup'] as const;

export type FaultOperation = CriOperation | 'MountVolume' | 'UnmountVolume' | 'RemoveCgroup';

/**
 * What a fault does to a call:
 * - `error`: fails at once with the code and text;
 * - `timeout`: fails with DeadlineExceeded after the request timeout (2 min; StopContainer 2 min + grace);
 * - `hang`: does not return until the fault is lifted;
 * - `delay`: returns later by `delay`;
 * - `lostReply`: the runtime does it, the kubelet gets DeadlineExceeded after the request timeout;
 * - `lie`: succeeds without doing it.
 */
export const FAULT_KINDS = ['error', 'timeout', 'hang', 'delay', 'lostReply', 'lie'] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault as it was asked for. */
export interface FaultSpec {
  readonly id: string;
  readonly operation: FaultOperation;
  /** A pod's name (as the scenario gave it or as the kubelet knows it) or uid; `null`: any pod. */
  readonly pod: string | null;
  readonly kind: FaultKind;
  readonly code: GrpcCode;
  readonly message: string;
  /** Extra time of `delay`. */
  readonly delay: Duration;
  /** How many calls it hits; `null`: until it is lifted. */
  readonly times: number | null;
  /** The first call that can be hit: 1 is the next one, 2 the one after it. */
  readonly nth: number;
  /** Chance of each matching call to be hit, in (0, 1]; drawn from the run's seed. */
  readonly probability: number;
}
