import { useEffect, useRef, useState } from 'react';
import { useLab } from '../../store/hooks';
import { KEY_ACTIONS } from '../../store/keys';
import './keyboard.css';

/** The sheet of keys, or the palette of commands: a box over the page. */
export function KeyDialog({
  kind,
  close,
}: {
  readonly kind: 'sheet' | 'palette';
  readonly close: () => void;
}) {
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
