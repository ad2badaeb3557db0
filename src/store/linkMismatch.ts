import { shownText } from '../base/shownText';
import { fingerprintOf } from '../transport/vocabulary';
import { ENGINE_VERSION } from './engineVersion';
import type { SharedLink } from './link';
import type { RunView } from './simulationStore';

/** What is to be said when a link's run no longer plays as it did; `null` while it does, or is not far enough yet. */
export function mismatchOf(run: RunView, { runs }: SharedLink): string | null {
  let good = 0;
  for (const [count, print] of runs.checks) {
    if (run.events.length < count) return null;
    if (fingerprintOf(run.events.slice(0, count)) !== print) {
      return `Recorded with ${runs.engine === '' ? 'another engine' : `engine ${shownText(runs.engine)}`}; this engine (${ENGINE_VERSION}) differs from an event between ${good} and ${count} on.`;
    }
    good = count;
  }
  return null;
}
