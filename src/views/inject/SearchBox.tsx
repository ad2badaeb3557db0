import { useEffect, useRef, useState } from 'react';
import { PALETTE, type PaletteEntry } from '../../store/selectors/injectPalette';
import { onFocusInject } from '../shared/focusInject';

/**
 * Filters the palette. Reached with `X`, the next letter picks a command by its hotkey; a key that is none, or `/`, begins a
 * search. Enter takes the first that is found.
 */
export function SearchBox({
  search,
  setSearch,
  choose,
  first,
}: {
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly choose: (entry: PaletteEntry) => void;
  /** What Enter takes. */
  readonly first: PaletteEntry | null;
}) {
  const box = useRef<HTMLInputElement>(null);
  const lastKey = useRef('');
  const [picking, setPicking] = useState(false);
  useEffect(() => {
    const note = (event: KeyboardEvent): void => {
      lastKey.current = event.key.toLowerCase();
    };
    window.addEventListener('keydown', note, true);
    const stop = onFocusInject(() => {
      box.current?.focus();
      setPicking(lastKey.current === 'x');
    });
    return () => {
      window.removeEventListener('keydown', note, true);
      stop();
    };
  }, []);
  const pressed = (event: React.KeyboardEvent<HTMLInputElement>): void => {
    if (picking && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      setPicking(false);
      const entry = PALETTE.find(({ hotkey }) => hotkey === event.key);
      if (entry !== undefined || event.key === '/') event.preventDefault();
      if (entry !== undefined) choose(entry);
      return;
    }
    if (event.key === 'Enter' && search !== '' && first !== null) choose(first);
    else if (event.key === 'ArrowDown')
      box.current?.closest('section')?.querySelector<HTMLElement>('[data-command]')?.focus();
    else if (event.key === 'Escape' && search !== '') setSearch('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="inject-search">
      <input
        ref={box}
        type="search"
        aria-label="Find a fault or command"
        placeholder={picking ? 'a letter picks, / searches' : 'Find a fault or command'}
        value={search}
        data-picking={picking}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={pressed}
        onBlur={() => setPicking(false)}
      />
    </div>
  );
}
