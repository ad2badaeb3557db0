import { type Duration, duration } from '../clock/simTime';
import { endOf } from '../engine/timeline';
import type { Release } from '../kubelet/releases';
import type { Scenario, ScenarioStep } from '../scenarios/command';
import { stuckPods } from './stuckPods';

/** A scenario that was made smaller, and how. `null` instead of it: no pod gets stuck in the first place. */
export interface Minimised {
  readonly scenario: Scenario;
  /** The template of the pod that gets stuck. */
  readonly pod: string;
  readonly runs: number;
}

/**
 * The smallest scenario, by what can be had from leaving out steps and pods and shrinking the time between steps, in which the same
 * pod is still stuck at the end: the one that is called `named`, or else the first. Every candidate is run; greedy, so a smaller one may
 * exist, but no single step of this can go.
 */
export function minimise(
  scenario: Scenario,
  release: Release,
  named: string | null = null,
): Minimised | null {
  const commands = scenario.steps.filter((step) => 'command' in step);
  let best: Scenario = {
    ...scenario,
    steps: commands,
    release: release.name,
    until: duration(endOf(scenario)),
  };
  const isMeant = (template: string): boolean =>
    named === null || scenario.pods.get(template)?.podName === named;
  const pod = stuckPods(best, release).find(isMeant);
  if (pod === undefined) return null;
  let runs = 1;
  const attempt = (candidate: Scenario): boolean => {
    runs++;
    if (!stuckPods(candidate, release).includes(pod)) return false;
    best = candidate;
    return true;
  };
  const dropSteps = (): boolean => {
    let dropped = false;
    // Many at first, then fewer: halves, quarters, … and one by one until nothing more goes.
    for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let from = 0; from < best.steps.length; ) {
        const steps = best.steps.filter((_, i) => i < from || i >= from + size);
        if (attempt({ ...best, steps })) dropped = true;
        else from += size;
      }
    }
    return dropped;
  };
  const shrinkTimes = (): boolean => {
    let shrunk = false;
    for (let i = 0; i < best.steps.length; i++) {
      const gap = gapBefore(best.steps, i);
      for (const shorter of [0, 1000, 2000, 5000, 10_000, Math.floor(gap / 2000) * 1000]) {
        if (shorter >= gap) continue;
        if (attempt({ ...best, steps: pull(best.steps, i, gap - shorter) })) {
          shrunk = true;
          break;
        }
      }
    }
    return shrunk;
  };
  // Commands that were given by hand come after everything else of their time: mostly that does not matter.
  attempt({ ...best, steps: best.steps.map(({ last: _, ...step }): ScenarioStep => step) });
  dropSteps();
  while (shrinkTimes() && dropSteps());
  const last = best.steps.at(-1)?.at ?? 0;
  for (const rest of [30_000, 60_000, 120_000]) {
    const until = duration(Math.ceil((last + rest) / 1000) * 1000);
    if (until < (best.until ?? 0) && attempt({ ...best, until })) break;
  }
  const used = new Set(
    best.steps.flatMap((step) => ('command' in step && 'pod' in step.command ? [step.command.pod] : [])),
  );
  const pods = new Map([...best.pods].filter(([name]) => used.has(name)));
  attempt({ ...best, pods });
  return { scenario: best, pod, runs };
}

const gapBefore = (steps: readonly ScenarioStep[], i: number): number =>
  (steps[i]?.at ?? 0) - (steps[i - 1]?.at ?? 0);

/** All steps from the `i`th on, earlier by so many ms. */
const pull = (steps: readonly ScenarioStep[], i: number, by: number): ScenarioStep[] =>
  steps.map((step, k) => (k < i ? step : { ...step, at: (step.at - by) as Duration }));
