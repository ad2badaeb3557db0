import { duration } from '../clock/simTime';
import type { Scenario } from '../scenarios/command';

/** So long after the last thing that happened a node of a few pods has come to rest, or repeats itself, ms. */
const COMES_TO_REST = 600_000;

/** A scenario in which nothing goes on for long, and how to read its times. */
export interface Shortened {
  readonly scenario: Scenario;
  /** From its time to that of the scenario that it was made of, ms. */
  toFull(at: number): number;
}

/**
 * The scenario with every long rest cut to ten minutes: a kubelet does nothing new in it, and playing a day of it takes a while.
 * `busy` are moments, ms of the scenario, beside its own steps, around which nothing may be cut. It goes on after the last of all.
 */
export function withoutIdle(scenario: Scenario, busy: readonly number[]): Shortened {
  const moments = [0, ...scenario.steps.map(({ at }) => at as number), ...busy].sort((a, b) => a - b);
  /** Where something was cut, on the new clock, and how much by then. */
  const cuts: { readonly at: number; readonly total: number }[] = [];
  let total = 0;
  const shortened = new Map<number, number>();
  for (const [i, moment] of moments.entries()) {
    const gap = moment - (moments[i - 1] ?? 0);
    if (gap > COMES_TO_REST) {
      total += gap - COMES_TO_REST;
      cuts.push({ at: moment - total, total });
    }
    shortened.set(moment, moment - total);
  }
  const steps = scenario.steps.map((step) => ({ ...step, at: duration(shortened.get(step.at) ?? step.at) }));
  const until = duration((moments.at(-1) ?? 0) - total + COMES_TO_REST);
  return {
    scenario: { ...scenario, steps, until },
    toFull: (at) => at + (cuts.findLast((cut) => cut.at <= at)?.total ?? 0),
  };
}
