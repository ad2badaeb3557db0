import type { Lab } from './lab';
import { interestingIn } from './selectors/interesting';
import { extentOf, type LaneWindow, panBy, windowOf, zoomAround } from './selectors/laneWindow';
import type { Tab } from './viewStore';

/** Something that a key does. The same list makes the sheet, the palette and the shortcuts. */
export interface KeyAction {
  /** As `event.key` says it, with `Ctrl+`, `Alt+` or `Shift+` in front; several do the same. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: (lab: Lab) => void;
}

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 10, 30, 100, 300, 1000];

const faster = (lab: Lab, direction: 1 | -1): void => {
  const { speed } = lab.view.getState();
  const next = direction === 1 ? SPEEDS.find((s) => s > speed) : SPEEDS.findLast((s) => s < speed);
  if (next !== undefined) lab.setSpeed(next);
};

const playOrPause = (lab: Lab): void => (lab.view.getState().playing ? lab.pause() : lab.play());

/** What the lanes show, and how far they go, virtual ms. */
function lanesOf(lab: Lab): { readonly shown: LaneWindow; readonly extent: number } {
  const { zoom: now, playhead } = lab.view.getState();
  const extent = extentOf([lab.horizon()], playhead);
  return { shown: windowOf(now, extent), extent };
}

/** Zooms around the playhead by a factor; below 1 is closer. */
const zoom = (lab: Lab, factor: number): void => {
  const { shown, extent } = lanesOf(lab);
  const { playhead } = lab.view.getState();
  const at = Math.max(shown.from, Math.min(playhead, shown.to));
  lab.set({ zoom: zoomAround(shown, at, factor, extent) });
};

/** By a quarter of what is shown. */
const pan = (lab: Lab, direction: 1 | -1): void => {
  const { shown, extent } = lanesOf(lab);
  lab.set({ zoom: panBy(shown, (direction * (shown.to - shown.from)) / 4, extent) });
};

const toTab = (tab: Tab, label: string, key: string): KeyAction => ({
  keys: [`Alt+${key}`],
  label: `Show ${label}`,
  run: (lab) => lab.setTab(tab),
});

const compare = (lab: Lab): void => {
  const releases = lab.panes().map(({ release }) => release);
  const [first] = releases;
  if (first !== undefined)
    lab.setReleases(releases.length === 2 ? [first] : [first, first === 'v1.26' ? 'v1.27' : 'v1.26']);
};

const podStep = (lab: Lab, direction: 1 | -1): void => {
  const pods = lab.panes()[0]?.moment?.pods ?? [];
  const at = pods.findIndex(({ uid }) => uid === lab.view.getState().pod);
  const next = pods[at === -1 ? 0 : (at + direction + pods.length) % pods.length];
  if (next !== undefined) lab.select(next.uid);
};

/** The one action that also stops what plays by itself. */
export const PLAY_OR_PAUSE: KeyAction = { keys: [' ', 'k'], label: 'Play or pause', run: playOrPause };

/** Every key of the page. */
export const KEY_ACTIONS: readonly KeyAction[] = [
  PLAY_OR_PAUSE,
  { keys: ['j'], label: 'Back 10 s', run: (lab) => lab.seek(lab.view.getState().playhead - 10_000) },
  { keys: ['l'], label: 'Forward 10 s', run: (lab) => lab.seek(lab.view.getState().playhead + 10_000) },
  { keys: [','], label: 'Previous event', run: (lab) => lab.step(-1, () => true) },
  { keys: ['.', 'PageDown'], label: 'Next event', run: (lab) => lab.step(1, () => true) },
  {
    keys: ['p'],
    label: 'Previous interesting event',
    run: (lab) => lab.step(-1, (run, e) => interestingIn(run.events, e)),
  },
  {
    keys: ['n'],
    label: 'Next interesting event',
    run: (lab) => lab.step(1, (run, e) => interestingIn(run.events, e)),
  },
  { keys: ['<'], label: 'Slower', run: (lab) => faster(lab, -1) },
  { keys: ['>'], label: 'Faster', run: (lab) => faster(lab, 1) },
  { keys: ['Home'], label: 'To start', run: (lab) => lab.seek(0) },
  { keys: ['End'], label: 'To end', run: (lab) => lab.seek(lab.horizon()) },
  ...Array.from(
    { length: 10 },
    (_, i): KeyAction => ({
      keys: [String(i)],
      label: `Go to ${i * 10} %`,
      run: (lab) => lab.seek((lab.horizon() * i) / 10),
    }),
  ),
  { keys: ['w'], label: 'Zoom in', run: (lab) => zoom(lab, 0.5) },
  { keys: ['s'], label: 'Zoom out', run: (lab) => zoom(lab, 2) },
  { keys: ['a'], label: 'Pan left', run: (lab) => pan(lab, -1) },
  { keys: ['d'], label: 'Pan right', run: (lab) => pan(lab, 1) },
  { keys: ['f'], label: 'Show the whole run', run: (lab) => lab.set({ zoom: null }) },
  { keys: ['['], label: 'Previous pod', run: (lab) => podStep(lab, -1) },
  { keys: [']'], label: 'Next pod', run: (lab) => podStep(lab, 1) },
  {
    keys: ['Escape'],
    label: 'Clear the selection',
    run: (lab) => lab.set({ pod: null, event: null, problem: null }),
  },
  { keys: ['c'], label: 'Compare on or off', run: compare },
  { keys: ['Ctrl+z'], label: 'Undo', run: (lab) => lab.undo() },
  { keys: ['Ctrl+Shift+Z', 'Ctrl+y'], label: 'Redo', run: (lab) => lab.redo() },
  {
    keys: ['q'],
    label: 'Details on or off',
    run: (lab) => lab.set({ detailsOpen: !lab.view.getState().detailsOpen }),
  },
  {
    keys: ['Shift+X'],
    label: 'Inject palette on or off',
    run: (lab) => lab.set({ injectOpen: !lab.view.getState().injectOpen }),
  },
  toTab('statechart', 'the statechart', '1'),
  toTab('sequence', 'the sequence', '2'),
  toTab('events', 'the events', '3'),
  toTab('metrics', 'the metrics', '4'),
  toTab('explorer', 'the explorer', '5'),
  toTab('import', 'the import of evidence', '6'),
];

/** How a pressed key is called in the registry. */
export function keyName(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}): string {
  const { key } = event;
  const shift =
    event.shiftKey && (event.ctrlKey || event.metaKey || (key.length === 1 && key !== key.toLowerCase()));
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`;
}

/** What a key does; `null`: nothing. */
export const actionFor = (name: string): KeyAction | null =>
  KEY_ACTIONS.find(({ keys }) => keys.includes(name)) ?? null;
