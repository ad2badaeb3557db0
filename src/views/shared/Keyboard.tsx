import { useEffect, useRef, useState } from 'react';
import { takeControl } from '../../store/hero';
import { useLab } from '../../store/hooks';
import { actionFor, KEY_ACTIONS, keyName, PLAY_OR_PAUSE } from '../../store/keys';
import { focusInject } from './focusInject';
import './keyboard.css';

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
  const [open, setOpen] = useState<'sheet' | 'palette' | null>(null);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const name = keyName(event);
      const plays = belongsToFocus(event) ? isPlayButton(event.target) : actionFor(name) === PLAY_OR_PAUSE;
      if (!plays) takeControl(lab);
      if (name === 'Ctrl+k') {
        event.preventDefault();
        return setOpen('palette');
      }
      if (belongsToFocus(event) || document.querySelector('dialog:modal') !== null) return;
      if (name === '?' || name === 'Shift+?') return setOpen('sheet');
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
  return <KeyDialog kind={open} close={() => setOpen(null)} />;
}

function KeyDialog({ kind, close }: { readonly kind: 'sheet' | 'palette'; readonly close: () => void }) {
  const lab = useLab();
  const dialog = useRef<HTMLDialogElement>(null);
  const [search, setSearch] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  const found = KEY_ACTIONS.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
  return (
    <dialog
      ref={dialog}
      className="keys"
      aria-label={kind === 'sheet' ? 'Keyboard shortcuts' : 'Commands'}
      onClose={close}
    >
      <form
        method="dialog"
        onSubmit={() => {
          if (kind === 'palette') found[0]?.run(lab);
        }}
      >
        {kind === 'palette' ? (
          <input
            type="search"
            aria-label="Find a command"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        ) : (
          <h2>Keyboard</h2>
        )}
        <ul>
          {found.map((action) => (
            <li key={action.label}>
              <button
                type="button"
                onClick={() => {
                  dialog.current?.close();
                  action.run(lab);
                }}
              >
                <span>{action.label}</span>
                <span>
                  {action.keys.map((key) => (
                    <kbd key={key}>{key === ' ' ? 'Space' : key}</kbd>
                  ))}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p>No command has “{search}” in its name.</p>}
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </form>
    </dialog>
  );
}
