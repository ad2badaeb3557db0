import { DEFAULT_TIMING } from '../../clock/timing';
import { STOP_TAKES } from './churnPlan';

/** An upper bound, virtual ms, and what it is made of. */
export interface DeletionBound {
  readonly ms: number;
  readonly why: string;
}

/**
 * The longest that a graceful deletion of a churn may take when nothing fails, with so many pods at once. There are two ways:
 *
 * - The pod is to be stopped. The call under way returns (a start, or the wait for a relist that comes before one); the worker waits
 *   for a relist, stops the pod, waits for another, and the status manager writes the last status and deletes the object.
 * - It has ended and been cleaned up by itself before. Then no status changes any more, and the status manager sees only in
 *   its next round that the object may go: the longer way, up to 10 s, and what the tail of the distribution is.
 */
export function deletionBound(parallel: number): DeletionBound {
  const t = DEFAULT_TIMING;
  // Two lists, and for each pod that changed its sandbox and up to two containers.
  const relist = t.relist + (2 + 3 * parallel) * t.list;
  const start = Math.max(relist, t.runPodSandbox + t.pullImage + t.createContainer + t.startContainer);
  const stop = STOP_TAKES + t.stopPodSandbox + 3 * t.list;
  // The deletion to the kubelet, the last status and its answer, the deletion of the object; two lists of housekeeping between.
  const api = 4 * t.apiLatency + 2 * t.list;
  const toStop = start + 2 * relist + stop + api;
  const round = t.statusSync + 2 * t.apiLatency;
  const s = (ms: number): string => `${Number((ms / 1000).toFixed(2))} s`;
  return {
    ms: Math.max(toStop, round),
    why:
      `call under way ${s(start)} + two relists ${s(2 * relist)} + stop ${s(stop)} + API server ${s(api)} = ${s(toStop)}; ` +
      `a pod that had ended before: the status manager's next round, ${s(t.statusSync)} + API server ${s(2 * t.apiLatency)}`,
  };
}
