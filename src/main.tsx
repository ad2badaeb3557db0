import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepOffline } from './offline/register';
import { ENGINE_VERSION } from './store/engineVersion';
import { openHero } from './store/hero';
import { Lab } from './store/lab';
import { loadPart } from './store/loadPart';
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

/** Opens the link in the address; `otherwise` shows something else where it is no good. */
async function openLink(lab: Lab, otherwise: () => void): Promise<void> {
  const session = await loadPart(lab, import('./store/session'), otherwise);
  await session?.openAddress(lab, location.hash, otherwise);
}

function start(root: HTMLElement): void {
  const lab = new Lab(workerPort);
  const embed = new URLSearchParams(location.search).get('embed') === '1';
  const hero = (): void => {
    openHero(lab, remembered() || embed || window.matchMedia('(prefers-reduced-motion: reduce)').matches);
    // The worker need not wait until the page has been drawn for the first time.
    lab.frame(0);
  };
  if (location.hash.length > 1) void openLink(lab, hero);
  else hero();
  // A link that is pasted over the address of the open page: what is shown stays if it is no good.
  window.addEventListener('hashchange', () => void openLink(lab, () => {}));
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
