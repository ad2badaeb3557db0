import { memo, useId } from 'react';
import type { PaletteEntry } from '../../store/selectors/injectPalette';
import { Glyph } from './Glyph';

/**
 * A command of the palette. One that cannot be given now can still be reached, and says why in place of what it does; pressing
 * it does nothing.
 */
export const CommandButton = memo(function CommandButton({
  entry,
  reason,
  expanded,
  press,
}: {
  readonly entry: PaletteEntry;
  /** Why not; `null`: it can be given. */
  readonly reason: string | null;
  readonly expanded: boolean;
  readonly press: (entry: PaletteEntry) => void;
}) {
  const id = useId();
  const capital = entry.hotkey !== entry.hotkey.toLowerCase();
  const keys = `X, then ${capital ? 'Shift+' : ''}${entry.hotkey.toUpperCase()}`;
  return (
    <div className="command-row" data-off={reason !== null} data-open={expanded}>
      <Glyph id={entry.id} />
      <button
        type="button"
        className="command"
        data-command={entry.id}
        aria-describedby={id}
        aria-disabled={reason !== null}
        aria-expanded={expanded}
        aria-keyshortcuts={`X ${capital ? 'Shift+' : ''}${entry.hotkey.toUpperCase()}`}
        title={reason === null ? keys : `Not now: ${reason}`}
        onClick={() => {
          if (reason === null) press(entry);
        }}
      >
        {entry.name}
      </button>
      <kbd>{entry.hotkey}</kbd>
      <span className="command-effect">
        <span className="command-does" id={reason === null ? id : undefined}>
          {entry.effect}
        </span>
        {reason !== null && (
          <span className="command-reason" id={id}>
            {reason}
          </span>
        )}
      </span>
    </div>
  );
});
