import type { Lab } from './lab';

/** The scenario that a first visitor sees: the bug, before and after its fix. */
const HERO = 'force-delete-stop-error';

/** How fast the hero plays from each virtual second on: slowly while it is explained, faster while nothing new comes. */
const PACE: readonly (readonly [number, number])[] = [
  [0, 1],
  [6, 4],
];

/** Here the story is told, virtual ms: the pod has been stuck for a good while. */
export const STILL = 45_000;

/** Opens the hero. With `still` it stands at the end of the story; else it begins to play by itself. */
export function openHero(lab: Lab, still: boolean): void {
  lab.open({ kind: 'catalog', name: HERO }, ['v1.26', 'v1.27']);
  if (still) lab.set({ playhead: STILL, autoplay: false, speed: 1 });
  else lab.set({ playing: true, autoplay: true, skipIdle: false, speed: 1 });
}

/** Once a frame while the hero plays by itself: sets the pace, and stops at the end of the story. */
export function paceHero(lab: Lab): void {
  const { autoplay, playhead, speed, playing } = lab.view.getState();
  if (!autoplay) return;
  if (playhead >= STILL || (!playing && playhead > 0)) {
    lab.set({ autoplay: false, playing: false, speed: 1, skipIdle: true });
    return;
  }
  const pace = PACE.findLast(([from]) => playhead >= from * 1000)?.[1] ?? 1;
  if (pace !== speed) lab.set({ speed: pace });
}

/** Anything that a person does takes the hero's hand off the controls. */
export function takeControl(lab: Lab): void {
  if (lab.view.getState().autoplay) lab.set({ autoplay: false, playing: false, speed: 1, skipIdle: true });
}
