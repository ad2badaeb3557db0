import type { RunView } from '../../store/simulationStore';
import type { PodMoment, PodUID } from '../../transport/protocol';
import { chartHistories, type Standing, type Taken } from './chartHistory';
import { CHART_LAYOUT, type LaidOutEdge } from './chartLayout';

/** Where on the time line a pane is looked at. */
export interface Cursor {
  readonly at: number;
  /** An event of the first pane; `null` in the others. */
  readonly event: number | null;
}

/** The pod that the chart shows: the selected one, else the first stuck one, else the first. */
export function podToShow(pods: readonly PodMoment[], selected: PodUID | null): PodMoment | null {
  if (selected !== null) return pods.find(({ uid }) => uid === selected) ?? null;
  return pods.find(({ stuck }) => stuck) ?? pods[0] ?? null;
}

/** A place and all places around it: `pod`, `pod.worker`, `pod.worker.calling`, … */
export function withParents(place: string): readonly string[] {
  const parts = place.split('.');
  return parts.map((_, i) => parts.slice(0, i + 1).join('.'));
}

/** Ids of the places in which a pod was; empty if there was no record of it. */
export function placesOf(standing: Standing | null): ReadonlySet<string> {
  if (standing === null || standing.lifecycle === null) return new Set();
  return new Set([
    ...withParents(`pod.lifecycle.${standing.lifecycle}`),
    ...withParents(`pod.worker.${standing.worker}`),
  ]);
}

/** Where a pod of a pane was. */
export const standingOf = (run: RunView, pod: PodUID, { at, event }: Cursor): Standing | null =>
  chartHistories(run.events).get(pod)?.at(at, event) ?? null;

/** How many pods of a pane are in each place. */
export function population(
  run: RunView,
  pods: readonly PodMoment[],
  cursor: Cursor,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { uid } of pods) {
    for (const place of placesOf(standingOf(run, uid, cursor)))
      counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
}

/** The drawn edge that a transition took. */
export const edgeOf = (taken: Taken | null): LaidOutEdge | null =>
  taken === null ? null : (BY_ENDS.get(`${taken.from}>${taken.to}`) ?? null);

const BY_ENDS: ReadonlyMap<string, LaidOutEdge> = new Map(
  CHART_LAYOUT.edges.map((edge) => [`${edge.from}>${edge.to ?? ''}`, edge]),
);

/** The drawn edges of which some transition is among `ids` (the chart's). */
export const edgesWith = (ids: readonly string[]): readonly LaidOutEdge[] =>
  CHART_LAYOUT.edges.filter(({ transitions }) => transitions.some(({ id }) => ids.includes(id)));

/** `pod.worker.calling.syncPod.running` for people: `calling › syncPod › running`. */
export const placeWords = (place: string): string => place.split('.').join(' › ');

/** A drawn edge in words, one line a transition, as UML writes it. */
export const edgeWords = (edge: LaidOutEdge): readonly string[] =>
  edge.transitions.map(({ event, guards, actions }) =>
    [
      event,
      ...(guards.length === 0 ? [] : [`[${guards.join(', ')}]`]),
      ...(actions.length === 0 ? [] : [`/ ${actions.join(', ')}`]),
    ].join(' '),
  );
