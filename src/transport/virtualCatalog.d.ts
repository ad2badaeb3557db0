declare module 'virtual:catalog' {
  import type { ScenarioJson } from '../scenarios/scenarioJson';

  /** The catalog as the build read it, by name. */
  export const scenarios: readonly { readonly name: string; readonly scenario: ScenarioJson }[];
}
