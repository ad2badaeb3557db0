import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { bracketsOf } from '../../store/selectors/laneOrder';
import type { LaneRow } from '../../store/selectors/laneTypes';
import type { PodMoment, PodUID } from '../../transport/protocol';
import { type Density, HEAD } from './geometry';
import { COLUMNS, LaneRowView, TIME } from './LaneRowView';
import { StuckChips } from './StuckChips';

interface Props {
  readonly label: string;
  readonly rows: readonly LaneRow[];
  readonly brackets: ReturnType<typeof bracketsOf>;
  readonly pods: ReadonlyMap<PodUID, PodMoment>;
  /** The moment is there: a pod that is not in it does not exist at that time. */
  readonly isTold: boolean;
  /** The same pods in the second run of an overlay, by the uid of the row. */
  readonly theirs: ReadonlyMap<PodUID, PodMoment> | null;
  readonly nameOf: (uid: PodUID) => string;
  readonly selected: PodUID | null;
  readonly density: Density;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onSelect: (uid: PodUID) => void;
  /** To the next or previous event of a pod. */
  readonly onStep: (row: LaneRow, direction: 1 | -1) => void;
  /** The menu of a pod is asked for by keyboard; `top`: where its row ends, px from the stage's top. */
  readonly onMenu: (uid: PodUID, top: number) => void;
}

/** Where nothing has a size yet (a hidden pane), rows are there all the same, px. */
const UNSEEN = 600;

const KEYS: ReadonlySet<string> = new Set([
  ...['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft'],
  ...['PageDown', 'PageUp', 'Home', 'End', 'Enter'],
]);

/** The lanes as a grid: the words of every row, for reading and for the keyboard. Of many rows only those near the view exist. */
export function LaneGrid(props: Props) {
  const {
    label,
    rows,
    brackets,
    pods,
    isTold,
    theirs,
    nameOf,
    selected,
    density,
    scroller,
    onSelect,
    onStep,
    onMenu,
  } = props;
  const [stop, setStop] = useState({ row: 0, column: 0 });
  const moveFocus = useRef(false);
  const grid = useRef<HTMLDivElement>(null);
  const active = Math.min(stop.row, Math.max(0, rows.length - 1));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => density,
    overscan: 4,
    observeElementRect: (instance, found) =>
      observeElementRect(instance, (rect) => found(rect.height > 0 ? rect : { ...rect, height: UNSEEN })),
    // The row with the focus stays, or the focus would be lost by scrolling.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), active])].sort((a, b) => a - b),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another density is other heights
  useEffect(() => virtualizer.measure(), [density, virtualizer]);
  // A pod's name does not change; what there is to count does when rows or pods come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `nameOf` is new with every moment
  const shared = useMemo(() => countNames(rows, nameOf), [rows, pods.size]);
  useEffect(() => {
    if (!moveFocus.current) return;
    moveFocus.current = false;
    grid.current?.querySelector<HTMLElement>('[role="rowgroup"] [tabindex="0"]')?.focus();
  });
  const go = (row: number, column: number): void => {
    const next = Math.max(0, Math.min(row, rows.length - 1));
    moveFocus.current = true;
    setStop({ row: next, column: Math.max(0, Math.min(column, TIME)) });
    virtualizer.scrollToIndex(next);
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const row = rows[active];
    if (row === undefined || event.altKey || event.metaKey) return;
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      event.stopPropagation();
      return onMenu(row.uid, HEAD + (active + 1) * density - (scroller.current?.scrollTop ?? 0));
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? UNSEEN) / density) - 1);
    const inTime = stop.column === TIME;
    const act = (): void => {
      switch (event.key) {
        case 'ArrowDown':
          return go(active + 1, stop.column);
        case 'ArrowUp':
          return go(active - 1, stop.column);
        case 'PageDown':
          return go(active + page, stop.column);
        case 'PageUp':
          return go(active - page, stop.column);
        case 'ArrowRight':
          return inTime ? onStep(row, 1) : go(active, stop.column + 1);
        case 'ArrowLeft':
          return inTime ? onStep(row, -1) : go(active, stop.column - 1);
        case 'Home':
          return go(event.ctrlKey ? 0 : active, 0);
        case 'End':
          return go(event.ctrlKey ? rows.length - 1 : active, TIME);
        case 'Enter':
          return onSelect(row.uid);
      }
    };
    if (!KEYS.has(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onFocus = ({ target }: React.FocusEvent): void => {
    const index = rows.findIndex(({ uid }) => uid === target.closest<HTMLElement>('[data-uid]')?.dataset.uid);
    const column = [...COLUMNS, ''].indexOf((target as HTMLElement).dataset.column ?? '');
    if (index >= 0) setStop({ row: index, column });
  };
  const stuck = rows.flatMap(({ uid }, i) =>
    pods.get(uid)?.stuck === true || theirs?.get(uid)?.stuck === true ? [i] : [],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's rows cannot be placed one by one
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={COLUMNS.length}
      className="lane-grid"
      data-density={density}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the heads do nothing */}
      <div role="row" aria-rowindex={1} className="lane-heads" style={{ height: HEAD }}>
        {COLUMNS.map((name) => (
          // biome-ignore lint/a11y/useSemanticElements: as the grid
          // biome-ignore lint/a11y/useFocusableInteractive: as its row
          <div key={name} role="columnheader" className="lane-cell" data-column={name}>
            {name}
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
      <div role="rowgroup" className="lane-scroll" ref={scroller}>
        <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const cells = cellsOf(pods.get(row.uid), isTold);
            const lower = theirs === null ? cells : cellsOf(theirs.get(row.uid), true);
            const name = nameOf(row.uid);
            return (
              <LaneRowView
                key={row.uid}
                uid={row.uid}
                name={name}
                suffix={(shared.get(name) ?? 0) > 1 ? row.uid.slice(0, 4) : ''}
                bracket={brackets.get(row.uid) ?? null}
                worker={both(cells.worker, lower.worker)}
                activity={both(cells.activity, lower.activity)}
                kubectl={both(cells.kubectl, lower.kubectl)}
                runtime={both(cells.runtime, lower.runtime)}
                stuck={both(cells.stuck, lower.stuck)}
                index={index}
                top={start}
                height={density}
                isSelected={selected === row.uid}
                stop={index === active ? stop.column : null}
              />
            );
          })}
        </div>
      </div>
      <StuckChips
        stuck={stuck}
        density={density}
        scroller={scroller}
        show={(row) => virtualizer.scrollToIndex(row, { align: 'center' })}
      />
    </div>
  );
}

/** The words of a pod; `undefined`: its run does not know it yet, or has not been told of (`isTold`). */
const cellsOf = (pod: PodMoment | undefined, isTold: boolean) => ({
  worker: pod?.worker ?? (isTold ? 'not yet' : '…'),
  activity: pod === undefined ? '' : (pod.activity ?? 'none'),
  kubectl: pod?.kubectl ?? '',
  runtime: pod?.runtime ?? '',
  stuck: pod?.stuck === true ? 'STUCK' : '',
});

/** The words of two runs in one cell, one under the other where they differ; a line stays where the second has none. */
const both = (upper: string, lower: string): string =>
  upper === lower ? upper : `${upper || '\u00a0'}\n${lower || '\u00a0'}`;

function countNames(rows: readonly LaneRow[], nameOf: (uid: PodUID) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { uid } of rows) {
    const name = nameOf(uid);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
