import { memo } from 'react';
import { CHART_LAYOUT, type LaidOutEdge } from './chartLayout';
import { arrowHead, roundedPath } from './chartPath';
import { edgeWords } from './chartWords';

interface Props {
  readonly last: ReadonlySet<string>;
  readonly marked: ReadonlySet<string>;
  readonly active: ReadonlySet<string>;
  readonly onHover: (edge: string | null) => void;
  readonly onPick: (edge: string) => void;
}

const LINES = CHART_LAYOUT.edges.filter(({ to }) => to !== null);

/** The lines of the chart. For the eye and the mouse; the next events say the same to everybody else. */
export const ChartEdges = memo(function ChartEdges({ last, marked, active, onHover, onPick }: Props) {
  const rank = ({ id }: LaidOutEdge): number => (marked.has(id) ? 2 : last.has(id) ? 1 : 0);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: no line takes the focus
    <g className="chart-edges" aria-hidden="true">
      {[...LINES]
        .sort((a, b) => rank(a) - rank(b))
        .map((edge) => (
          <ChartEdge
            key={edge.id}
            edge={edge}
            last={last.has(edge.id)}
            marked={marked.has(edge.id)}
            open={active.has(edge.from)}
            onHover={onHover}
            onPick={onPick}
          />
        ))}
    </g>
  );
});

interface EdgeProps extends Pick<Props, 'onHover' | 'onPick'> {
  readonly edge: LaidOutEdge;
  /** It was taken last. */
  readonly last: boolean;
  readonly marked: boolean;
  /** The pod is where it begins. */
  readonly open: boolean;
}

const ChartEdge = memo(function ChartEdge({ edge, last, marked, open, onHover, onPick }: EdgeProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the mouse's way to what the buttons do
    <g
      className="chart-edge"
      data-edge={edge.id}
      data-last={last}
      data-marked={marked}
      data-open={open}
      onPointerEnter={() => onHover(edge.id)}
      onPointerLeave={() => onHover(null)}
      onClick={() => onPick(edge.id)}
    >
      <title>{edgeWords(edge).join('\n')}</title>
      <path className="chart-hit" d={roundedPath(edge.points)} />
      <path className="chart-line" d={roundedPath(edge.points)} />
      <path className="chart-head" d={arrowHead(edge.points)} />
      <EdgeLabel edge={edge} />
    </g>
  );
});

function EdgeLabel({ edge: { label } }: { readonly edge: LaidOutEdge }) {
  if (label === null) return null;
  return (
    <g className="chart-label">
      <rect
        className="chart-label-frame"
        x={label.x}
        y={label.y}
        width={label.width}
        height={label.height}
        rx={4}
      />
      {label.lines.map((line, i) => (
        <text key={line} className="chart-label-text" x={label.x + 4} y={label.y + 12 + 13 * i}>
          {line}
        </text>
      ))}
    </g>
  );
}
