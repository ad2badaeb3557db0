import type { RunId } from '../transport/protocol';

/** What undo brings back: the runs in the panes, and the moment that was looked at. The runs themselves are kept as they are. */
export interface Shown {
  readonly panes: readonly RunId[];
  /** Virtual ms. */
  readonly playhead: number;
  /** A trace event of the first pane. */
  readonly event: number | null;
  /** How far the runs went beyond their end, virtual ms. */
  readonly extendedTo: number;
}

/** What was shown before, and what was undone. */
export class UndoHistory {
  private past: Shown[] = [];
  private future: Shown[] = [];

  get canGoBack(): boolean {
    return this.past.length > 0;
  }

  get canGoForth(): boolean {
    return this.future.length > 0;
  }

  /** Something else is about to be shown in place of `now`: what had been undone is gone. */
  add(now: Shown): void {
    this.past.push(now);
    this.future = [];
  }

  clear(): void {
    this.past = [];
    this.future = [];
  }

  /** What was shown before `now`; `null`: nothing. */
  back(now: Shown): Shown | null {
    return move(this.past, this.future, now);
  }

  /** What was undone last; `null`: nothing. */
  forth(now: Shown): Shown | null {
    return move(this.future, this.past, now);
  }
}

function move(from: Shown[], to: Shown[], now: Shown): Shown | null {
  const step = from.pop() ?? null;
  if (step !== null) to.push(now);
  return step;
}
