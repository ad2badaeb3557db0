import { useMemo, useState } from 'react';
import { useLab, usePane, useView } from '../../store/hooks';
import { countUntil } from '../../store/selectors/eventsFilter';
import { podNames } from '../../store/selectors/eventsNames';
import { LIFELINES } from '../../store/selectors/sequenceDrawing';
import { type SequenceRow, SequenceRows, sequencePod } from '../../store/selectors/sequenceRows';
import type { PodMoment, PodUID, TraceEvent } from '../../transport/protocol';
import { PaneSwitch, usePaneIndex } from '../shared/PaneSwitch';
import { useRowHeight, useRowList } from '../shared/useRowList';
import { SequenceLine } from './SequenceLine';
import './sequence.css';

/** The row of lifeline names that sticks to the top, px. */
const HEAD_HEIGHT = 28;

const NONE: readonly TraceEvent[] = [];
const NO_PODS: readonly PodMoment[] = [];

/** Who said what to whom about one pod: the selected one, else the first that gets stuck. */
export function Sequence() {
  const [chosen, setPane] = useState(0);
  const pane = usePaneIndex(chosen);
  const run = usePane(pane);
  const selected = useView((view) => view.pod);
  const events = run?.events ?? NONE;
  const length = run?.length ?? 0;
  const pods = run?.moment?.pods ?? NO_PODS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `events` grows in place; `length` tells that it has
  const pod = useMemo(() => sequencePod(events, selected), [events, length, selected]);
  const name = pod === null ? '' : podNames(events, pods)(pod);
  return (
    <section className="sequence" aria-label={pod === null ? 'Sequence' : `Sequence of ${name}`}>
      <div className="panel-bar">
        <PaneSwitch pane={pane} onChange={setPane} />
        <span>
          {pod === null ? 'No pod yet' : <strong>{name}</strong>}
          {pod !== null && selected === null && ' (no pod is selected)'}
        </span>
      </div>
      {pod === null ? (
        <p className="panel-empty">Nothing has happened to a pod yet.</p>
      ) : (
        <Diagram key={`${run?.id} ${pod}`} events={events} pod={pod} name={name} pane={pane} />
      )}
    </section>
  );
}

function Diagram(props: {
  readonly events: readonly TraceEvent[];
  readonly pod: PodUID;
  readonly name: string;
  readonly pane: number;
}) {
  const { events, pod, pane } = props;
  const lab = useLab();
  const lines = useMemo(() => new SequenceRows(events, pod), [events, pod]);
  const rows = lines.extend();
  const current = useView(({ beat, event }) =>
    event !== null && pane === 0
      ? countUntil(rows.length, (row) => rows[row]?.id ?? 0, event) - 1
      : countUntil(rows.length, (row) => rows[row]?.at ?? 0, beat) - 1,
  );
  const height = useRowHeight(34);
  const list = useRowList(rows.length, height, current, HEAD_HEIGHT);
  const select = (row: SequenceRow): void => {
    lab.select(pod, pane === 0 ? row.id : null);
    // The selected event is one of the first pane's; of the other pane only the time can be shared.
    if (pane !== 0) lab.seek(row.at);
  };
  return (
    <div className="sequence-scroll" ref={list.scroller}>
      <div className="sequence-heads" style={{ height: HEAD_HEIGHT }}>
        {LIFELINES.map((lifeline) => (
          <span key={lifeline}>{lifeline}</span>
        ))}
      </div>
      <ol
        className="sequence-lines"
        aria-label={`What is said about ${props.name}`}
        style={{ height: list.height }}
        onKeyDown={list.onKeyDown}
      >
        {list.items.map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <SequenceLine
              key={key}
              row={row}
              index={index}
              total={rows.length}
              top={start}
              height={height}
              when={index < current ? 'past' : index === current ? 'now' : 'later'}
              tabbable={index === list.active}
              onSelect={select}
              onFocusRow={list.onFocusRow}
            />
          );
        })}
      </ol>
    </div>
  );
}
