import type { PodMoment, PodUID, TraceEvent } from '../../transport/protocol';
import { CHART_LAYOUT, type LaidOutEdge } from '../shared/drawing/chartLayout';
import { withParents } from '../shared/drawing/chartWords';
import { chartHistories, type Standing, type Taken } from './chartHistory';

/** The last event of a run at a time, or the selected one; -1: none yet. Changes only where something happens. */
export function eventAt(events: readonly TraceEvent[], at: number, selected: number | null): number {
  if (selected !== null) return selected;
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.at ?? Number.POSITIVE_INFINITY) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The pod that the chart shows: the selected one, else the first stuck one, else the first; as the lab watches it. */
export function podToShow(pods: readonly PodMoment[], selected: PodUID | null): PodMoment | null {
  if (selected !== null) return pods.find(({ uid }) => uid === selected) ?? null;
  return pods.find(({ stuck }) => stuck) ?? pods[0] ?? null;
}

/** Ids of the places in which a pod was; empty if there was no record of it. */
export function placesOf(standing: Standing | null): ReadonlySet<string> {
  if (standing === null || standing.lifecycle === null) return new Set();
  return new Set([
    ...withParents(`pod.lifecycle.${standing.lifecycle}`),
    ...withParents(`pod.worker.${standing.worker}`),
  ]);
}

/** Where a pod of a run was after an event. The same object as before while it has not moved. */
export const standingOf = (events: readonly TraceEvent[], pod: PodUID, event: number): Standing | null =>
  chartHistories(events).get(pod)?.after(event) ?? null;

/** The drawn edge that a transition took. */
export const edgeOf = (taken: Taken | null): LaidOutEdge | null =>
  taken === null ? null : (BY_ENDS.get(`${taken.from}>${taken.to}`) ?? null);

const BY_ENDS: ReadonlyMap<string, LaidOutEdge> = new Map(
  CHART_LAYOUT.edges.map((edge) => [`${edge.from}>${edge.to ?? ''}`, edge]),
);

/** The drawn edges of which some transition is among `ids` (the chart's). */
export const edgesWith = (ids: readonly string[]): readonly LaidOutEdge[] =>
  CHART_LAYOUT.edges.filter(({ transitions }) => transitions.some(({ id }) => ids.includes(id)));
