import type { PodDetail } from '../../transport/protocol';
import type { BoxLook } from './ChartBox';
import type { Standing } from './chartHistory';
import { CHART_LAYOUT } from './chartLayout';
import { edgeOf, edgesWith, edgeWords } from './chartModel';

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

/** The next events that would take one of the drawn edges. */
export function eventsOfEdges(marked: ReadonlySet<string>, next: PodDetail['next']): ReadonlySet<string> {
  const ways = new Set(
    CHART_LAYOUT.edges
      .flatMap(({ id, transitions }) => (marked.has(id) ? transitions : []))
      .map(({ id }) => id),
  );
  return new Set(next.filter(({ edges }) => edges.some((id) => ways.has(id))).map(({ id }) => id));
}

/** The drawn edges that were taken last, one a region. */
export const lastEdges = (standing: Standing | null): ReadonlySet<string> =>
  new Set(
    [edgeOf(standing?.lastLifecycle ?? null), edgeOf(standing?.lastWorker ?? null)].flatMap(
      (edge) => edge?.id ?? [],
    ),
  );

const NONE: ReadonlySet<string> = new Set();
