import { useEffect } from 'react';
import { takeControl } from '../../store/hero';
import { useLab, useView } from '../../store/hooks';
import { actionFor, keyName, PLAY_OR_PAUSE } from '../../store/keys';
import { focusInject } from './focusInject';
import { nextRegion } from './nextRegion';
import { Part } from './Part';

const loadDialog = async () => (await import('./KeyDialog')).KeyDialog;

/** Keys that mean something to the thing that has the focus, and not to the page. */
const belongsToFocus = (event: KeyboardEvent): boolean => {
  const target = event.target as HTMLElement | null;
  if (target === null) return false;
  if (
    target.closest(
      'input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]',
    ) !== null
  )
    return true;
  const moves = /^(Arrow|Home|End|Page|Enter$| $)/.test(event.key);
  return (
    moves &&
    target.closest('button, a, input, [role=grid], [role=tree], [role=log], [role=tab], dialog, summary') !==
      null
  );
};

/** What pauses what plays by itself: were it stopped beforehand, this would start it again. */
const isPlayButton = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button.play') !== null;

/** The keyboard of the page: shortcuts, the sheet that lists them (`?`) and the palette (Ctrl+K). */
export function Keyboard() {
  const lab = useLab();
  const open = useView((view) => view.keysOpen);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const name = keyName(event);
      const plays = belongsToFocus(event) ? isPlayButton(event.target) : actionFor(name) === PLAY_OR_PAUSE;
      if (!plays) takeControl(lab);
      if (name === 'Ctrl+k') {
        event.preventDefault();
        return lab.set({ keysOpen: 'palette' });
      }
      if (name === 'F6' || name === 'Shift+F6') {
        event.preventDefault();
        return nextRegion(name === 'F6' ? 1 : -1);
      }
      if (belongsToFocus(event) || document.querySelector('dialog:modal') !== null) return;
      if (name === '?' || name === 'Shift+?') return lab.set({ keysOpen: 'sheet' });
      if (name === 'x' || name === '/') {
        event.preventDefault();
        lab.set({ injectOpen: true });
        return void requestAnimationFrame(focusInject);
      }
      const action = actionFor(name);
      if (action === null) return;
      event.preventDefault();
      action.run(lab);
    };
    const clicked = ({ target }: PointerEvent): void => {
      if (!isPlayButton(target)) takeControl(lab);
    };
    window.addEventListener('keydown', pressed);
    window.addEventListener('pointerdown', clicked);
    return () => {
      window.removeEventListener('keydown', pressed);
      window.removeEventListener('pointerdown', clicked);
    };
  }, [lab]);
  if (open === null) return null;
  const close = (): void => lab.set({ keysOpen: null });
  return <Part load={loadDialog} with={{ kind: open, close }} waiting={null} />;
}
