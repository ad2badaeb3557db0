import { memo } from 'react';
import { groupOfEvent, secondsText } from '../../store/selectors/eventsFilter';
import { describe, type NameOf } from '../../store/vocabulary';
import type { TraceEvent } from '../../transport/protocol';
import { EventGlyph } from './EventGlyph';

/** How loud a line is. */
function toneOf(event: TraceEvent): 'stuck' | 'error' | 'good' | 'plain' {
  switch (event.kind) {
    case 'becameStuck':
    case 'retryDropped':
      return 'stuck';
    case 'criReturned':
    case 'callReturned':
      return event.data.error === null ? 'plain' : 'error';
    case 'faultHit':
    case 'commandFailed':
    case 'volumeFailed':
    case 'apiWriteFailed':
    case 'housekeepingFailed':
      return 'error';
    case 'freed':
      return 'good';
    default:
      return 'plain';
  }
}

/** One event as one line; pressing it selects the event and its pod. */
export const EventRow = memo(function EventRow(props: {
  readonly event: TraceEvent;
  readonly row: number;
  readonly total: number;
  /** px from the top of the list */
  readonly top: number;
  readonly height: number;
  readonly when: 'past' | 'now' | 'later';
  readonly tabbable: boolean;
  readonly nameOf: NameOf;
  readonly onSelect: (event: TraceEvent) => void;
  readonly onFocusRow: (row: number) => void;
}) {
  const { event, row, when, nameOf } = props;
  return (
    <li
      style={{ transform: `translateY(${props.top}px)`, height: props.height }}
      className="event-row"
      data-when={when}
      data-tone={toneOf(event)}
      aria-setsize={props.total}
      aria-posinset={row + 1}
    >
      <button
        type="button"
        data-row={row}
        tabIndex={props.tabbable ? 0 : -1}
        aria-current={when === 'now' ? 'true' : undefined}
        onClick={() => props.onSelect(event)}
        onFocus={() => props.onFocusRow(row)}
      >
        <span className="event-time">{secondsText(event.at)}</span>
        <EventGlyph group={groupOfEvent(event)} />
        <span className="event-pod">{event.pod === null ? '' : nameOf(event.pod)}</span>
        <span className="event-text">{describe(event, nameOf)}</span>
      </button>
    </li>
  );
});
