import { type KeyboardEvent, memo, type Ref, useState } from 'react';
import { type BoxLook, ChartBoxes } from './ChartBox';
import { ChartEdges } from './ChartEdges';
import { CHART_LAYOUT } from './chartLayout';

interface Props {
  readonly ref: Ref<SVGSVGElement>;
  readonly name: string;
  readonly looks: ReadonlyMap<string, BoxLook>;
  readonly active: ReadonlySet<string>;
  readonly last: ReadonlySet<string>;
  readonly marked: ReadonlySet<string>;
  /** The pod was chosen by a person: only then a newly entered place pulses. */
  readonly pulses: boolean;
  readonly onHover: (edge: string | null) => void;
  readonly onPick: (edge: string) => void;
  /** Enter on a place. */
  readonly onLeave: () => void;
}

const { nodes, width, height } = CHART_LAYOUT;

/** The chart as a tree of places under one drawing. Arrow keys go from place to place, Enter on to the next events. */
export const ChartTree = memo(function ChartTree(props: Props) {
  const { ref, name, looks, active, last, marked, pulses, onHover, onPick, onLeave } = props;
  const [focused, setFocused] = useState(nodes[0]?.id ?? '');
  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      return onLeave();
    }
    const next = goal(focused, event.key);
    if (next === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    setFocused(next);
    event.currentTarget.querySelector<SVGGElement>(`[data-place="${next}"]`)?.focus();
  };
  return (
    <svg
      ref={ref}
      className="chart"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree that is drawn
      role="tree"
      aria-label={`Statechart of ${name}`}
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      data-pulses={pulses}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const place = target.closest<SVGGElement>('[data-place]')?.dataset.place;
        if (place !== undefined) setFocused(place);
      }}
    >
      <ChartBoxes inside={null} level={1} looks={looks} focused={focused} />
      <ChartEdges last={last} marked={marked} active={active} onHover={onHover} onPick={onPick} />
    </svg>
  );
});

/** Where a key goes from `at`: up and down along the tree, right into a place, left out of it. `null`: no key of ours. */
function goal(at: string, key: string): string | null {
  const i = nodes.findIndex(({ id }) => id === at);
  switch (key) {
    case 'ArrowDown':
      return (nodes[i + 1] ?? nodes[i])?.id ?? null;
    case 'ArrowUp':
      return (nodes[i - 1] ?? nodes[i])?.id ?? null;
    case 'ArrowRight':
      return nodes.find(({ parent }) => parent === at)?.id ?? at;
    case 'ArrowLeft':
      return nodes[i]?.parent ?? at;
    case 'Home':
      return nodes[0]?.id ?? null;
    case 'End':
      return nodes.at(-1)?.id ?? null;
    default:
      return null;
  }
}
