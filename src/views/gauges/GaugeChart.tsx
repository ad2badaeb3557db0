import { memo } from 'react';
import { Line, LineChart, XAxis, YAxis } from 'recharts';
import { type GaugePoint, keyOf } from '../../store/selectors/gaugesSeries';
import { AXIS_WIDTH, CHART_HEIGHT, MARGIN } from './chartGeometry';

/** A line of a chart: a series of a run. */
export interface ChartLine {
  readonly run: number;
  readonly column: number;
  readonly colour: string;
  /** SVG dash pattern; empty: solid. */
  readonly dash: string;
}

/**
 * The steps of one metric, drawn by Recharts. Measured: an update costs the same 13 ms however few points there are, so this is drawn
 * anew only when the points or the axis change; the playhead is laid over it by the figure.
 */
export const GaugeChart = memo(function GaugeChart(props: {
  readonly points: readonly GaugePoint[];
  readonly lines: readonly ChartLine[];
  readonly width: number;
  /** The axis ends there, virtual ms. */
  readonly end: number;
}) {
  const top = Math.max(
    1,
    ...props.points.flatMap((point) => props.lines.map(({ run, column }) => point[keyOf(run, column)] ?? 0)),
  );
  // A line ends where its last sample is; drawn on to the end of the axis it reads as a level.
  const last = props.points.at(-1);
  const points =
    last === undefined || last.at >= props.end ? props.points : [...props.points, { ...last, at: props.end }];
  return (
    <LineChart
      width={props.width}
      height={CHART_HEIGHT}
      data={[...points]}
      margin={MARGIN}
      accessibilityLayer={false}
      tabIndex={-1}
    >
      <XAxis dataKey="at" type="number" domain={[0, props.end]} hide allowDataOverflow />
      <YAxis
        type="number"
        width={AXIS_WIDTH}
        domain={[0, top]}
        ticks={[0, top]}
        interval={0}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
        tick={{ fill: 'var(--text-dim)', fontSize: 11 }}
      />
      {props.lines.map(({ run, column, colour, dash }) => (
        <Line
          key={keyOf(run, column)}
          type="stepAfter"
          dataKey={keyOf(run, column)}
          stroke={colour}
          strokeWidth={1.75}
          strokeDasharray={dash}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  );
});
