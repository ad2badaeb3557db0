import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { formatDiagnostic } from './base/result';
import { keepOffline } from './offline/register';
import { openHero } from './store/hero';
import { Lab } from './store/lab';
import { decodeLink, type SharedLink } from './store/link';
import { ENGINE_VERSION, openLink } from './store/session';
import { workerPort } from './transport/workerPort';
import { App } from './views/App';

/** Remembers that this browser has seen the hero play. */
const SEEN = 'pod-worker-lab-seen';

function remembered(): boolean {
  try {
    const seen = localStorage.getItem(SEEN) !== null;
    localStorage.setItem(SEEN, '1');
    return seen;
  } catch {
    return false; // Storage is forbidden here: play it.
  }
}

async function start(root: HTMLElement): Promise<void> {
  const lab = new Lab(workerPort);
  const embed = new URLSearchParams(location.search).get('embed') === '1';
  let link: SharedLink | null = null;
  let problem: string | null = null;
  if (location.hash.length > 1) {
    const decoded = await decodeLink(location.hash.slice(1));
    if ('message' in decoded) problem = formatDiagnostic(decoded);
    else link = decoded;
  }
  if (link !== null) openLink(lab, link);
  else openHero(lab, remembered() || embed || window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  Object.assign(window, {
    /** Read-only helpers for tests and bug reports. */
    __lab: {
      version: ENGINE_VERSION,
      fingerprint: () => lab.panes()[0]?.fingerprint ?? '',
      now: () => lab.view.getState().playhead,
      snapshot: () => lab.panes().map(({ release, now, moment }) => ({ release, now, moment })),
    },
  });
  createRoot(root).render(
    <StrictMode>
      <App lab={lab} link={link} problem={problem} embed={embed} />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root !== null) void start(root);
keepOffline();
