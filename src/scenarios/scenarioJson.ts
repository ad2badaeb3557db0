import type { Expectation, Scenario, ScenarioStep } from './command';

/** A scenario that has been read and checked, as JSON: what a build can store so that nothing has to be read again. */
export interface ScenarioJson extends Omit<Scenario, 'pods' | 'steps'> {
  readonly pods: readonly (readonly [
    string,
    Scenario['pods'] extends ReadonlyMap<string, infer T> ? T : never,
  ])[];
  readonly steps: readonly unknown[];
}

/** Maps become lists of entries. */
export const scenarioToJson = (scenario: Scenario): ScenarioJson => ({
  ...scenario,
  pods: [...scenario.pods],
  steps: scenario.steps.map((step) =>
    'expect' in step && step.expect.metrics !== undefined
      ? { ...step, expect: { ...step.expect, metrics: [...step.expect.metrics] } }
      : step,
  ),
});

/** What `scenarioToJson` wrote; not for anything that a person could have changed. */
export const scenarioFromJson = (json: ScenarioJson): Scenario => ({
  ...json,
  pods: new Map(json.pods),
  steps: (json.steps as readonly ScenarioStep[]).map((step) => {
    if (!('expect' in step) || step.expect.metrics === undefined) return step;
    const metrics = new Map(step.expect.metrics as unknown as Iterable<readonly [string, number]>);
    const expect: Expectation = { ...step.expect, metrics };
    return { ...step, expect };
  }),
});
