import type { Lab } from './lab';

const MISSING = 'A part of the page cannot be loaded';

/**
 * What a button needs and is loaded when it is first pressed; `null`: it could not be loaded; `instead` is done, and the page says so. Happens
 * without a network before everything is kept for offline use, and when the site has been renewed under an open page.
 */
export async function loadPart<T>(
  lab: Lab,
  part: Promise<T>,
  instead: () => void = () => {},
): Promise<T | null> {
  try {
    const loaded = await part;
    if (lab.view.getState().problem?.startsWith(MISSING) === true) lab.set({ problem: null });
    return loaded;
  } catch (error) {
    instead();
    const why = error instanceof Error ? error.message : String(error);
    lab.set({
      problem: `${MISSING}: ${why}. Tip: try again, or load the page again.`,
    });
    return null;
  }
}
