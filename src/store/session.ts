import { fingerprintOf } from '../transport/vocabulary';
import type { Lab } from './lab';
import { encodeLink, type SharedLink } from './link';
import type { RunView } from './simulationStore';
import type { Tab } from './viewStore';

/** The engine of this page; a link that another one made may play differently. */
export const ENGINE_VERSION = '0.1.0';

/** How many places of the trace a link can tell apart when it no longer fits. */
const CHECKS = 12;

/** The link to what is shown now, without the `#`. */
export async function linkOf(lab: Lab): Promise<string> {
  const panes = lab.panes();
  const { playhead, pod, tab } = lab.view.getState();
  const [first] = panes;
  if (first === undefined) return '';
  const { source, seed, given, scenario, name } = first;
  return encodeLink({
    runs: {
      source,
      seed,
      given,
      engine: ENGINE_VERSION,
      releases: panes.map(({ release }) => release),
      title: scenario?.title ?? name,
      checks: checksOf(first),
    },
    view: { playhead, pod, tab },
  });
}

function checksOf({ events }: RunView): (readonly [number, string])[] {
  const counts = Array.from({ length: CHECKS }, (_, i) => Math.round((events.length * (i + 1)) / CHECKS));
  return [...new Set(counts)]
    .filter((count) => count > 0)
    .map((count) => [count, fingerprintOf(events.slice(0, count))]);
}

/** Opens what a link holds. */
export function openLink(lab: Lab, { runs, view }: SharedLink): void {
  lab.open(runs.source, runs.releases, runs.seed, runs.given);
  lab.set({
    playhead: view.playhead,
    pod: view.pod as ReturnType<typeof lab.view.getState>['pod'],
    ...(isTab(view.tab) ? { tab: view.tab } : {}),
  });
}

const isTab = (tab: string | null): tab is Tab =>
  tab !== null && ['statechart', 'sequence', 'events', 'metrics'].includes(tab);

/** What is to be said when a link's run no longer plays as it did; `null` while it does, or is not far enough yet. */
export function mismatchOf(run: RunView, { runs }: SharedLink): string | null {
  let good = 0;
  for (const [count, print] of runs.checks) {
    if (run.events.length < count) return null;
    if (fingerprintOf(run.events.slice(0, count)) !== print) {
      return `Recorded with engine ${runs.engine}; this engine (${ENGINE_VERSION}) differs from an event between ${good} and ${count} on.`;
    }
    good = count;
  }
  return null;
}
