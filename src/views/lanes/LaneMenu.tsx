import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useLab } from '../../store/hooks';
import { PALETTE, type PaletteEntry } from '../../store/selectors/injectPalette';
import { isPodCommand, podReason, situationOf, templateOf } from '../../store/selectors/injectSituation';
import type { RunView } from '../../store/simulationStore';
import type { PodUID } from '../../transport/protocol';

/** Whose menu is open, and where, px from the window's corner. */
export interface MenuPlace {
  readonly uid: PodUID;
  readonly x: number;
  readonly y: number;
}

/** Calls that fail for one pod, of those in the palette the ones that people look for at a lane. */
const FAULTS: ReadonlySet<string> = new Set([
  'StopContainer',
  'StopPodSandbox',
  'StartContainer',
  'UnmountVolume',
]);

/** What can be done to the pod of a lane, as a menu at the pointer or the row; choosing opens the palette's form for that pod. */
export function LaneMenu({
  place,
  run,
  name,
  close,
}: {
  readonly place: MenuPlace;
  readonly run: RunView;
  readonly name: string;
  /** `chose`: the focus goes on to the form. */
  readonly close: (chose: boolean) => void;
}) {
  const lab = useLab();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => menu.current?.querySelector<HTMLElement>('button')?.focus(), []);
  const entries = entriesFor(run, place.uid);
  const choose = (entry: PaletteEntry): void => {
    lab.select(place.uid);
    lab.set({ injectOpen: true, asked: entry.id });
    close(true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      return close(false);
    }
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    items[(next + items.length) % items.length]?.focus();
  };
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={`Inject for ${name}`}
      className="lane-menu"
      style={{ left: place.x, top: place.y }}
      onKeyDown={onKeyDown}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close(true)}
    >
      {entries.map((entry) => (
        <button key={entry.id} type="button" role="menuitem" tabIndex={-1} onClick={() => choose(entry)}>
          {entry.name}
        </button>
      ))}
    </div>
  );
}

/** The palette's entries that can be given for a pod now. */
function entriesFor(run: RunView, uid: PodUID): readonly PaletteEntry[] {
  const situation = situationOf(run);
  const pod = situation?.moment.pods.find((candidate) => candidate.uid === uid);
  const template = situation === null || pod === undefined ? null : templateOf(situation, pod);
  return PALETTE.filter((entry) => {
    if (entry.does === 'injectFault') return FAULTS.has(entry.id);
    if (entry.does === 'restartKubelet') return situation?.moment.kubeletUp === true;
    if (!isPodCommand(entry.does) || situation === null || template === null) return false;
    return podReason(entry.does, template, situation) === null;
  });
}
