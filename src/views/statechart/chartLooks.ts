import type { PodDetail } from '../../transport/protocol';
import type { BoxLook } from '../shared/drawing/ChartBox';
import { CHART_LAYOUT } from '../shared/drawing/chartLayout';
import { edgeWords } from '../shared/drawing/chartWords';
import type { Standing } from './chartHistory';
import { edgeOf, edgesWith } from './chartModel';

/** What is looked at: an event of the list or an edge of the chart. */
export interface Mark {
  readonly kind: 'event' | 'edge';
  readonly id: string;
}

/** What decides how the boxes look. */
interface Scene {
  readonly active: ReadonlySet<string>;
  /** The places in the run that it is compared with; `null`: no comparison. */
  readonly elsewhere: ReadonlySet<string> | null;
  readonly counts: ReadonlyMap<string, number>;
  readonly marked: ReadonlySet<string>;
  readonly release: string;
  readonly otherRelease: string;
}

/** How every box of the chart looks. */
export function boxLooks(scene: Scene): ReadonlyMap<string, BoxLook> {
  const { active, elsewhere, counts, marked, release, otherRelease } = scene;
  return new Map(
    CHART_LAYOUT.nodes.map(({ id, kind }): [string, BoxLook] => {
      const inner = INNER.get(id);
      const isActive = active.has(id);
      const differs = kind === 'atomic' && elsewhere !== null && elsewhere.has(id) !== isActive;
      return [
        id,
        {
          active: isActive,
          count: counts.get(id) ?? 0,
          onlyIn: differs ? (isActive ? release : otherRelease) : null,
          inner: inner === undefined ? [] : edgeWords(inner),
          innerMarked: inner !== undefined && marked.has(inner.id),
        },
      ];
    }),
  );
}

const INNER = new Map(CHART_LAYOUT.edges.filter(({ to }) => to === null).map((edge) => [edge.from, edge]));

/** The drawn edges that a mark means. */
export function edgesOfMark(mark: Mark | null, next: PodDetail['next']): ReadonlySet<string> {
  if (mark === null) return NONE;
  if (mark.kind === 'edge') return new Set([mark.id]);
  return new Set(edgesWith(next.find(({ id }) => id === mark.id)?.edges ?? []).map(({ id }) => id));
}

/** The next events that a mark means: itself, or those that would take one of the transitions of an edge. */
export function eventsOfMark(mark: Mark | null, next: PodDetail['next']): ReadonlySet<string> {
  if (mark === null) return NONE;
  if (mark.kind === 'event') return new Set([mark.id]);
  const edge = CHART_LAYOUT.edges.find(({ id }) => id === mark.id);
  const ways = new Set(edge?.transitions.map(({ id }) => id));
  return new Set(next.filter(({ edges }) => edges.some((id) => ways.has(id))).map(({ id }) => id));
}

/** The transitions that a mark means, in words: all of an edge, or those that an event would take. */
export function wordsOfMark(mark: Mark | null, next: PodDetail['next']): readonly string[] {
  if (mark === null) return [];
  const taken = mark.kind === 'event' ? (next.find(({ id }) => id === mark.id)?.edges ?? []) : null;
  const edges = edgesOfMark(mark, next);
  return CHART_LAYOUT.edges
    .filter(({ id }) => edges.has(id))
    .flatMap((edge) =>
      edgeWords({ transitions: edge.transitions.filter(({ id }) => taken === null || taken.includes(id)) }),
    );
}

/** The drawn edges that were taken last, one a region. */
export const lastEdges = (standing: Standing | null): ReadonlySet<string> =>
  new Set(
    [edgeOf(standing?.lastLifecycle ?? null), edgeOf(standing?.lastWorker ?? null)].flatMap(
      (edge) => edge?.id ?? [],
    ),
  );

const NONE: ReadonlySet<string> = new Set();
