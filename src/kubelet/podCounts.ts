import { isStaticPod, type Pod } from '../api/pod';
import type { WorkType } from '../machine/podUpdate';
import type { PodWorkerSync } from './podWorkers';

/** Whose pod a working pod is: wanted by a source, left by its source, or known from the runtime only. */
export type WorkingConfig = 'desired' | 'orphan' | 'runtime_only';

/** Numbers of pods, static ones apart. */
export interface ByStatic {
  readonly regular: number;
  readonly static: number;
}

/** One combination of labels of `kubelet_working_pods`, and how many pods there are. */
export interface WorkingCount {
  readonly config: WorkingConfig;
  readonly lifecycle: WorkType;
  /** `null`: nobody can know, since there is no config. */
  readonly static: boolean | null;
  readonly pods: number;
}

/**
 * What one housekeeping pass counts; the pod gauges and counters show it. `restarted` and `orphaned` are of this
 * pass alone. `uncounted` pods are wanted and have no config: they fit into no series.
 */
export interface PodCounts {
  readonly desired: ByStatic;
  readonly active: ByStatic;
  readonly mirror: number;
  readonly restarted: ByStatic;
  readonly orphaned: number;
  readonly working: readonly WorkingCount[];
  readonly uncounted: number;
}

const LIFECYCLES: readonly WorkType[] = ['sync', 'terminating', 'terminated'];

const byStatic = (pods: readonly Pod[]): ByStatic => {
  const count = pods.filter(isStaticPod).length;
  return { regular: pods.length - count, static: count };
};

/** Counts what a pass saw. Every combination of labels is there, also those of no pod. */
export function countPods(
  desired: readonly Pod[],
  active: readonly Pod[],
  mirror: number,
  known: readonly PodWorkerSync[],
  restarted: readonly Pod[],
  orphaned: number,
): PodCounts {
  const working: WorkingCount[] = [];
  for (const config of ['desired', 'orphan', 'runtime_only'] as const) {
    for (const lifecycle of LIFECYCLES) {
      for (const isStatic of config === 'runtime_only' ? [null] : [false, true]) {
        const pods = known.filter(
          (pod) =>
            pod.state === lifecycle &&
            pod.orphan === (config !== 'desired') &&
            pod.hasConfig === (config !== 'runtime_only') &&
            (isStatic === null || pod.isStatic === isStatic),
        ).length;
        working.push({ config, lifecycle, static: isStatic, pods });
      }
    }
  }
  return {
    desired: byStatic(desired),
    active: byStatic(active),
    mirror,
    restarted: byStatic(restarted),
    orphaned,
    working,
    uncounted: known.filter((pod) => !pod.orphan && !pod.hasConfig).length,
  };
}
