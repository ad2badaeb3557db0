import type { PodUID } from '../../api/pod';
import { present } from '../../base/assert';
import { after, type Duration, type SimTime, seconds } from '../../clock/simTime';
import type { Release } from '../../kubelet/releases';
import { Simulation } from '../simulation';
import type { TraceEvent } from '../trace';
import { verdictOf } from '../verdict';
import { type ChurnOptions, churnPlan, churnScenario, type PlannedPod } from './churnPlan';
import {
  type ChurnReport,
  churnReport,
  type LatencyBucket,
  latencyBuckets,
  soundLatencies,
} from './churnReport';
import { PodWatch } from './podWatch';

/** When nothing has been created, deleted or gone for so long, nothing more will be. */
const REST: Duration = seconds(600);

/** Carries out a churn in one go. */
export function runChurn(options: ChurnOptions, release: Release): ChurnReport {
  const run = new ChurnRun(options, release);
  run.advance(Number.POSITIVE_INFINITY);
  return run.report();
}

/**
 * Creates and deletes pods in quick succession, a few at a time, and watches them as a client of the API server would. A slot
 * that has seen its pod go takes the next one of the plan. Goes forward in slices, so that a page can show how far it is.
 */
export class ChurnRun {
  private readonly sim: Simulation;
  private readonly watches: ReadonlyMap<string, PodWatch>;
  private readonly todo: PlannedPod[];
  private alive = 0;
  private lastMove: SimTime;
  /** Pods whose API object has come and gone. */
  gone = 0;
  private readonly deletions: { readonly at: SimTime; readonly pod: PlannedPod }[] = [];

  constructor(
    private readonly options: ChurnOptions,
    private readonly release: Release,
  ) {
    const plan = churnPlan(options);
    this.watches = new Map(plan.map((pod) => [pod.name, new PodWatch(pod)]));
    this.todo = [...plan];
    this.sim = Simulation.create(churnScenario(options, plan), release, (event) => this.watch(event));
    this.sim.runUntil(after(this.sim.now, seconds(2)));
    this.lastMove = this.sim.now;
    this.fill();
  }

  /** Handles up to so many events. True once the churn is over. */
  advance(events: number): boolean {
    const { sim } = this;
    for (let done = 0; done < events; done++) {
      if (this.isOver()) return true;
      const deletion = this.deletions[0];
      const next = sim.nextAt;
      if (deletion !== undefined && (next === null || deletion.at <= next)) {
        sim.runUntil(deletion.at);
        this.deletions.shift();
        this.delete(deletion.pod);
      } else if (!sim.step()) {
        return true;
      }
      // Not in the middle of an event: a command comes between two.
      this.fill();
    }
    return this.isOver();
  }

  private isOver(): boolean {
    if (this.deletions.length > 0) return false;
    if (this.sim.now >= after(this.lastMove, REST)) return true;
    return this.todo.length === 0 && this.alive === 0 && this.isAtRest();
  }

  /** Nobody of the plan is left but those that are stuck. */
  private isAtRest(): boolean {
    const left = [...(this.sim.kubelet?.podWorkers.snapshots() ?? [])].map((pod) => pod.context.uid);
    return left.every((uid) => verdictOf(this.sim, uid).kind === 'stuck');
  }

  /** What it came to; of a churn that is not over, so far. */
  report(): ChurnReport {
    return churnReport(this.release.name, [...this.watches.values()], this.stuck());
  }

  /** How long the deletions took of the pods without an error. */
  deletionTimes(): readonly LatencyBucket[] {
    return latencyBuckets(soundLatencies(this.watches.values()).delete);
  }

  private stuck(): readonly string[] {
    return this.sim.world
      .allLives()
      .filter(({ uid }) => verdictOf(this.sim, uid).kind === 'stuck')
      .map(({ template }) => template);
  }

  private createNext(): void {
    const pod = this.todo.shift();
    if (pod === undefined) return;
    this.alive++;
    this.lastMove = this.sim.now;
    this.sim.apply({ do: 'createPod', pod: pod.name });
    this.deletions.push({ at: after(this.sim.now, pod.deleteAfter), pod });
    this.deletions.sort((a, b) => a.at - b.at);
  }

  private delete(pod: PlannedPod): void {
    this.lastMove = this.sim.now;
    this.watchOf(pod.name).askedToDelete(this.sim.now);
    this.sim.apply(
      pod.force
        ? { do: 'forceDeletePod', pod: pod.name }
        : { do: 'deletePod', pod: pod.name, gracePeriod: null },
    );
  }

  /** Slots whose pod has gone take the next one. */
  private fill(): void {
    while (this.alive < this.options.parallel && this.todo.length > 0) this.createNext();
  }

  private watch(event: TraceEvent): void {
    if (event.pod === null) return;
    const name = this.nameOf(event.pod);
    if (name === null) return;
    if (event.kind === 'apiObjectChanged') {
      this.watchOf(name).saw(this.sim.world.apiserver.get(event.pod), event.at);
      if (event.data.what !== 'removed') return;
      this.alive--;
      this.gone++;
      this.lastMove = this.sim.now;
    } else if (event.kind === 'runtimeChanged' && event.data.change.type === 'containerStarted') {
      if (event.data.change.name === 'app') this.watchOf(name).startedApp();
    }
  }

  private nameOf(uid: PodUID): string | null {
    return this.sim.world.lifeOf(uid)?.template ?? null;
  }

  private watchOf(name: string): PodWatch {
    return present(this.watches.get(name), 'every pod of a churn is watched');
  }
}
