import type { PodUID, TraceEvent } from '../../transport/protocol';
import { type Drawn, drawingOf } from './sequenceDrawing';

/** One line of the diagram: an event, or a run of equal visits of housekeeping. */
export interface SequenceRow extends Drawn {
  /** The first trace event that it stands for. */
  readonly id: number;
  readonly at: number;
  /** When the last one was, virtual ms; `at` unless it stands for several. */
  readonly until: number;
  /** Events that it stands for. */
  readonly count: number;
}

/**
 * The lines of the diagram of one pod, from one growing trace. Equal visits of housekeeping with nothing of the pod's between them
 * become one line. `extend` reads only what is new; the list it answers with is new whenever something has changed.
 */
export class SequenceRows {
  private rows: readonly SequenceRow[] = [];
  private read = 0;

  constructor(
    private readonly events: readonly TraceEvent[],
    private readonly pod: PodUID,
  ) {}

  extend(): readonly SequenceRow[] {
    if (this.read === this.events.length) return this.rows;
    const rows = [...this.rows];
    for (; this.read < this.events.length; this.read++) {
      const event = this.events[this.read];
      const drawn = event === undefined ? null : drawingOf(event, this.pod, this.events);
      if (event === undefined || drawn === null) continue;
      const last = rows.at(-1);
      if (last !== undefined && drawn.repeats && last.repeats && last.text === drawn.text) {
        rows[rows.length - 1] = { ...last, until: event.at, count: last.count + 1 };
      } else rows.push({ ...drawn, id: event.id, at: event.at, until: event.at, count: 1 });
    }
    this.rows = rows;
    return rows;
  }
}

/** The pod that the diagram is of: the selected one, else the first that gets stuck in this trace, else the first at all. */
export function sequencePod(events: readonly TraceEvent[], selected: PodUID | null): PodUID | null {
  if (selected !== null) return selected;
  const stuck = events.find(({ kind }) => kind === 'becameStuck');
  return stuck?.pod ?? events.find(({ pod }) => pod !== null)?.pod ?? null;
}
