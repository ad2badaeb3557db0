import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useView } from '../../store/hooks';
import type { ViewState } from '../../store/viewStore';
import type { PodDetail, PodMoment, TraceEvent } from '../../transport/protocol';
import { ChartTree } from '../shared/drawing/ChartTree';
import { ChartSummary, lastOf } from './ChartSummary';
import { ChartTools } from './ChartTools';
import { boxLooks, edgesOfMark, eventsOfMark, lastEdges, type Mark, wordsOfMark } from './chartLooks';
import { eventAt, placesOf, standingOf } from './chartModel';
import { GuardList, NextEvents } from './Outlook';
import { population } from './population';
import { scrollToPlaces } from './scrollToPlaces';

interface Props {
  readonly release: string;
  readonly events: readonly TraceEvent[];
  /** The events grow in place; this tells that they have. */
  readonly length: number;
  /** The run to compare with. */
  readonly otherRelease: string;
  readonly otherEvents: readonly TraceEvent[] | null;
  readonly otherLength: number;
  readonly pod: PodMoment;
  /** `null`: not answered yet. */
  readonly detail: PodDetail | null;
  readonly isFirst: boolean;
  readonly isSelected: boolean;
  readonly children: React.ReactNode;
}

const NOTHING_NEXT: PodDetail['next'] = [];

/**
 * The chart of one pod, with its next events and guards beside it. Moments and events come several times a second: it looks at what
 * they say of the drawing, and is drawn anew only when that changes.
 */
export const Chart = memo(function Chart(props: Props) {
  const { release, events, otherRelease, otherEvents, pod, detail, isFirst, isSelected, children } = props;
  const [picked, setPicked] = useState<Mark | null>(null);
  const [hovered, setHovered] = useState<Mark | null>(null);
  const [fits, setFits] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const list = useRef<HTMLUListElement>(null);

  const eventIn = ({ beat, event }: ViewState): number => eventAt(events, beat, isFirst ? event : null);
  const standing = useView((view) => standingOf(events, pod.uid, eventIn(view)));
  const counts = useView((view) => population(events, eventIn(view)));
  const otherStanding = useView(({ beat, event }) =>
    otherEvents === null
      ? null
      : standingOf(otherEvents, pod.uid, eventAt(otherEvents, beat, isFirst ? null : event)),
  );
  const next = detail?.next ?? NOTHING_NEXT;

  const active = useMemo(() => placesOf(standing), [standing]);
  const last = useMemo(() => lastEdges(standing), [standing]);
  const mark = hovered ?? picked;
  const markedKey = [...edgesOfMark(mark, next)].join(' ');
  const marked = useMemo(() => new Set(markedKey.split(' ')), [markedKey]);
  const isCompared = otherEvents !== null;
  const looks = useMemo(
    () =>
      boxLooks({
        active,
        elsewhere: isCompared ? placesOf(otherStanding) : null,
        counts,
        marked,
        release,
        otherRelease,
      }),
    [active, isCompared, otherStanding, counts, marked, release, otherRelease],
  );
  const latest = lastOf(standing)?.to ?? null;
  const where = [...active].join(' ');
  useEffect(() => {
    if (svg.current !== null && where !== '' && !fits) scrollToPlaces(svg.current, latest);
  }, [where, fits, latest]);
  const hoverEdge = useCallback(
    (id: string | null) => setHovered(id === null ? null : { kind: 'edge', id }),
    [],
  );
  const pickEdge = useCallback(
    (id: string) => setPicked((now) => (now?.id === id ? null : { kind: 'edge', id })),
    [],
  );
  const hoverEvent = useCallback(
    (id: string | null) => setHovered(id === null ? null : { kind: 'event', id }),
    [],
  );
  const pickEvent = useCallback(
    (id: string) => setPicked((now) => (now?.id === id ? null : { kind: 'event', id })),
    [],
  );
  const fit = useCallback(() => setFits((now) => !now), []);
  const leave = useCallback(() => list.current?.querySelector('button')?.focus(), []);
  const markedEvents = useMemo(() => eventsOfMark(mark, next), [mark, next]);
  const told = wordsOfMark(mark, next);
  return (
    <div className="statechart" ref={panel}>
      <ChartSummary pod={pod} standing={standing}>
        {children}
      </ChartSummary>
      <div className="chart-body">
        <div className="chart-stage">
          <ChartTools name={pod.name} svg={svg} panel={panel} fits={fits} onFit={fit} />
          <div className="chart-scroll" data-fits={fits}>
            <ChartTree
              ref={svg}
              name={pod.name}
              looks={looks}
              active={active}
              last={last}
              marked={marked}
              pulses={isSelected}
              onHover={hoverEdge}
              onPick={pickEdge}
              onLeave={leave}
            />
          </div>
        </div>
        <aside className="chart-aside">
          {told.length > 0 && <p className="chart-told">{told.join('\n')}</p>}
          {detail === null ? (
            <p className="chart-hint">Loading…</p>
          ) : (
            <>
              <NextEvents
                ref={list}
                next={next}
                marked={markedEvents}
                picked={picked?.kind === 'event' ? picked.id : null}
                onHover={hoverEvent}
                onPick={pickEvent}
              />
              <GuardList guards={detail.guards} />
            </>
          )}
        </aside>
      </div>
    </div>
  );
});
