import type { RunView } from '../simulationStore';
import { counterpart } from '../vocabulary';
import { partingOf } from './parting';

/** Right after which event `b` stands as `a` does after `event`; `null`: at the end of the millisecond, as always once they have parted. */
export function eventInOther(a: RunView, b: RunView, event: number): number | null {
  if (a.id === b.id) return event;
  const parting = partingOf(a, b);
  return parting !== null && parting.event <= event ? null : counterpart(a.events, b.events, event);
}
