import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useView } from '../../store/hooks';
import type { RunView } from '../../store/simulationStore';
import type { PodDetail, PodMoment } from '../../transport/protocol';
import { ChartTree } from '../shared/drawing/ChartTree';
import { ChartSummary, lastOf } from './ChartSummary';
import { ChartTools } from './ChartTools';
import { boxLooks, edgesOfMark, eventsOfMark, lastEdges, type Mark, wordsOfMark } from './chartLooks';
import { eventAt, placesOf, standingOf } from './chartModel';
import { GuardList, NextEvents } from './Outlook';
import { population } from './population';
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

const NOTHING_NEXT: PodDetail['next'] = [];

/** The chart of one pod, with its next events and guards beside it. */
export function Chart({ run, other, pod, isFirst, isSelected, children }: Props) {
  const [picked, setPicked] = useState<Mark | null>(null);
  const [hovered, setHovered] = useState<Mark | null>(null);
  const [fits, setFits] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const list = useRef<HTMLUListElement>(null);

  const event = useView((view) => eventAt(run, view.beat, isFirst ? view.event : null));
  const otherEvent = useView((view) =>
    other === null ? -1 : eventAt(other, view.beat, isFirst ? null : view.event),
  );
  const standing = standingOf(run, pod.uid, event);
  const otherStanding = other === null ? null : standingOf(other, pod.uid, otherEvent);
  const detail = run.moment?.detail?.uid === pod.uid ? run.moment.detail : null;
  const next = detail?.next ?? NOTHING_NEXT;

  // The drawing is big and the moment new in every frame: it is drawn anew only when something in it changes.
  const active = useMemo(() => placesOf(standing), [standing]);
  const last = useMemo(() => lastEdges(standing), [standing]);
  const mark = hovered ?? picked;
  const markedKey = [...edgesOfMark(mark, next)].join(' ');
  const marked = useMemo(() => new Set(markedKey.split(' ')), [markedKey]);
  const isCompared = other !== null;
  const otherRelease = other?.release ?? '';
  const { release, events } = run;
  const looks = useMemo(
    () =>
      boxLooks({
        active,
        elsewhere: isCompared ? placesOf(otherStanding) : null,
        counts: population(events, event),
        marked,
        release,
        otherRelease,
      }),
    [active, isCompared, otherStanding, events, event, marked, release, otherRelease],
  );
  const latest = lastOf(standing)?.to ?? null;
  const where = [...active].join(' ');
  useEffect(() => {
    if (svg.current !== null && where !== '' && !fits) scrollToPlaces(svg.current, latest);
  }, [where, fits, latest]);
  const toggle = (to: Mark): void => setPicked((now) => (now?.id === to.id ? null : to));
  const hoverEdge = useCallback(
    (id: string | null) => setHovered(id === null ? null : { kind: 'edge', id }),
    [],
  );
  const pickEdge = useCallback(
    (id: string) => setPicked((now) => (now?.id === id ? null : { kind: 'edge', id })),
    [],
  );
  const leave = useCallback(() => list.current?.querySelector('button')?.focus(), []);
  const told = wordsOfMark(mark, next);
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
                marked={eventsOfMark(mark, next)}
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
