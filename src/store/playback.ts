import type { PodUID } from '../transport/protocol';
import { firstAfter } from './selectors/eventsAt';
import type { RunView, SimulationStore } from './simulationStore';
import type { ViewState, ViewStore } from './viewStore';

/** Wall ms between two beats while playing, by the pods that there are: a moment of many pods takes longer to tell. */
const BEATS: readonly (readonly [pods: number, ms: number])[] = [
  [300, 100],
  [2000, 250],
  [Number.POSITIVE_INFINITY, 1000],
];

/** Wall ms between two beats of runs that play: what is told of their pods is not newer than that. */
export function beatEvery(runs: readonly RunView[]): number {
  const pods = runs.map(({ moment, scenario }) =>
    Math.max(moment?.pods.length ?? 0, scenario?.pods.size ?? 0),
  );
  const most = Math.max(0, ...pods);
  return BEATS.find(([atMost]) => most <= atMost)?.[1] ?? 1000;
}

/** What is played: the lab, as far as playing concerns it. */
export interface Stage {
  readonly simulation: SimulationStore;
  readonly view: ViewStore;
  /** The runs that are shown. */
  panes(): readonly RunView[];
  /** Where the playhead can go to, virtual ms. */
  horizon(): number;
  /** Right after which of its events a run is shown; `null`: at the end of the playhead's millisecond. */
  eventIn(run: RunView): number | null;
  set(change: Partial<ViewState>): void;
}

/** What happens in a frame: the playhead moves, and the engine is asked for what is missing. */
export class Playback {
  /** What was asked for last, so that it is not asked for again in every frame. */
  private asked = '';
  /** Wall ms since the last beat. */
  private sinceBeat = 0;
  /** The last frame asked for nothing, since it had a beat to draw. */
  private putOff = false;

  constructor(private readonly stage: Stage) {}

  /** Once an animation frame; `elapsed` in wall ms since the last one. */
  frame(elapsed: number): void {
    // A run that was opened just now has no end yet: the playhead waits for it.
    const plays =
      this.stage.view.getState().playing && this.stage.panes().every(({ scenario }) => scenario !== null);
    const hasBeat = plays && this.advance(elapsed);
    // What a beat changes is drawn in this frame, its moment in the next: in one they would be too much. Not where every frame is a beat.
    if (!hasBeat || this.putOff) this.ask();
    this.putOff = hasBeat && !this.putOff;
    this.stage.simulation.actions.frame();
  }

  /** Moves the playhead; tells whether it was time for a beat. */
  private advance(elapsed: number): boolean {
    const { playhead, speed } = this.stage.view.getState();
    const horizon = this.stage.horizon();
    const next = Math.min(playhead + elapsed * speed, horizon);
    const ready = Math.min(...this.stage.panes().map(({ now }) => now), Number.POSITIVE_INFINITY);
    // The playhead never runs ahead of what has been simulated, nor back to it.
    const reached = Math.max(playhead, Math.min(this.skip(playhead, next), ready));
    this.sinceBeat += elapsed;
    const hasBeat = this.sinceBeat >= beatEvery(this.stage.panes());
    if (hasBeat) this.sinceBeat = 0;
    this.stage.set({
      playhead: reached,
      event: null,
      ...(hasBeat ? { beat: reached } : {}),
      ...(reached >= horizon ? { playing: false } : {}),
    });
    return hasBeat;
  }

  /** With "skip idle" on, the playhead jumps to just before the next event of a pod. */
  private skip(from: number, to: number): number {
    const { skipIdle, speed } = this.stage.view.getState();
    if (!skipIdle || speed <= 1) return to;
    const times = this.stage
      .panes()
      .flatMap(({ events }) => firstAfter(events, from, ({ pod }) => pod !== null)?.at ?? []);
    const next = Math.min(...times);
    return Number.isFinite(next) && next - 1000 > to ? next - 1000 : to;
  }

  private ask(): void {
    this.dropStrangeEvent();
    const { beat } = this.stage.view.getState();
    const runs = this.stage.panes();
    const { extend, inspect } = this.stage.simulation.actions;
    const horizon = this.stage.horizon();
    for (const { id, scenario, broken, now } of runs) {
      if (scenario !== null && broken === null && now < horizon) extend(id, horizon);
    }
    const pod = this.watchedPod();
    // A moment that has not been simulated yet is asked for when it has: the worker is not held up on the way there.
    const isThere = ({ scenario, now, broken }: RunView): boolean =>
      scenario !== null && (now >= Math.round(beat) || broken !== null);
    const wanted = runs.filter(isThere).map((run) => [run.id, beat, this.stage.eventIn(run), pod] as const);
    const key = JSON.stringify(wanted);
    if (key === this.asked) return;
    this.asked = key;
    for (const want of wanted) inspect(...want);
  }

  /** A link may name an event that only another engine's trace had there: it is let go of once that is known. */
  private dropStrangeEvent(): void {
    const { beat, event } = this.stage.view.getState();
    const [first] = this.stage.panes();
    if (event === null || first === undefined || this.stage.eventIn(first) !== null) return;
    if (first.events[event] !== undefined || first.now > beat) this.stage.set({ event: null });
  }

  /** The pod that is looked at from close by: the selected one, else one that is stuck, else the first. */
  private watchedPod(): PodUID | null {
    const pods = this.stage.panes().flatMap((run) => run.moment?.pods ?? []);
    return this.stage.view.getState().pod ?? (pods.find(({ stuck }) => stuck) ?? pods[0])?.uid ?? null;
  }
}
