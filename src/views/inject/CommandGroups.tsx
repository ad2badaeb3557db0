import { useId } from 'react';
import type { GroupName, PaletteEntry } from '../../store/selectors/injectPalette';
import { disabledReason, type Situation } from '../../store/selectors/injectSituation';
import type { Command } from '../../transport/protocol';
import { CommandButton } from './CommandButton';
import { CommandForm } from './CommandForm';

const GROUPS: readonly GroupName[] = ['CRI', 'Pods', 'Node'];

/** The commands in their groups, the form of the chosen one under its button. Arrow keys go along the buttons. */
export function CommandGroups({
  found,
  situation,
  chosen,
  press,
  close,
  give,
}: {
  readonly found: readonly PaletteEntry[];
  readonly situation: Situation | null;
  /** The id of the entry whose form is open. */
  readonly chosen: string | null;
  /** A button was pressed. */
  readonly press: (entry: PaletteEntry) => void;
  readonly close: () => void;
  readonly give: (command: Command, at: number) => void;
}) {
  const id = useId();
  if (found.length === 0) return <p className="dim inject-none">Nothing is called that.</p>;
  return GROUPS.map((group) => {
    const entries = found.filter((entry) => entry.group === group);
    if (entries.length === 0) return null;
    return (
      <div key={group} className="command-group">
        <h3 id={`${id}-${group}`}>{group}</h3>
        <ul aria-labelledby={`${id}-${group}`}>
          {entries.map((entry) => (
            <li key={entry.id} onKeyDown={moveFocus}>
              <CommandButton
                entry={entry}
                reason={disabledReason(entry, situation)}
                expanded={chosen === entry.id}
                press={press}
              />
              {chosen === entry.id && situation !== null && (
                <CommandForm entry={entry} situation={situation} give={give} close={close} />
              )}
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

/** From one command to the next, across groups. */
function moveFocus(event: React.KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLElement) || event.target.dataset.command === undefined)
    return;
  const all = [...(event.target.closest('section')?.querySelectorAll<HTMLElement>('[data-command]') ?? [])];
  all[all.indexOf(event.target) + step]?.focus();
  event.preventDefault();
}
