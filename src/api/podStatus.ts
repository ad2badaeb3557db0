import type { ContainerStatus } from './containerStatus';

/** `''` stands for a phase that nobody has written yet. */
export type PodPhase = '' | 'Pending' | 'Running' | 'Succeeded' | 'Failed';

/** What the API server knows about how a pod is doing: written by the status manager, read by everybody else. */
export interface PodStatus {
  readonly phase: PodPhase;
  /** Why the phase is what it is, such as `Evicted`; empty most of the time. */
  readonly reason: string;
  readonly containers: readonly ContainerStatus[];
}

/** The status of a pod that nobody has written about. */
export const NO_STATUS: PodStatus = { phase: '', reason: '', containers: [] };
