import { type SimTime, simTime } from '../clock/simTime';
import type { Release } from '../kubelet/releases';
import type { Command, Scenario, ScenarioStep } from '../scenarios/command';
import { foldEvents, hashText } from './fingerprint';
import { GaugeSeries } from './gaugeSeries';
import { type Keyframe, Keyframes } from './keyframes';
import { Simulation } from './simulation';
import type { TraceEvent } from './trace';

/** A command that was given while the run went on, beside those of the scenario. */
export interface GivenCommand {
  readonly at: SimTime;
  readonly command: Command;
}

/**
 * A run with its past: the trace from the beginning, and keyframes from which every moment can be had again. Going back does
 * not change anything; `fork` makes another run that shares the past.
 */
export class Timeline {
  private head: Simulation;
  private readonly trace: TraceEvent[] = [];
  private readonly keyframes = new Keyframes();
  private readonly given: GivenCommand[] = [];
  private broken: Error | null = null;
  /** What the gauges showed after every housekeeping pass. */
  readonly gauges = new GaugeSeries();
  /** The fingerprint of so many events, so that the next one only folds in what is new. */
  private folded: { readonly events: number; readonly hash: number | undefined } = {
    events: 0,
    hash: undefined,
  };

  constructor(
    readonly scenario: Scenario,
    readonly release: Release,
  ) {
    this.head = Simulation.create(scenario, release, (event) => this.record(event));
    this.keep();
  }

  /** The run as far as it has been simulated. */
  get simulation(): Simulation {
    return this.head;
  }

  get events(): readonly TraceEvent[] {
    return this.trace;
  }

  /** Commands that were given live, in order of time. */
  get commands(): readonly GivenCommand[] {
    return this.given;
  }

  /** One of our own rules broke; the run stands where it happened. */
  get failure(): Error | null {
    return this.broken;
  }

  /** Simulates on, up to and including `time`. */
  runUntil(time: SimTime): void {
    if (this.broken !== null) return;
    try {
      for (let next = this.head.nextAt; next !== null && next <= time; next = this.head.nextAt) {
        this.head.step();
        this.keepIfDue();
      }
      this.head.runUntil(time);
    } catch (error) {
      this.broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }

  /** Does a command at the head of the run. */
  apply(command: Command): void {
    const from = this.trace.length;
    this.given.push({ at: this.head.now, command });
    this.head.apply(command);
    // A command is not in the queue: a moment after it can only be had from here.
    this.keep(from);
  }

  /** The run as it was at `time`, everything due then included. Runs on if it has not come that far. */
  seek(time: SimTime): Simulation {
    if (time >= this.head.now) this.runUntil(time);
    return this.restore(
      this.keyframes.before(({ at }) => at <= time),
      (sim) => sim.runUntil(time),
    );
  }

  /** The run right after trace event `id` had happened, with whatever came in the same step. */
  seekEvent(id: number): Simulation {
    return this.restore(
      this.keyframes.before(({ from }) => from <= id),
      (sim) => {
        while (sim.traceLength <= id && sim.step());
      },
    );
  }

  /** Another run that shares this one's past up to and including `time`, and goes its own way from there. */
  fork(time: SimTime): Timeline {
    const sim = this.seek(time);
    const other = Object.create(Timeline.prototype) as Timeline;
    const length = sim.traceLength;
    Object.assign(other, {
      scenario: this.scenario,
      release: this.release,
      trace: this.trace.slice(0, length),
      keyframes: this.keyframes.until(time, length),
      given: this.given.filter(({ at }) => at <= time),
      gauges: this.gauges.until(time),
      folded: { events: 0, hash: undefined },
      broken: null,
    });
    other.head = Simulation.restore(sim.save(), this.scenario, this.release, (event) => other.record(event));
    other.keep();
    return other;
  }

  /**
   * The run as a scenario that plays it again: what the script said, what was done by hand and what is `still` to be done, in order
   * of time.
   */
  toScenario(title: string, still: readonly { at: number; command: Command }[] = []): Scenario {
    const byHand: ScenarioStep[] = [...this.given, ...still].map(({ at, command }) => ({
      at: at as number as ScenarioStep['at'],
      line: null,
      // By hand it was done when all that was due then had been.
      last: true,
      command,
    }));
    const steps = [...this.scenario.steps, ...byHand].sort((a, b) => a.at - b.at);
    return { ...this.scenario, title, release: this.release.name, steps };
  }

  /** A short name for the trace so far: the same for the same run, whatever machine it ran on. */
  fingerprint(): string {
    const hash = foldEvents(this.trace.slice(this.folded.events), this.folded.hash);
    this.folded = { events: this.trace.length, hash };
    return hashText(hash);
  }

  private record(event: TraceEvent): void {
    this.trace.push(event);
    const kubelet = event.kind === 'housekeepingEnded' ? this.head.kubelet : null;
    if (kubelet !== null) this.gauges.sample(event.at, kubelet);
  }

  private keepIfDue(): void {
    if (this.keyframes.isDue(this.trace.length, () => this.head.world.allLives().length)) this.keep();
  }

  private keep(from = this.trace.length): void {
    const keyframe = { at: this.head.now, length: this.trace.length, from, state: this.head.save() };
    this.keyframes.add(keyframe, this.head.world.allLives().length);
  }

  private restore(from: Keyframe, goOn: (sim: Simulation) => void): Simulation {
    const sim = Simulation.restore(from.state, this.scenario, this.release, () => {});
    goOn(sim);
    return sim;
  }
}

/**
 * When a scenario's run ends: where it says so, else at its last step, but not before 60 s, and not before 60 s have
 * passed since the last command unless something is expected after it.
 */
export function endOf(scenario: Scenario): SimTime {
  if (scenario.until !== null) return simTime(scenario.until);
  const last = scenario.steps.at(-1);
  if (last === undefined) return simTime(60_000);
  return simTime(Math.max(60_000, 'command' in last ? last.at + 60_000 : last.at));
}
