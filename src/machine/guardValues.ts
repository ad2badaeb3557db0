import { candidates, edgesTaken, type NextFacts } from './nextEvents';
import { type PodChart, podChart } from './podChart';
import type { PodSnapshot, PodStepper } from './step';

/** What a named guard of the chart says of a pod now. A guard can answer one event with yes and another with no. */
export interface GuardValue {
  readonly name: string;
  /** `true`: it holds for one event at least. `n/a`: no event that could come would ask it. */
  readonly value: boolean | 'n/a';
  /** Labels of the candidate events for which it holds, and of those for which it was asked and does not. */
  readonly holds: readonly string[];
  readonly fails: readonly string[];
}

/**
 * The guards that the candidate events would ask, by the machine's own choice of transitions: of the ways out of an active place
 * the one taken has a guard that holds, those before it have guards that do not, those behind it are not asked.
 */
export function guardValues(
  stepper: PodStepper,
  snapshot: PodSnapshot,
  facts: NextFacts,
): readonly GuardValue[] {
  const { edges } = CHART;
  const active = activePlaces(snapshot.value);
  const holds = new Map<string, Set<string>>();
  const fails = new Map<string, Set<string>>();
  const note = (answers: Map<string, Set<string>>, guards: readonly string[], label: string): void => {
    for (const name of guards) answers.set(name, (answers.get(name) ?? new Set()).add(label));
  };
  for (const { label, event } of candidates(snapshot, facts)) {
    const taken = edgesTaken(stepper, snapshot, event);
    for (const place of active) {
      if (taken.some((id) => id.startsWith(`${place}.`))) continue;
      for (const edge of edges) {
        if (edge.from !== place || edge.event !== event.type) continue;
        const isTaken = taken.includes(edge.id);
        note(isTaken ? holds : fails, edge.guards, label);
        if (isTaken) break;
      }
    }
  }
  return GUARDS.map((name) => {
    const yes = [...(holds.get(name) ?? [])];
    const no = [...(fails.get(name) ?? [])];
    const value = yes.length > 0 ? true : no.length > 0 ? false : 'n/a';
    return { name, value, holds: yes, fails: no };
  });
}

const CHART: PodChart = podChart();
const GUARDS: readonly string[] = [...new Set(CHART.edges.flatMap(({ guards }) => guards))];

/** Ids of the chart's places in which a pod is, outer ones before inner ones. */
export function activePlaces(value: PodSnapshot['value']): readonly string[] {
  const walk = (part: unknown, at: string): string[] =>
    typeof part === 'string'
      ? [`${at}.${part}`]
      : Object.entries(part as object).flatMap(([key, inner]) => [
          `${at}.${key}`,
          ...walk(inner, `${at}.${key}`),
        ]);
  return ['pod', ...walk(value, 'pod')];
}
