import { BrokenRule } from '../base/assert';
import { type ReleaseName, releaseOf } from '../kubelet/releases';
import { compareSnapshots, type Difference } from './compare';
import { GoldenNode, uidsOfInterest } from './goldenNode';
import { goldenSnapshot } from './goldenSnapshot';
import type { GoldenTrace } from './goldenTrace';

/** Which list of snapshots is held against which release. `after127` is a reconstruction and counted apart. */
export const GOLDEN_VERSIONS = [
  ['before', 'v1.26'],
  ['after', 'v1.31'],
  ['after127', 'v1.27'],
] as const satisfies readonly (readonly [string, ReleaseName])[];

export type GoldenVersion = (typeof GOLDEN_VERSIONS)[number][0];

/** The first step at which the model leaves the recording, and every field that differs there. */
export interface Departure {
  readonly step: number;
  readonly differences: readonly Difference[];
}

/** Replays a trace on one release; `null`: every snapshot is the same, field by field. */
export function replayTrace(
  trace: GoldenTrace,
  version: GoldenVersion,
  release: ReleaseName,
): Departure | null {
  const node = new GoldenNode(releaseOf(release), trace);
  const interest = uidsOfInterest(trace);
  const recorded = trace[version] ?? [];
  for (const [index, step] of trace.steps.entries()) {
    try {
      const log = node.run(step, index);
      const differences = compareSnapshots(recorded[index], goldenSnapshot(node, log, index, interest));
      if (differences.length > 0) return { step: index, differences };
    } catch (error) {
      if (!(error instanceof BrokenRule)) throw error;
      return {
        step: index,
        differences: [{ path: '(broken rule)', expected: undefined, got: error.message }],
      };
    }
  }
  return null;
}
