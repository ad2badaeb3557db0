import type { LaidOutNode } from './chartLayout';

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
  readonly look: BoxLook;
  readonly tabIndex: 0 | -1;
  readonly children: React.ReactNode;
}

/** A place of the chart: one `treeitem`, and the places in it as a group. */
export function ChartBox({ node, level, look, tabIndex, children }: Props) {
  const { id, label, description, x, y, width, height, kind } = node;
  const { active, count, onlyIn, inner, innerMarked } = look;
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
      tabIndex={tabIndex}
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
      {children !== null && (
        // biome-ignore lint/a11y: a group of tree items inside a drawing
        <g role="group">{children}</g>
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
}
