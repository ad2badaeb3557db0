import { memo, useState } from 'react';
import { useLab, useView } from '../../store/hooks';
import { describe, type NameOf } from '../../store/vocabulary';
import type { TraceEvent } from '../../transport/protocol';
import { causeChain } from './causeChain';

/** A longer chain shows where it began and its end; the middle on request. */
const SHOWN_AT_ONCE = 9;

/** Why: the events that led to `event`, the first cause first. A line goes to its event. */
export const Because = memo(function Because({
  release,
  events,
  pane,
  event,
  nameOf,
}: {
  readonly release: string;
  readonly events: readonly TraceEvent[];
  readonly pane: number;
  readonly event: TraceEvent | null;
  readonly nameOf: NameOf;
}) {
  const lab = useLab();
  const selected = useView((view) => (pane === 0 ? view.event : null));
  const [unfolded, setUnfolded] = useState<number | null>(null);
  if (event === null) return <p className="dim">{release}: nothing has happened to it yet.</p>;
  const chain = causeChain(events, event);
  const folds = chain.length > SHOWN_AT_ONCE && unfolded !== event.id;
  const shown = folds ? [...chain.slice(0, 1), ...chain.slice(2 - SHOWN_AT_ONCE)] : chain;
  const go = ({ id, at, pod }: TraceEvent): void => {
    const to = pod ?? event.pod;
    // An event is selected in the first pane only: the second goes to its time.
    if (pane === 0) lab.select(to, id);
    else lab.set({ pod: to, event: null, playhead: at, playing: false });
  };
  const line = (cause: TraceEvent) => (
    <li key={cause.id}>
      <button
        type="button"
        className="because-line"
        aria-current={cause.id === selected ? 'true' : undefined}
        onClick={() => go(cause)}
      >
        <span className="because-time">{(cause.at / 1000).toFixed(3)}</span>
        <span>{describe(cause, nameOf)}</span>
      </button>
    </li>
  );
  return (
    <ol className="because" aria-label={`Because, ${release}`}>
      {shown.slice(0, 1).map(line)}
      {folds && (
        <li>
          <button type="button" className="because-fold" onClick={() => setUnfolded(event.id)}>
            {chain.length - shown.length} steps between
          </button>
        </li>
      )}
      {shown.slice(1).map(line)}
    </ol>
  );
});
