import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLab, useView } from '../../store/hooks';
import {
  type GaugeFigure as Figure,
  type GaugeColumn,
  pointsOf,
  seriesShown,
  valueAt,
} from '../../store/selectors/gaugesSeries';
import { Part } from '../shared/Part';
import { AXIS_WIDTH, CHART_HEIGHT, MARGIN } from './chartGeometry';
import { GaugeValue } from './GaugeValue';
import { COMPUTED, colourOf, isComputed, linesOf } from './gaugeLines';
import type { GaugeRun } from './useGaugeRuns';
import { useStaggered } from './useStaggered';

const loadChart = async () => (await import('./GaugeChart')).GaugeChart;

const NO_CHART = <small className="gauge-failed">The chart could not be loaded.</small>;

/** One metric: its name, its numbers at the playhead, and how they went. */
export const GaugeFigure = memo(function GaugeFigure(props: {
  readonly figure: Figure;
  readonly runs: readonly GaugeRun[];
  readonly end: number;
}) {
  const { figure, runs } = props;
  const { metric } = figure;
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  // Everything that a chart is drawn from changes together: one update a chart, when its turn comes.
  const releases = runs.map(({ release }) => release).join('|');
  const version = `${runs.map(({ id, gauges }) => `${id}:${gauges.length}`).join('|')} ${props.end} ${releases}`;
  const shown = useStaggered(version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the samples grow in place; `shown` tells that they have, and lets them in
  const drawn = useMemo(() => {
    const samples = runs.map(({ gauges }) => gauges);
    const series = seriesShown(figure, samples);
    return { points: pointsOf(samples, series), lines: linesOf(releases.split('|'), series), end: props.end };
  }, [shown, figure]);
  const series = useMemo(
    () => figure.series.filter(({ column }) => drawn.lines.some((line) => line.column === column)),
    [figure, drawn],
  );
  const computed = runs.some(({ release }) => isComputed(release));
  return (
    <figure className="gauge" aria-label={metric}>
      <figcaption title={metric}>{metric.replace(/^kubelet_/, '')}</figcaption>
      <div className="gauge-values">
        {runs.map((run, i) => (
          <Values
            key={i === 0 ? 'a' : 'b'}
            metric={metric}
            series={series}
            run={run}
            index={i}
            side={runs.length > 1 ? ('AB'[i] ?? '') : ''}
          />
        ))}
      </div>
      <div ref={place} className="gauge-chart" style={{ height: CHART_HEIGHT }} aria-hidden="true">
        {drawn.points.length > 0 && (
          <Part load={loadChart} with={{ ...drawn, width }} waiting={null} brief={NO_CHART} />
        )}
        <Playhead width={width} end={drawn.end} />
      </div>
      {computed && <p className="sr-only">{COMPUTED}</p>}
    </figure>
  );
});

/** What a run showed at the playhead: the series that are more than zero, or one zero for all of them. */
function Values(props: {
  readonly metric: string;
  readonly series: readonly GaugeColumn[];
  readonly run: GaugeRun;
  readonly index: number;
  readonly side: string;
}) {
  const { series, run } = props;
  // As text, so that a playhead that moves over a level draws nothing anew.
  const values = useView(({ beat }) =>
    JSON.stringify(series.map(({ column }) => valueAt(run.gauges, column, beat))),
  );
  const all = (JSON.parse(values) as (number | null)[]).map((value, i) => ({ value, column: series[i] }));
  const told = all.filter(({ value }) => value !== null && value > 0);
  const buttons = (told.length > 0 ? told : all.slice(0, 1)).map(({ value, column }) =>
    column === undefined ? null : (
      <GaugeValue
        key={column.column}
        metric={props.metric}
        series={column}
        run={run}
        side={props.side}
        colour={colourOf(props.index, column)}
        value={value}
      />
    ),
  );
  return (
    <>
      {props.index > 0 && <span className="gauge-break" />}
      {buttons}
    </>
  );
}

/** The width of an element, px. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(150);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Where we are; what is still to come is veiled. Laid over the chart, which stands still meanwhile, and moved past React. */
function Playhead({ width, end }: { readonly width: number; readonly end: number }) {
  const lab = useLab();
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const room = Math.max(0, width - AXIS_WIDTH - MARGIN.right);
    let shown = '';
    const show = (): void => {
      const part = Math.min(1, lab.view.getState().playhead / Math.max(1, end));
      const place = (room * part).toFixed(1);
      if (place === shown) return;
      shown = place;
      line.current?.style.setProperty('transform', `translateX(${place}px)`);
    };
    show();
    return lab.view.subscribe(show);
  }, [lab, width, end]);
  return (
    <div
      ref={line}
      className="gauge-playhead"
      style={{ left: AXIS_WIDTH, width, top: MARGIN.top, bottom: MARGIN.bottom }}
    />
  );
}
