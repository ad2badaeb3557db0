import { memo } from 'react';
import { CHART_LAYOUT, type LaidOutNode } from './chartLayout';

/** How a box is to look. */
export interface BoxLook {
  readonly active: boolean;
  /** Pods of the pane in it. */
  readonly count: number;
  /** The release in which alone the pod is here; `null`: both, neither, or no comparison. */
  readonly onlyIn: string | null;
  /** What leaves the pod where it is, a line each. */
  readonly inner: readonly string[];
  readonly innerMarked: boolean;
}

interface Props {
  readonly node: LaidOutNode;
  readonly level: number;
  readonly looks: ReadonlyMap<string, BoxLook>;
  /** The place that Tab leads to. */
  readonly focused: string;
}

const NOTHING: BoxLook = { active: false, count: 0, onlyIn: null, inner: [], innerMarked: false };

/** The places right inside a place, in the layout's order; `null`: the outermost. */
const INSIDE: ReadonlyMap<string | null, readonly LaidOutNode[]> = new Map(
  CHART_LAYOUT.nodes.map(({ parent }) => [
    parent,
    CHART_LAYOUT.nodes.filter((node) => node.parent === parent),
  ]),
);

/** Some places of the chart, each with what is in it. */
export function ChartBoxes({ inside, ...props }: Omit<Props, 'node'> & { readonly inside: string | null }) {
  return (INSIDE.get(inside) ?? []).map((node) => <ChartBox key={node.id} node={node} {...props} />);
}

/** A place of the chart: one `treeitem`, and the places in it as a group. */
const ChartBox = memo(function ChartBox({ node, level, looks, focused }: Props) {
  const { id, label, description, x, y, width, height, kind } = node;
  const { active, count, onlyIn, inner, innerMarked } = looks.get(id) ?? NOTHING;
  const pods = count === 1 ? '1 pod' : `${count} pods`;
  return (
    <g
      role="treeitem"
      className="chart-box"
      data-place={id}
      data-kind={kind}
      data-differs={onlyIn !== null}
      aria-label={label}
      aria-level={level}
      aria-description={`${description} ${pods} here.${onlyIn === null ? '' : ` Only in ${onlyIn}.`}`}
      aria-current={active ? 'true' : undefined}
      tabIndex={id === focused ? 0 : -1}
    >
      <title>{[`${label}: ${description}`, ...inner].join('\n')}</title>
      <rect
        className="chart-frame"
        x={x}
        y={y}
        width={width}
        height={height}
        rx={kind === 'atomic' ? 8 : 10}
      />
      <text className="chart-name" x={x + 10} y={y + 19}>
        {label}
      </text>
      {inner.length > 0 && (
        <text className="chart-inner" data-marked={innerMarked} x={x + width - 13} y={y + 19}>
          ↻
        </text>
      )}
      {INSIDE.has(id) && (
        // biome-ignore lint/a11y: a group of tree items inside a drawing
        <g role="group">
          <ChartBoxes inside={id} level={level + 1} looks={looks} focused={focused} />
        </g>
      )}
      {count > 0 && level > 2 && (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: takes no focus, and its words are in the description
        <g className="chart-count" aria-hidden="true">
          <rect
            className="chart-count-frame"
            x={x + width - 15}
            y={y - 8}
            width={String(count).length * 7 + 12}
            height={17}
            rx={8.5}
          />
          <text className="chart-count-text" x={x + width - 9 + (String(count).length * 7) / 2} y={y + 4.5}>
            {count}
          </text>
        </g>
      )}
      {onlyIn !== null && (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: takes no focus, and its words are in the description
        <g className="chart-only" aria-hidden="true">
          <rect
            className="chart-only-frame"
            x={x + 6}
            y={y + height - 4}
            width={onlyIn.length * 6.6 + 10}
            height={16}
            rx={4}
          />
          <text className="chart-only-text" x={x + 11} y={y + height + 8}>
            {onlyIn}
          </text>
        </g>
      )}
    </g>
  );
}, isSameBox);

/** Of a chart that is drawn anew several times a second only the boxes that change are. */
function isSameBox(a: Props, b: Props): boolean {
  if (a.looks !== b.looks && !isSameLook(a.looks.get(a.node.id), b.looks.get(b.node.id))) return false;
  if ((a.node.id === a.focused) !== (b.node.id === b.focused)) return false;
  return (INSIDE.get(a.node.id) ?? []).every((node) => isSameBox({ ...a, node }, { ...b, node }));
}

const isSameLook = (a = NOTHING, b = NOTHING): boolean =>
  a.active === b.active &&
  a.count === b.count &&
  a.onlyIn === b.onlyIn &&
  a.innerMarked === b.innerMarked &&
  a.inner.join('\n') === b.inner.join('\n');
