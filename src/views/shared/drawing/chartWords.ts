import type { LaidOutEdge } from './chartLayout';

/** A place and all places around it: `pod`, `pod.worker`, `pod.worker.calling`, … */
export function withParents(place: string): readonly string[] {
  const parts = place.split('.');
  return parts.map((_, i) => parts.slice(0, i + 1).join('.'));
}

/** `pod.worker.calling.syncPod.running` for people: `calling › syncPod › running`. */
export const placeWords = (place: string): string => place.split('.').join(' › ');

/** Transitions in words, one line a transition, as UML writes it. */
export const edgeWords = (edge: Pick<LaidOutEdge, 'transitions'>): readonly string[] =>
  edge.transitions.map(({ event, guards, actions }) =>
    [
      event,
      ...(guards.length === 0 ? [] : [`[${guards.join(', ')}]`]),
      ...(actions.length === 0 ? [] : [`/ ${actions.join(', ')}`]),
    ].join(' '),
  );
