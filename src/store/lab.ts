import { formatDiagnostic } from '../base/result';
import type { EvidencePort } from '../transport/evidenceProtocol';
import { evidenceWorkerPort } from '../transport/evidenceWorkerPort';
import type { ExplorerPort } from '../transport/explorerProtocol';
import { explorerWorkerPort } from '../transport/explorerWorkerPort';
import type { Command, GivenAt, PodUID, RunId, ScenarioSource } from '../transport/protocol';
import type { Port } from '../transport/simulationClient';
import { Playback, type Stage } from './playback';
import { type RunRecipe, runLike } from './selectors/branches';
import { eventInOther } from './selectors/eventInOther';
import { createSimulationStore, type RunView, type SimulationStore } from './simulationStore';
import { type Shown, UndoHistory } from './undoHistory';
import {
  createViewStore,
  type PaneLayout,
  type Tab,
  type Theme,
  type ViewState,
  type ViewStore,
} from './viewStore';

/** After a command near the end there is this much more to see, virtual ms. */
const MORE_MS = 30_000;

/** How much of a run is asked for before it is known how long it is, virtual ms. */
const BEGINNING_MS = 3000;

/** What is to be opened: a scenario in one release or two, with what was done by hand. */
export interface Opening {
  readonly source: ScenarioSource;
  readonly releases: readonly string[];
  /** `null`: the scenario's own. */
  readonly seed: number | null;
  readonly given: readonly GivenAt[];
}

/**
 * The page's one set of controls over both stores: everything that a button, a key or a link does goes through here, so that they
 * cannot come to mean different things. Works without React; time comes from whoever calls `frame`.
 */
export class Lab implements Stage {
  readonly simulation: SimulationStore;
  readonly view: ViewStore;
  private opened = 0;
  /** Counts what has been opened, or tried to: only the last counts. */
  private attempt = 0;
  private readonly playback = new Playback(this);
  /** What stood beside the stage before Import was shown. */
  private besides = { injectOpen: true, detailsOpen: true };
  private readonly history = new UndoHistory();

  constructor(
    makePort: () => Port,
    /** A line to an explorer, for whoever needs one (`explorerOf`). */
    readonly makeExplorerPort: () => ExplorerPort = explorerWorkerPort,
    /** A line to a reader of evidence (`evidenceOf`). */
    readonly makeEvidencePort: () => EvidencePort = evidenceWorkerPort,
  ) {
    this.simulation = createSimulationStore(makePort);
    this.view = createViewStore();
  }

  /** Shows a scenario from its beginning, in one release or two. */
  open(source: ScenarioSource, releases: readonly string[]): void {
    this.show(this.begin({ source, releases, seed: null, given: [] }));
  }

  /**
   * Shows what may be nothing: what is shown stays until the new runs are known to be good. `refuse` gets what is wrong,
   * `opened` is called when they are shown; neither if something else is opened meanwhile.
   */
  tryOpen(what: Opening, refuse: (message: string) => void, opened: () => void = () => {}): void {
    const ids = this.begin(what);
    const isLast = this.attemptToOpen();
    const stop = this.simulation.subscribe(({ runs }) => {
      if (!isLast()) {
        stop();
        for (const id of ids) this.simulation.actions.close(id);
        return;
      }
      const begun = ids.flatMap((id) => runs.get(id) ?? []);
      const refused = begun.find(({ diagnostics }) => diagnostics.length > 0);
      if (refused === undefined && begun.some(({ scenario }) => scenario === null)) return;
      stop();
      if (refused === undefined) {
        this.show(ids);
        opened();
        return;
      }
      for (const id of ids) this.simulation.actions.close(id);
      refuse(refused.diagnostics.map(formatDiagnostic).join('\n'));
    });
  }

  /** Begins an attempt to open something that takes time to be read. Tells whether nothing else has been opened, or tried to, since. */
  attemptToOpen(): () => boolean {
    const attempt = ++this.attempt;
    return () => attempt === this.attempt;
  }

  private begin({ source, releases, seed, given }: Opening): readonly RunId[] {
    return releases.map((release) => {
      const id = `run${++this.opened}`;
      this.simulation.actions.open(id, source, release, seed, given);
      // With the scenario comes so much of the run that its lanes can begin to move.
      this.simulation.actions.extend(id, BEGINNING_MS);
      return id;
    });
  }

  private show(panes: readonly RunId[]): void {
    this.attempt++;
    this.history.clear();
    for (const id of this.simulation.getState().runs.keys()) {
      if (!panes.includes(id)) this.simulation.actions.close(id);
    }
    this.set({
      ...{ panes, playhead: 0, playing: false, pod: null, event: null, zoom: null, extendedTo: 0 },
      ...{ link: null, problem: null, autoplay: false },
    });
  }

  /** Shows another scenario from its beginning; what was shown is kept, and undo brings it back. */
  replace(source: ScenarioSource, releases: readonly string[]): void {
    this.remember();
    const panes = this.begin({ source, releases, seed: null, given: [] });
    this.set({ panes, playhead: 0, playing: false, pod: null, event: null, zoom: null, extendedTo: 0 });
  }

  /** The runs that are shown. */
  panes(): readonly RunView[] {
    const { runs } = this.simulation.getState();
    return this.view.getState().panes.flatMap((id) => runs.get(id) ?? []);
  }

  /** Where the playhead can go to, whole virtual ms: the end of the scenario, or further if a command or a link is about a later time. */
  horizon(): number {
    const ends = this.panes().map(({ end, given }) => {
      const last = given.at(-1);
      return last === undefined ? end : Math.max(end, last.at + MORE_MS);
    });
    return Math.max(1, Math.ceil(this.view.getState().extendedTo), ...ends);
  }

  /**
   * Right after which of its events a run is shown: the one that is pointed at, once the first run has it at the playhead, or its
   * counterpart in the other. `null`: at the end of the playhead's millisecond.
   */
  eventIn(run: RunView): number | null {
    const { beat, event } = this.view.getState();
    const [first] = this.panes();
    if (event === null || first?.events[event]?.at !== Math.round(beat)) return null;
    return eventInOther(first, run, event);
  }

  /** Once an animation frame; `elapsed` in wall ms since the last one. */
  frame(elapsed: number): void {
    this.playback.frame(elapsed);
  }

  play(): void {
    const { playhead } = this.view.getState();
    this.set({ playing: true, ...(playhead >= this.horizon() ? { playhead: 0 } : {}) });
  }

  pause(): void {
    this.set({ playing: false });
  }

  seek(time: number): void {
    this.set({ playhead: Math.max(0, Math.min(time, this.horizon())), event: null, playing: false });
  }

  setSpeed(speed: number): void {
    this.set({ speed });
  }

  /** Goes to the next or previous trace event that `counts`, of the selected pod if there is one. */
  step(direction: 1 | -1, counts: (run: RunView, event: RunView['events'][number]) => boolean): void {
    const { playhead, event, pod } = this.view.getState();
    const run = this.panes()[0];
    if (run === undefined) return;
    const isNext = ({ id, at }: RunView['events'][number]): boolean =>
      event === null
        ? direction === 1
          ? at > playhead
          : at < playhead
        : direction === 1
          ? id > event
          : id < event;
    const fits = (candidate: RunView['events'][number]): boolean =>
      isNext(candidate) &&
      (pod === null || candidate.pod === pod || candidate.pod === null) &&
      counts(run, candidate);
    const found = direction === 1 ? run.events.find(fits) : run.events.findLast(fits);
    if (found !== undefined) this.set({ playhead: found.at, event: found.id, playing: false });
  }

  /** Looks at a pod, in the same moment, or right after an event of the first pane. */
  select(pod: PodUID | null, event: number | null = null): void {
    const at = event === null ? undefined : this.panes()[0]?.events[event]?.at;
    this.set({ pod, ...(at === undefined ? {} : { event, playhead: at, playing: false }) });
  }

  /** Does a command at the playhead, in every pane. What had been simulated beyond is another branch. */
  inject(command: Command, at: number = this.view.getState().playhead): void {
    this.injectAll([command], at);
  }

  /** Does several commands at one time, as one step to undo; the engine's clock has whole milliseconds. */
  injectAll(commands: readonly Command[], time: number): void {
    const at = Math.round(time);
    this.remember();
    const panes = this.panes().map((run) => this.simulation.actions.fork(run.id, at, commands));
    this.set({ panes, playhead: at, event: null });
  }

  /** The same run with one command given by hand left out. */
  mute(index: number): void {
    this.regive((given) => given.filter((_, i) => i !== index));
  }

  /** The same run with another command in place of one that was given by hand. */
  regiveAt(index: number, instead: GivenAt): void {
    this.regive((given) => given.map((one, i) => (i === index ? instead : one)).sort((a, b) => a.at - b.at));
  }

  private regive(change: (given: readonly GivenAt[]) => readonly GivenAt[]): void {
    this.remember();
    const panes = this.panes().map((run) => this.runOf({ ...run, given: change(run.given) }));
    this.set({ panes, event: null });
  }

  /** Shows the panes in other releases, from the same scenario and with the same commands. */
  setReleases(releases: readonly string[]): void {
    const first = this.panes()[0];
    if (first === undefined) return;
    this.remember();
    const panes = releases.map((release) => this.runOf({ ...first, release }));
    this.set({ panes, ...(panes[0] === first.id ? {} : { event: null }) });
  }

  /** Shows a branch that was left, in every pane: the panes differ in their release, never in what was done. */
  showBranch(id: RunId): void {
    const branch = this.simulation.getState().runs.get(id);
    if (branch === undefined) return;
    this.remember();
    const panes = this.panes().map(({ release }) => this.runOf({ ...branch, release }));
    this.set({ panes, event: null });
  }

  /** The run that is made so: the one that is there, or a new one. */
  private runOf(recipe: RunRecipe): RunId {
    const known = runLike(this.simulation.getState().runs.values(), recipe);
    if (known !== undefined) return known.id;
    const id = `run${++this.opened}`;
    const { source, release, seed, given } = recipe;
    this.simulation.actions.open(id, source, release, seed, given, this.panes()[0]);
    return id;
  }

  undo(): void {
    this.travel(this.history.back(this.shown()));
  }

  redo(): void {
    this.travel(this.history.forth(this.shown()));
  }

  get canUndo(): boolean {
    return this.history.canGoBack;
  }

  get canRedo(): boolean {
    return this.history.canGoForth;
  }

  /** Shows a tab. What a person brings to Import is about another node: what is about the run makes room, and comes back. */
  setTab(tab: Tab): void {
    const { tab: before, injectOpen, detailsOpen } = this.view.getState();
    if (tab === before) return;
    if (tab === 'import') {
      this.besides = { injectOpen, detailsOpen };
      this.set({ tab, injectOpen: false, detailsOpen: false });
    } else if (before === 'import') {
      const { besides } = this;
      this.set({
        tab,
        injectOpen: injectOpen || besides.injectOpen,
        detailsOpen: detailsOpen || besides.detailsOpen,
      });
    } else this.set({ tab });
  }

  setTheme(theme: Theme): void {
    this.set({ theme });
  }

  setLayout(layout: PaneLayout): void {
    this.set({ layout });
  }

  /** Changes how the runs are looked at. The beat follows a playhead that stands. */
  set(change: Partial<ViewState>): void {
    const { playing, playhead } = { ...this.view.getState(), ...change };
    const moves = change.playhead !== undefined || change.playing !== undefined;
    this.view.setState(moves && !playing ? { ...change, beat: playhead } : change);
  }

  private remember(): void {
    this.history.add(this.shown());
  }

  private travel(to: Shown | null): void {
    if (to !== null) this.set(to);
  }

  private shown(): Shown {
    const { panes, playhead, event, extendedTo } = this.view.getState();
    return { panes, playhead, event, extendedTo };
  }
}
