import { duration } from '../clock/simTime';
import { DEFAULT_TIMING } from '../clock/timing';
import type { Release } from '../kubelet/releases';
import type { Scenario } from '../scenarios/command';
import { brokenInvariants } from './brokenInvariants';
import type { Violation } from './explore';
import type { Model } from './model';
import { stuckPods } from './stuckPods';
import { type Layout, layOut } from './traceLayout';

/** A scenario in which the simulation shows what was found, or why there is none. */
export type Counterexample =
  | { readonly scenario: Scenario; readonly why: '' }
  | { readonly scenario: null; readonly why: string };

/**
 * The scenario that plays a trace: its environment's actions as commands, at times that force the order; its errors as faults; the
 * kubelet's own steps come by themselves if they are given the time. The usual periods are tried first, then rarer housekeeping,
 * which makes room for what the trace has in between. Only a scenario in which the simulation shows the same counts: the same pod
 * stuck at its end, or the same invariant broken on its way.
 */
export function counterexample(model: Model, release: Release, violation: Violation): Counterexample {
  const { kind, pod, trace } = violation;
  const what = kind === 'stuck' ? `${pod} gets stuck` : 'An invariant breaks';
  const title = model.title === '' ? what : model.title;
  for (const layout of LAYOUTS) {
    const scenario = layOut(model, release, violation, title, layout);
    if (scenario === null)
      return { scenario: null, why: 'scenarios have no command that changes a pod of the API server' };
    const shows =
      kind === 'stuck'
        ? stuckPods(scenario, release).includes(pod)
        : brokenInvariants(scenario, release).has(kind);
    if (shows) return { scenario, why: '' };
  }
  const interleaved = trace.some((action) => action.kind === 'turn' || action.kind === 'refresh');
  return {
    scenario: null,
    why: interleaved
      ? 'on the simulation’s clock a woken worker acts at once, and this trace has something come in between'
      : `none of ${LAYOUTS.length} ways to lay this trace out on the clock shows the same`,
  };
}

const LAYOUTS: readonly Layout[] = [false, true].flatMap((slowCleanUp) =>
  [2, 60, 600].flatMap((housekeeping) =>
    [1000, 150].map((pause) => ({
      timing: {
        ...DEFAULT_TIMING,
        housekeeping: duration(housekeeping * 1000),
        volumeUnmount: slowCleanUp ? duration(60_000) : DEFAULT_TIMING.volumeUnmount,
      },
      pause,
      slowCleanUp,
    })),
  ),
);
