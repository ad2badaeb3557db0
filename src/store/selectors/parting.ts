import type { TraceEvent } from '../../transport/protocol';
import type { RunView } from '../simulationStore';
import { type Divergence, firstDivergence } from '../vocabulary';
import { podNames } from './eventsNames';

interface Known {
  readonly other: readonly TraceEvent[];
  /** How long both traces were. */
  readonly lengths: string;
  readonly found: Divergence | null;
}

const KNOWN = new WeakMap<readonly TraceEvent[], Known>();

/** Where two runs part; `null`: they have not, as far as both have been simulated. Looked for anew only when a trace has grown. */
export function partingOf(a: RunView, b: RunView): Divergence | null {
  const known = KNOWN.get(a.events);
  const lengths = `${a.length} ${b.length}`;
  // Once they have parted, more events change nothing.
  if (known?.other === b.events && (known.found !== null || known.lengths === lengths)) return known.found;
  const first =
    a.length === 0 || b.length === 0
      ? null
      : firstDivergence(a.events, b.events, podNames(a.events, a.moment?.pods ?? []));
  // A run that has only not been simulated so far does not differ yet.
  const found = first !== null && first.at > Math.min(a.now, b.now) ? null : first;
  KNOWN.set(a.events, { other: b.events, lengths, found });
  return found;
}
