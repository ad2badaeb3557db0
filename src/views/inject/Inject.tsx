import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLab, useView } from '../../store/hooks';
import { findEntries, type PaletteEntry } from '../../store/selectors/injectPalette';
import { disabledReason, situationOf } from '../../store/selectors/injectSituation';
import type { Command, GivenAt } from '../../transport/protocol';
import { Icon } from '../shared/Icon';
import { useCalmPane } from '../shared/useCalmPane';
import { CommandGroups } from './CommandGroups';
import { SearchBox } from './SearchBox';
import { type Done, Toast } from './Toast';
import { Tray } from './Tray';
import './inject.css';

/** Everything that can be done to the node, and what has been. */
export function Inject() {
  const lab = useLab();
  const open = useView((view) => view.injectOpen);
  const run = useCalmPane(0);
  const situation = useMemo(() => situationOf(run), [run]);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // On a phone the palette is long: it opens when it is asked for.
    if (window.matchMedia('(max-width: 699px)').matches) lab.set({ injectOpen: false });
  }, [lab]);

  const asked = useView((view) => view.asked);
  useEffect(() => {
    if (asked === null) return;
    setSearch('');
    setChosen(asked);
    lab.set({ asked: null });
  }, [lab, asked]);

  const focusButton = (id: string): void =>
    region.current?.querySelector<HTMLElement>(`[data-command="${id}"]`)?.focus();
  const choose = (entry: PaletteEntry): void => {
    setSearch('');
    if (disabledReason(entry, situation) === null) setChosen(entry.id);
    else requestAnimationFrame(() => focusButton(entry.id));
  };
  const press = useRef<(entry: PaletteEntry) => void>(() => {});
  useEffect(() => {
    press.current = (entry) => (chosen === entry.id ? close() : choose(entry));
  });
  // Always the same, so that a button is drawn anew only when it can be pressed no more, or again.
  const pressed = useCallback((entry: PaletteEntry) => press.current(entry), []);
  const close = (): void => {
    if (chosen !== null) focusButton(chosen);
    setChosen(null);
  };
  const give = (command: Command, at: number): void => {
    const past = lab.panes().some((pane) => at < pane.now);
    lab.inject(command, at);
    const { panes } = lab.view.getState();
    setDone({ words: `${past ? 'Forked' : 'Given'} at ${(at / 1000).toFixed(1)} s`, at, panes });
    close();
  };
  const change = (commands: readonly Command[], at: number): void => {
    lab.injectAll(commands, at);
    setDone({ words: `Changed at ${(at / 1000).toFixed(1)} s`, at, panes: lab.view.getState().panes });
  };
  const regive = (index: number, instead: GivenAt): void => {
    lab.regiveAt(index, instead);
    setDone({ words: 'Changed', at: instead.at, panes: lab.view.getState().panes });
  };
  const mute = (index: number): void => {
    lab.mute(index);
    setDone({ words: 'Left out', at: -1, panes: lab.view.getState().panes });
  };
  const found = findEntries(search);
  return (
    <section ref={region} className="inject" aria-label="Inject" data-open={open}>
      <div className="inject-head">
        <h2>Inject</h2>
        <button
          type="button"
          aria-expanded={open}
          aria-label={open ? 'Hide palette' : 'Show palette'}
          title={open ? 'Hide palette' : 'Show palette'}
          onClick={() => lab.set({ injectOpen: !open })}
        >
          <Icon name="panel" />
        </button>
      </div>
      {open && (
        <>
          <SearchBox
            search={search}
            setSearch={setSearch}
            choose={choose}
            first={found.find((entry) => disabledReason(entry, situation) === null) ?? null}
          />
          <CommandGroups
            found={found}
            situation={situation}
            chosen={chosen}
            press={pressed}
            close={close}
            give={give}
          />
          {run !== null && (
            <Tray
              run={run}
              situation={situation}
              give={(command) => give(command, lab.view.getState().playhead)}
              change={change}
              regive={regive}
              mute={mute}
            />
          )}
        </>
      )}
      <Toast done={done} dismiss={() => setDone(null)} />
    </section>
  );
}
