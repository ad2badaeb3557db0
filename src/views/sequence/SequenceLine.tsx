import type { CSSProperties } from 'react';
import { secondsText } from '../../store/selectors/eventsFilter';
import { LIFELINES, type Lifeline } from '../../store/selectors/sequenceDrawing';
import type { SequenceRow } from '../../store/selectors/sequenceRows';

/** Where a lifeline stands, as a share of the width. */
const placeOf = (lifeline: Lifeline): number => (LIFELINES.indexOf(lifeline) + 0.5) / LIFELINES.length;

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** What is read out after the words that are seen, because only the drawing says it: `, sync loop to worker, does not arrive`. */
const spoken = (row: SequenceRow): string => {
  const who = row.from === null ? '' : row.to === null ? `, ${row.from}` : `, ${row.from} to ${row.to}`;
  const lost = row.tone === 'broken' && row.text !== 'left alone' ? ', does not arrive' : '';
  const times = row.count > 1 ? `, ${row.count} times until ${secondsText(row.until)}` : '';
  return `${who}${lost}${times}`;
};

/** One line of the diagram: an arrow, or a note. Pressing it selects its event. */
export function SequenceLine(props: {
  readonly row: SequenceRow;
  readonly index: number;
  readonly total: number;
  /** px from the top of the list */
  readonly top: number;
  readonly height: number;
  readonly when: 'past' | 'now' | 'later';
  readonly tabbable: boolean;
  readonly onSelect: (row: SequenceRow) => void;
  readonly onFocusRow: (index: number) => void;
}) {
  const { row, when } = props;
  return (
    <li
      className="sequence-line"
      style={{ transform: `translateY(${props.top}px)`, height: props.height }}
      data-when={when}
      data-tone={row.tone}
      aria-setsize={props.total}
      aria-posinset={props.index + 1}
    >
      <button
        type="button"
        data-row={props.index}
        aria-current={when === 'now' ? 'true' : undefined}
        tabIndex={props.tabbable ? 0 : -1}
        onClick={() => props.onSelect(row)}
        onFocus={() => props.onFocusRow(props.index)}
      >
        <span className="sequence-time">{secondsText(row.at)} </span>
        <span className="sequence-area">
          {row.from !== null && row.to !== null ? (
            <Arrow row={row} from={row.from} to={row.to} />
          ) : (
            <Note row={row} />
          )}
        </span>
        <span className="sr-only">{spoken(row)}</span>
      </button>
    </li>
  );
}

const Times = ({ row }: { readonly row: SequenceRow }) =>
  row.count === 1 ? null : <b className="sequence-times"> ×{row.count}</b>;

function Arrow({
  row,
  from,
  to,
}: {
  readonly row: SequenceRow;
  readonly from: Lifeline;
  readonly to: Lifeline;
}) {
  const start = placeOf(from);
  const end = placeOf(to);
  const left = Math.min(start, end);
  const style = { left: percent(left), width: percent(Math.abs(end - start)) };
  // The sentence may be wider than a short arrow: it is centred over it and kept inside.
  const middle: CSSProperties = { left: percent(Math.min(0.86, Math.max(0.14, (start + end) / 2))) };
  return (
    <>
      <span className="sequence-label" style={middle}>
        {row.text}
        <Times row={row} />
      </span>
      <span className="sequence-arrow" data-to={end > start ? 'right' : 'left'} style={style}>
        {row.tone === 'broken' && <Cross />}
      </span>
    </>
  );
}

function Note({ row }: { readonly row: SequenceRow }) {
  const at = row.from === null ? 0.5 : Math.min(0.86, Math.max(0.1, placeOf(row.from)));
  return (
    <span
      className="sequence-note"
      data-wide={row.from === null}
      style={row.from === null ? {} : { left: percent(at) }}
    >
      {row.text}
      <Times row={row} />
    </span>
  );
}

/** Where a message is lost. */
const Cross = () => (
  <svg className="sequence-cross" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    <path d="M2 2 10 10M10 2 2 10" stroke="currentColor" strokeWidth="2.4" fill="none" />
  </svg>
);
