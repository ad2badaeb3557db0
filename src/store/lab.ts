import { formatDiagnostic } from '../base/result';
import type { EvidencePort } from '../transport/evidenceProtocol';
import { evidenceWorkerPort } from '../transport/evidenceWorkerPort';
import type { ExplorerPort } from '../transport/explorerProtocol';
import { explorerWorkerPort } from '../transport/explorerWorkerPort';
import type { Command, GivenAt, PodUID, RunId, ScenarioSource } from '../transport/protocol';
import type { Port } from '../transport/simulationClient';
import { firstAfter } from './selectors/eventsAt';
import { createSimulationStore, type RunView, type SimulationStore } from './simulationStore';
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

/** Wall ms between two beats while playing, by the pods that there are: a moment of many pods takes longer to tell. */
const BEATS: readonly (readonly [pods: number, ms: number])[] = [
  [300, 100],
  [2000, 250],
  [Number.POSITIVE_INFINITY, 1000],
];

/** What is to be opened: a scenario in one release or two, with what was done by hand. */
export interface Opening {
  readonly source: ScenarioSource;
  readonly releases: readonly string[];
  /** `null`: the scenario's own. */
  readonly seed: number | null;
  readonly given: readonly GivenAt[];
}

/** What is to be undone: the panes as they were. */
interface Step {
  readonly panes: readonly RunId[];
  readonly playhead: number;
}

/**
 * The page's one set of controls over both stores: everything that a button, a key or a link does goes through here, so that they
 * cannot come to mean different things. Works without React; time comes from whoever calls `frame`.
 */
export class Lab {
  readonly simulation: SimulationStore;
  readonly view: ViewStore;
  private opened = 0;
  private inspected = '';
  /** Wall ms since the last beat. */
  private sinceBeat = 0;
  /** The last frame asked for nothing, since it had a beat to draw. */
  private putOff = false;
  /** What stood beside the stage before Import was shown. */
  private besides = { injectOpen: true, detailsOpen: true };
  private past: Step[] = [];
  private future: Step[] = [];

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
   * `opened` is called when they are shown.
   */
  tryOpen(what: Opening, refuse: (message: string) => void, opened: () => void = () => {}): void {
    const ids = this.begin(what);
    const stop = this.simulation.subscribe(({ runs }) => {
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
    for (const id of this.view.getState().panes) this.simulation.actions.close(id);
    this.past = [];
    this.future = [];
    this.set({
      ...{ panes, playhead: 0, playing: false, pod: null, event: null, zoom: null, extendedTo: 0 },
      ...{ link: null, problem: null },
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

  /** Where the playhead can go to: the end of the scenario, or as far as it has been gone beyond. */
  horizon(): number {
    return Math.max(1, this.view.getState().extendedTo, ...this.panes().map((run) => run.end));
  }

  /** Once an animation frame; `elapsed` in wall ms since the last one. Moves the playhead and asks the engine for what is missing. */
  frame(elapsed: number): void {
    const { playing, playhead, speed } = this.view.getState();
    let isDue = false;
    // A run that was forked or opened just now has no end yet: the playhead waits for it.
    if (playing && this.panes().every(({ scenario }) => scenario !== null)) {
      const next = Math.min(playhead + elapsed * speed, this.horizon());
      const ready = Math.min(...this.panes().map((run) => run.now), Number.POSITIVE_INFINITY);
      // The playhead never runs ahead of what has been simulated, nor back to it.
      const reached = Math.max(playhead, Math.min(this.skip(playhead, next), ready));
      this.sinceBeat += elapsed;
      isDue = this.sinceBeat >= this.beatEvery();
      if (isDue) this.sinceBeat = 0;
      const atEnd = reached >= this.horizon();
      this.set({
        playhead: reached,
        event: null,
        ...(isDue ? { beat: reached } : {}),
        ...(atEnd ? { playing: false } : {}),
      });
    }
    // What a beat changes is drawn in this frame, its moment in the next: in one they would be too much. Where every frame is a beat, not.
    if (!isDue || this.putOff) this.ask();
    this.putOff = isDue && !this.putOff;
    this.simulation.actions.frame();
  }

  /** Wall ms between two beats of a run that plays: what is told of its pods is not newer than that. */
  beatEvery(): number {
    const pods = Math.max(
      0,
      ...this.panes().map(({ moment, scenario }) =>
        Math.max(moment?.pods.length ?? 0, scenario?.pods.size ?? 0),
      ),
    );
    return BEATS.find(([atMost]) => pods <= atMost)?.[1] ?? 1000;
  }

  /** With "skip idle" on, the playhead jumps to just before the next event of a pod. */
  private skip(from: number, to: number): number {
    const { skipIdle, speed } = this.view.getState();
    if (!skipIdle || speed <= 1) return to;
    const next = this.nextEventAt(from);
    return next !== null && next - 1000 > to ? next - 1000 : to;
  }

  private nextEventAt(after: number): number | null {
    const times = this.panes().flatMap(
      (run) => firstAfter(run.events, after, ({ pod }) => pod !== null)?.at ?? [],
    );
    return times.length === 0 ? null : Math.min(...times);
  }

  /** The pod that is looked at from close by: the selected one, else one that is stuck, else the first. */
  private watchedPod(): PodUID | null {
    const pods = this.panes().flatMap((run) => run.moment?.pods ?? []);
    return this.view.getState().pod ?? (pods.find(({ stuck }) => stuck) ?? pods[0])?.uid ?? null;
  }

  /** The event that is pointed at, once the first run has it at the playhead. */
  eventHere(): number | null {
    const { beat, event } = this.view.getState();
    return event !== null && this.panes()[0]?.events[event]?.at === Math.round(beat) ? event : null;
  }

  /** A link may name an event that only another engine's trace had there: it is let go of once that is known. */
  private dropStrangeEvent(): void {
    const { beat, event } = this.view.getState();
    const [first] = this.panes();
    if (event === null || first === undefined || this.eventHere() !== null) return;
    if (first.events[event] !== undefined || first.now > beat) this.set({ event: null });
  }

  private ask(): void {
    this.dropStrangeEvent();
    const { beat } = this.view.getState();
    const event = this.eventHere();
    const pod = this.watchedPod();
    const horizon = this.horizon();
    for (const run of this.panes()) {
      if (run.scenario !== null && run.broken === null && run.now < horizon)
        this.simulation.actions.extend(run.id, horizon);
    }
    // A moment that has not been simulated yet is asked for when it has: the worker is not held up on the way there.
    const isThere = (run: RunView): boolean =>
      run.scenario !== null && (run.now >= Math.round(beat) || run.broken !== null);
    const key = JSON.stringify([this.panes().map((run) => [run.id, isThere(run)]), beat, pod, event]);
    if (key === this.inspected) return;
    this.inspected = key;
    this.panes().forEach((run, i) => {
      if (isThere(run)) this.simulation.actions.inspect(run.id, beat, i === 0 ? event : null, pod);
    });
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

  select(pod: PodUID | null, event: number | null = null): void {
    const at = event === null ? null : (this.panes()[0]?.events[event]?.at ?? null);
    this.set({ pod, event, ...(at === null ? {} : { playhead: at, playing: false }) });
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
    const extendedTo = at + MORE_MS > this.horizon() ? at + MORE_MS : this.view.getState().extendedTo;
    this.set({ panes, playhead: at, event: null, extendedTo });
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
    const panes = this.panes().map((run) => {
      const id = `run${++this.opened}`;
      this.simulation.actions.open(id, run.source, run.release, run.seed, change(run.given));
      return id;
    });
    this.set({ panes, event: null });
  }

  /** Shows the panes in other releases, from the same scenario and with the same commands. */
  setReleases(releases: readonly string[]): void {
    const first = this.panes()[0];
    if (first === undefined) return;
    this.remember();
    const panes = releases.map((release) => {
      const same = this.panes().find((run) => run.release === release);
      if (same !== undefined) return same.id;
      const id = `run${++this.opened}`;
      this.simulation.actions.open(id, first.source, release, first.seed, first.given);
      return id;
    });
    this.set({ panes, event: null });
  }

  /** Shows a branch that was left. */
  showBranch(id: RunId): void {
    this.remember();
    const [, ...others] = this.view.getState().panes;
    this.set({ panes: [id, ...others], event: null });
  }

  undo(): void {
    this.travel(this.past, this.future);
  }

  redo(): void {
    this.travel(this.future, this.past);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
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
    const { panes, playhead } = this.view.getState();
    this.past.push({ panes, playhead });
    this.future = [];
  }

  private travel(from: Step[], to: Step[]): void {
    const step = from.pop();
    if (step === undefined) return;
    const { panes, playhead } = this.view.getState();
    to.push({ panes, playhead });
    this.set({ ...step, event: null });
  }
}
