import { memo } from 'react';
import type { PodUID } from '../../transport/protocol';

/** What the cells of a row say, in the grid's order; of an overlay two lines where its runs differ. */
export interface LaneCells {
  readonly name: string;
  readonly worker: string;
  readonly activity: string;
  readonly kubectl: string;
  readonly runtime: string;
  /** `STUCK` or nothing. */
  readonly stuck: string;
}

interface Props extends LaneCells {
  readonly uid: PodUID;
  /** Set where the name alone does not tell which pod. */
  readonly suffix: string;
  /** Its place in the bracket around the rows of one name; `null`: it is alone. */
  readonly bracket: 'first' | 'middle' | 'last' | null;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly isSelected: boolean;
  /** The column that Tab leads to; `null`: none of this row. `TIME`: the row itself. */
  readonly stop: number | null;
}

/** The columns, as their heads name them. */
export const COLUMNS = ['Pod', 'Worker', 'Activity', 'kubectl', 'Runtime', 'Stuck'] as const;

/** The stop behind the last cell: the row's time part, for which the row itself has the focus. */
export const TIME = COLUMNS.length;

/** One pod: its cells stand beside its lane, which the canvas draws. Drawn anew only when one of its words changes. */
export const LaneRowView = memo(function LaneRowView(props: Props) {
  const { uid, name, suffix, worker, activity, kubectl, runtime, stuck, index, isSelected, stop } = props;
  const words = [name, worker, activity, kubectl, runtime, stuck];
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a table cannot be placed one by one
    <div
      role="row"
      className="lane-row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      {...(suffix === '' ? {} : { 'aria-description': `uid ${uid}` })}
      data-uid={uid}
      data-stuck={stuck !== ''}
      data-bracket={props.bracket ?? undefined}
      tabIndex={stop === TIME ? 0 : -1}
      style={{ transform: `translateY(${props.top}px)`, height: props.height }}
    >
      {words.map((word, column) => (
        // biome-ignore lint/a11y/useSemanticElements: cells of a row that is no table row
        <div
          key={COLUMNS[column]}
          role="gridcell"
          className="lane-cell"
          data-column={COLUMNS[column]}
          data-worker={column === 1 ? worker : undefined}
          title={column === 0 ? `${name} (${uid})` : word}
          tabIndex={stop === column ? 0 : -1}
        >
          {word}
          {column === 0 && suffix !== '' ? <small aria-hidden="true"> {suffix}</small> : null}
        </div>
      ))}
    </div>
  );
});
