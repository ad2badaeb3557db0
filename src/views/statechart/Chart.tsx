import { useEffect, useMemo, useRef, useState } from 'react';
import { useLab, useView } from '../../store/hooks';
import type { RunView } from '../../store/simulationStore';
import type { PodMoment } from '../../transport/protocol';
import type { BoxLook } from './ChartBox';
import { ChartSummary, lastOf } from './ChartSummary';
import { ChartTools } from './ChartTools';
import { ChartTree } from './ChartTree';
import { CHART_LAYOUT } from './chartLayout';
import { edgeOf, edgesWith, edgeWords, placesOf, population, standingOf } from './chartModel';
import { GuardList, NextEvents } from './Outlook';
import { scrollToPlaces } from './scrollToPlaces';

interface Props {
  readonly run: RunView;
  /** The run to compare with. */
  readonly other: RunView | null;
  readonly pod: PodMoment;
  readonly isFirst: boolean;
  readonly isSelected: boolean;
  readonly children: React.ReactNode;
}

/** What is looked at: an event of the list or an edge of the chart. */
type Mark = { readonly kind: 'event' | 'edge'; readonly id: string };

const NO_EDGES: ReadonlySet<string> = new Set();

/** The chart of one pod, with its next events and guards beside it. */
export function Chart({ run, other, pod, isFirst, isSelected, children }: Props) {
  const lab = useLab();
  const playhead = useView((view) => view.playhead);
  const selectedEvent = useView((view) => view.event);
  const [picked, setPicked] = useState<Mark | null>(null);
  const [hovered, setHovered] = useState<Mark | null>(null);
  const [fits, setFits] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { moment, length } = run;

  const cursor = { at: playhead, event: isFirst ? selectedEvent : null };
  const standing = standingOf(run, pod.uid, cursor);
  const active = placesOf(standing);
  const elsewhere =
    other === null
      ? null
      : placesOf(standingOf(other, pod.uid, { at: playhead, event: isFirst ? null : selectedEvent }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the trace grows in place, `length` tells that it has
  const counts = useMemo(
    () => population(run, moment?.pods ?? [], { at: playhead, event: isFirst ? selectedEvent : null }),
    [moment, run.events, length, playhead, selectedEvent, isFirst],
  );
  const detail = moment?.detail?.uid === pod.uid ? moment.detail : null;
  const next = detail?.next ?? [];

  const mark = hovered ?? picked;
  const marked =
    mark === null
      ? NO_EDGES
      : mark.kind === 'edge'
        ? new Set([mark.id])
        : new Set(edgesWith(next.find(({ id }) => id === mark.id)?.edges ?? []).map(({ id }) => id));
  const markedEdges = CHART_LAYOUT.edges.filter(({ id }) => marked.has(id));
  const markedEvents = new Set(
    next
      .filter(({ edges }) =>
        markedEdges.some(({ transitions }) => transitions.some(({ id }) => edges.includes(id))),
      )
      .map(({ id }) => id),
  );
  const last = new Set(
    [edgeOf(standing?.lastLifecycle ?? null), edgeOf(standing?.lastWorker ?? null)].flatMap(
      (edge) => edge?.id ?? [],
    ),
  );
  const looks = new Map(
    CHART_LAYOUT.nodes.map(({ id, kind }): [string, BoxLook] => {
      const inner = CHART_LAYOUT.edges.find(({ from, to }) => from === id && to === null);
      const isActive = active.has(id);
      const differs = kind === 'atomic' && elsewhere !== null && elsewhere.has(id) !== isActive;
      return [
        id,
        {
          active: isActive,
          count: counts.get(id) ?? 0,
          onlyIn: differs ? (isActive ? run.release : (other?.release ?? null)) : null,
          inner: inner === undefined ? [] : edgeWords(inner),
          innerMarked: inner !== undefined && marked.has(inner.id),
        },
      ];
    }),
  );
  const where = [...active].join(' ');
  const latest = lastOf(standing)?.to ?? null;
  useEffect(() => {
    if (svg.current !== null && where !== '' && !fits) scrollToPlaces(svg.current, latest);
  }, [where, fits, latest]);
  const toggle = (to: Mark): void => setPicked(picked?.id === to.id ? null : to);
  return (
    <div className="statechart" ref={panel}>
      <ChartSummary pod={pod} standing={standing}>
        {children}
      </ChartSummary>
      <div className="chart-body">
        <div className="chart-stage">
          <ChartTools name={pod.name} svg={svg} panel={panel} fits={fits} onFit={() => setFits(!fits)} />
          <div className="chart-scroll" data-fits={fits}>
            <ChartTree
              ref={svg}
              name={pod.name}
              looks={looks}
              active={active}
              last={last}
              marked={marked}
              pulses={isSelected}
              onHover={(id) => setHovered(id === null ? null : { kind: 'edge', id })}
              onPick={(id) => toggle({ kind: 'edge', id })}
              onLeave={() => list.current?.querySelector('button')?.focus()}
            />
          </div>
        </div>
        <aside className="chart-aside">
          {markedEdges.length > 0 && (
            <p className="chart-told">{markedEdges.flatMap(edgeWords).slice(0, 8).join('\n')}</p>
          )}
          {detail === null ? (
            <p className="chart-hint">
              {isSelected ? 'Loading…' : 'Choose the pod to see its guards and what could happen next. '}
              {!isSelected && (
                <button type="button" onClick={() => lab.select(pod.uid)}>
                  Select {pod.name}
                </button>
              )}
            </p>
          ) : (
            <>
              <NextEvents
                ref={list}
                next={next}
                marked={markedEvents}
                picked={picked?.kind === 'event' ? picked.id : null}
                onHover={(id) => setHovered(id === null ? null : { kind: 'event', id })}
                onPick={(id) => toggle({ kind: 'event', id })}
              />
              <GuardList guards={detail.guards} />
            </>
          )}
        </aside>
      </div>
    </div>
  );
}
