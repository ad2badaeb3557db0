import { useEffect } from 'react';

/** What a focus can go to. */
const FOCUSABLE =
  'button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, a[href], summary, [tabindex="0"]';

/** Beyond the region that it stood in the focus would be somewhere else altogether. */
const REGION = 'header, section[aria-label], aside, footer, [role=tabpanel]';

/**
 * Where the thing that has the focus goes away, the focus goes to the nearest that is left beside it, and not to the beginning of the
 * page: what somebody does by keyboard (leave a command out, lift a fault, undo) often takes away the very button that did it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The thing with the focus, and what it stands in, the nearest first. */
    let path: HTMLElement[] = [];
    const focused = ({ target }: FocusEvent): void => {
      path = [];
      for (let at = target as HTMLElement | null; at !== null; at = at.parentElement) {
        path.push(at);
        if (at.matches(REGION)) return;
      }
      path = [];
    };
    let handle = requestAnimationFrame(function look() {
      handle = requestAnimationFrame(look);
      const [lost, ...around] = path;
      if (lost === undefined || document.activeElement !== document.body) return;
      path = [];
      // Still there: somebody has clicked elsewhere.
      if (lost.isConnected && !lost.matches(':disabled')) return;
      const place = around.find((at) => at.isConnected && at.querySelector(FOCUSABLE) !== null);
      place?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
      if (place !== undefined || around.length === 0) return;
      const region = around.at(-1);
      if (region?.isConnected !== true) return;
      region.tabIndex = -1;
      region.focus();
    });
    window.addEventListener('focusin', focused);
    return () => {
      cancelAnimationFrame(handle);
      window.removeEventListener('focusin', focused);
    };
  }, []);
}
