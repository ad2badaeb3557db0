import { useId } from 'react';
import type { PaletteEntry } from './commandList';
import { Glyph } from './Glyph';

/**
 * A command of the palette. One that cannot be given now can still be reached, and says why in place of what it does; pressing
 * it does nothing.
 */
export function CommandButton({
  entry,
  reason,
  expanded,
  choose,
}: {
  readonly entry: PaletteEntry;
  /** Why not; `null`: it can be given. */
  readonly reason: string | null;
  readonly expanded: boolean;
  readonly choose: () => void;
}) {
  const id = useId();
  const capital = entry.hotkey !== entry.hotkey.toLowerCase();
  const keys = `X, then ${capital ? 'Shift+' : ''}${entry.hotkey.toUpperCase()}`;
  return (
    <button
      type="button"
      className="command"
      data-command={entry.id}
      aria-label={entry.name}
      aria-describedby={id}
      aria-disabled={reason !== null}
      aria-expanded={expanded}
      aria-keyshortcuts={`X ${capital ? 'Shift+' : ''}${entry.hotkey.toUpperCase()}`}
      title={reason === null ? keys : `Not now: ${reason}`}
      onClick={() => {
        if (reason === null) choose();
      }}
    >
      <Glyph id={entry.id} />
      <span className="command-name">{entry.name}</span>
      <kbd>{entry.hotkey}</kbd>
      <span className="command-effect" id={id}>
        {reason === null ? (
          entry.effect
        ) : (
          <>
            <span className="command-does">{entry.effect}</span>
            <span className="command-reason">{reason}</span>
          </>
        )}
      </span>
    </button>
  );
}
