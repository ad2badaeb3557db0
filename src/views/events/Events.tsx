import { useMemo, useState } from 'react';
import { useLab, usePane, useView } from '../../store/hooks';
import { countUntil, FilteredEvents } from '../../store/selectors/eventsFilter';
import { podNames } from '../../store/selectors/eventsNames';
import { describe } from '../../store/vocabulary';
import type { PodMoment, TraceEvent } from '../../transport/protocol';
import { grouped } from '../shared/grouped';
import { PaneSwitch, usePaneIndex } from '../shared/PaneSwitch';
import { useRowHeight, useRowList } from '../shared/useRowList';
import { EventFilters, useEventChoice } from './EventFilters';
import { EventRow } from './EventRow';
import './events.css';

const NONE: readonly TraceEvent[] = [];
const NO_PODS: readonly PodMoment[] = [];

/** So many events in one frame are no longer read one by one. */
const BURST = 300;

/** The trace of a pane, a line an event: filtered, and following the playhead. */
export function Events() {
  const lab = useLab();
  const [choice, change] = useEventChoice();
  const pane = usePaneIndex(choice.pane);
  const run = usePane(pane);
  const selected = useView((view) => view.pod);
  const playing = useView((view) => view.playing);
  const slow = useView((view) => view.speed <= 1);
  const events = run?.events ?? NONE;
  const length = run?.length ?? 0;
  const pods = run?.moment?.pods ?? NO_PODS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `events` grows in place; `length` tells that it has
  const nameOf = useMemo(() => podNames(events, pods), [events, length, pods]);
  const { search, interestingOnly, selectedOnly, groups } = choice;
  const pod = selectedOnly ? selected : null;
  const list = useMemo(
    () => new FilteredEvents(events, { search, pod, interestingOnly, groups }),
    [events, search, pod, interestingOnly, groups],
  );
  const ids = list.extend(nameOf);
  const eventAt = (row: number): TraceEvent | undefined => events[ids[row] ?? -1];
  const current = useView(({ beat, event }) =>
    event !== null && pane === 0
      ? countUntil(ids.length, (row) => ids[row] ?? 0, event) - 1
      : countUntil(ids.length, (row) => eventAt(row)?.at ?? 0, beat) - 1,
  );
  const rowHeight = useRowHeight(26);
  const burst = useBurst(events, length);
  const rows = useRowList(ids.length, rowHeight, current);
  const select = (event: TraceEvent): void => {
    lab.select(event.pod ?? selected, pane === 0 ? event.id : null);
    // The selected event is one of the first pane's; of the other pane only the time can be shared.
    if (pane !== 0) lab.seek(event.at);
  };
  const now = eventAt(current);

  return (
    <section className="events" aria-label="Event list">
      <div className="panel-bar">
        <PaneSwitch pane={pane} onChange={(next) => change({ pane: next })} />
        <EventFilters choice={choice} onChange={change} />
        <output className="panel-note">
          {playing && burst > BURST
            ? `${grouped(burst)} events at once`
            : `${grouped(ids.length)} of ${grouped(length)} events`}
        </output>
      </div>
      <div
        role="log"
        aria-label="Events"
        aria-live={playing && slow ? 'polite' : 'off'}
        className="events-log"
      >
        <p className="sr-only">{now === undefined ? '' : describe(now, nameOf)}</p>
        {ids.length === 0 && (
          <p className="panel-empty">
            {length === 0 ? 'Nothing has happened yet.' : 'No event passes these filters.'}
          </p>
        )}
        {/* Scrolling brings rows in and out: that is no news. */}
        <div ref={rows.scroller} className="events-scroll" aria-live="off">
          <ol style={{ height: rows.height }} onKeyDown={rows.onKeyDown}>
            {rows.items.map(({ index, start, key }) => {
              const event = eventAt(index);
              if (event === undefined) return null;
              return (
                <EventRow
                  key={key}
                  event={event}
                  row={index}
                  total={ids.length}
                  top={start}
                  height={rowHeight}
                  when={index < current ? 'past' : index === current ? 'now' : 'later'}
                  tabbable={index === rows.active}
                  nameOf={nameOf}
                  onSelect={select}
                  onFocusRow={rows.onFocusRow}
                />
              );
            })}
          </ol>
        </div>
      </div>
    </section>
  );
}

/** How many events the playhead has passed since the page was last drawn. */
function useBurst(events: readonly TraceEvent[], length: number): number {
  const passed = useView(({ beat }) => countUntil(length, (i) => events[i]?.at ?? 0, beat));
  const [last, setLast] = useState({ passed, burst: 0 });
  if (last.passed !== passed) setLast({ passed, burst: passed - last.passed });
  return last.passed === passed ? last.burst : passed - last.passed;
}
