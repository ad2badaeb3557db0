import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PodUID, RunId } from '../transport/protocol';
import type { SharedLink } from './link';

export type Tab = 'statechart' | 'sequence' | 'events' | 'metrics' | 'explorer' | 'import';
export type Theme = 'system' | 'light' | 'dark' | 'contrast';
/** `overlay`: both runs in the same lanes, the first above, the second below. */
export type PaneLayout = 'side' | 'stacked' | 'overlay' | 'differences';

/**
 * How a person looks at the runs: nothing of it changes a run. The selection (pod, event) and the playhead are shared by every
 * view and both panes, and are what a link stores.
 */
export interface ViewState {
  /** The runs that are shown: one, or two when comparing. */
  readonly panes: readonly RunId[];
  readonly layout: PaneLayout;
  /** Virtual ms. */
  readonly playhead: number;
  /**
   * The playhead as words and numbers follow it: the same while it stands, a few times a second while it plays, since nobody reads
   * faster. Only what moves smoothly (lanes, scrubber) follows the playhead itself.
   */
  readonly beat: number;
  /** How far the runs go beyond the end of their scenario, virtual ms; 0: not at all. */
  readonly extendedTo: number;
  readonly playing: boolean;
  /** Virtual seconds a second. */
  readonly speed: number;
  /** Jumps over stretches in which nothing but loops happens. */
  readonly skipIdle: boolean;
  readonly pod: PodUID | null;
  /** A trace event of the first pane. */
  readonly event: number | null;
  readonly tab: Tab;
  readonly theme: Theme;
  /** The stretch of time that the lanes show, virtual ms; `null`: all of it. */
  readonly zoom: { readonly from: number; readonly to: number } | null;
  readonly injectOpen: boolean;
  /** The palette's entry whose form is to be opened, asked for from elsewhere. */
  readonly asked: string | null;
  readonly detailsOpen: boolean;
  /** The sheet of keys (`?`) or the palette of commands (Ctrl+K) lies over the page. */
  readonly keysOpen: 'sheet' | 'palette' | null;
  /** The hero's playback goes by itself until somebody touches anything. */
  readonly autoplay: boolean;
  /** The link that the shown runs came from, as long as they are the shown ones. */
  readonly link: { readonly run: RunId; readonly shared: SharedLink } | null;
  /** What was wrong with a link that was to be opened. */
  readonly problem: string | null;
  /** The hash of a link to an exploration that the Explorer has not read yet. */
  readonly explorerLink: string | null;
}

export type ViewStore = StoreApi<ViewState>;

/** What a page begins with. */
const INITIAL_VIEW: ViewState = {
  panes: [],
  layout: 'side',
  playhead: 0,
  beat: 0,
  extendedTo: 0,
  playing: false,
  speed: 1,
  skipIdle: true,
  pod: null,
  event: null,
  tab: 'statechart',
  theme: 'system',
  zoom: null,
  injectOpen: true,
  asked: null,
  detailsOpen: true,
  keysOpen: null,
  autoplay: false,
  link: null,
  problem: null,
  explorerLink: null,
};

/** The store of how the page is looked at; works without React. */
export const createViewStore = (): ViewStore => createStore<ViewState>(() => INITIAL_VIEW);
