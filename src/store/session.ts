import { formatDiagnostic } from '../base/result';
import { fingerprintOf } from '../transport/vocabulary';
import { ENGINE_VERSION } from './engineVersion';
import { isExplorerLink } from './explorerLink';
import { STILL } from './hero';
import type { Lab } from './lab';
import { decodeLink, encodeLink, type SharedLink } from './link';
import type { RunView } from './simulationStore';
import type { Tab } from './viewStore';

/** How many places of the trace a link can tell apart when it no longer fits. */
const CHECKS = 12;

/** The link to what is shown now, without the `#`. */
export async function linkOf(lab: Lab): Promise<string> {
  const panes = lab.panes();
  const { playhead, pod, event, tab } = lab.view.getState();
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
    view: { playhead, pod, event, tab },
  });
}

function checksOf({ events }: RunView): (readonly [number, string])[] {
  const counts = Array.from({ length: CHECKS }, (_, i) => Math.round((events.length * (i + 1)) / CHECKS));
  return [...new Set(counts)]
    .filter((count) => count > 0)
    .map((count) => [count, fingerprintOf(events.slice(0, count))]);
}

/** Opens what a link holds; what is shown stays if it cannot be, and `otherwise` is called when it is known. */
function openLink(lab: Lab, shared: SharedLink, otherwise: () => void): void {
  const { runs, view } = shared;
  lab.tryOpen(
    runs,
    (message) => {
      otherwise();
      lab.set({ problem: `This link cannot be opened: ${message}` });
    },
    () => {
      const [run] = lab.view.getState().panes;
      lab.set({
        ...(run === undefined ? {} : { link: { run, shared } }),
        playhead: view.playhead,
        event: view.event,
        extendedTo: view.playhead > lab.horizon() ? view.playhead : 0,
        pod: view.pod as ReturnType<typeof lab.view.getState>['pod'],
      });
      if (isTab(view.tab)) lab.setTab(view.tab);
    },
  );
}

/** Opens the link in the address, if there is one; `otherwise` shows something else when there is none or it is no good. */
export async function openAddress(lab: Lab, hash: string, otherwise: () => void): Promise<void> {
  if (hash.length <= 1) return otherwise();
  if (isExplorerLink(hash.slice(1))) {
    otherwise();
    const { autoplay } = lab.view.getState();
    if (autoplay) lab.set({ autoplay: false, playing: false, playhead: STILL, skipIdle: true });
    lab.setTab('explorer');
    return lab.set({ explorerLink: hash.slice(1) });
  }
  const isLast = lab.attemptToOpen();
  const decoded = await decodeLink(hash.slice(1));
  if (!isLast()) return;
  if (!('message' in decoded)) return openLink(lab, decoded, otherwise);
  otherwise();
  const said = formatDiagnostic(decoded);
  lab.set({ problem: `${said.charAt(0).toUpperCase()}${said.slice(1)}` });
}

const isTab = (tab: string | null): tab is Tab =>
  tab !== null && ['statechart', 'sequence', 'events', 'metrics', 'explorer', 'import'].includes(tab);
