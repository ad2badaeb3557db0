import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepOffline } from './offline/register';
import { openHero } from './store/hero';
import { Lab } from './store/lab';
import { ENGINE_VERSION, openAddress } from './store/session';
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

function start(root: HTMLElement): void {
  const lab = new Lab(workerPort);
  const embed = new URLSearchParams(location.search).get('embed') === '1';
  void openAddress(lab, location.hash, () => {
    openHero(lab, remembered() || embed || window.matchMedia('(prefers-reduced-motion: reduce)').matches);
    // The worker need not wait until the page has been drawn for the first time.
    lab.frame(0);
  });
  // A link that is pasted over the address of the open page: what is shown stays if it is no good.
  window.addEventListener('hashchange', () => void openAddress(lab, location.hash, () => {}));
  Object.assign(window, {
    /** Read-only helpers for tests and bug reports. */
    __lab: {
      version: ENGINE_VERSION,
      fingerprint: () => lab.panes()[0]?.fingerprint ?? '',
      now: () => lab.view.getState().playhead,
      isIdle: () => lab.simulation.actions.isIdle(),
      snapshot: () => lab.panes().map(({ release, now, moment }) => ({ release, now, moment })),
    },
  });
  createRoot(root).render(
    <StrictMode>
      <App lab={lab} embed={embed} />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root !== null) start(root);
keepOffline();
