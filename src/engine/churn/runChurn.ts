import type { PodUID } from '../../api/pod';
import { present } from '../../base/assert';
import { after, type Duration, type SimTime, seconds } from '../../clock/simTime';
import { DEFAULT_TIMING } from '../../clock/timing';
import type { Release } from '../../kubelet/releases';
import { Simulation } from '../simulation';
import type { TraceEvent } from '../trace';
import { verdictOf } from '../verdict';
import { type ChurnOptions, churnPlan, churnScenario, type PlannedPod, STOP_TAKES } from './churnPlan';
import { type ChurnError, PodWatch } from './podWatch';

/** How a latency is distributed, virtual ms; all `null` where nothing was measured. */
export interface Percentiles {
  readonly count: number;
  readonly p50: number | null;
  readonly p75: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

/** What a churn came to; the JSON of `lab churn`. */
export interface ChurnReport {
  readonly release: string;
  readonly pods: number;
  /** Pods without an error. */
  readonly verified: number;
  readonly errors: readonly ChurnError[];
  /** Pods whose worker nothing will reach any more. */
  readonly stuck: readonly string[];
  readonly latencies: {
    readonly create: Percentiles;
    readonly run: Percentiles;
    readonly delete: Percentiles;
  };
}

/** After the last deletion the node gets this long to come to rest. */
const REST: Duration = seconds(600);

/**
 * Creates and deletes pods in quick succession, a few at a time, and watches them as a client of the API server would. A slot
 * that has seen its pod go takes the next one of the plan.
 */
export function runChurn(options: ChurnOptions, release: Release): ChurnReport {
  const plan = churnPlan(options);
  const watches = new Map(plan.map((pod) => [pod.name, new PodWatch(pod)]));
  const driver = new Driver(options, release, plan, watches);
  driver.run();
  const errors = [...watches.values()].flatMap((watch) => watch.errors());
  const bad = new Set(errors.map(({ pod }) => pod));
  const good = [...watches].filter(([name]) => !bad.has(name)).map(([, watch]) => watch.latencies());
  return {
    release: release.name,
    pods: plan.length,
    verified: plan.length - bad.size,
    errors,
    stuck: driver.stuck(),
    latencies: {
      create: percentiles(good.flatMap(({ create }) => create ?? [])),
      run: percentiles(good.flatMap(({ run }) => run ?? [])),
      delete: percentiles(good.flatMap((latency) => latency.delete ?? [])),
    },
  };
}

class Driver {
  private readonly sim: Simulation;
  private readonly todo: PlannedPod[];
  private alive = 0;
  private readonly deletions: { readonly at: SimTime; readonly pod: PlannedPod }[] = [];

  constructor(
    private readonly options: ChurnOptions,
    release: Release,
    plan: readonly PlannedPod[],
    private readonly watches: ReadonlyMap<string, PodWatch>,
  ) {
    this.todo = [...plan];
    this.sim = Simulation.create(churnScenario(options, plan), release, (event) => this.watch(event));
  }

  run(): void {
    const { sim } = this;
    sim.runUntil(after(sim.now, seconds(2)));
    this.fill();
    let end: SimTime | null = null;
    while (end === null || sim.now < end) {
      const deletion = this.deletions[0];
      const next = sim.nextAt;
      if (deletion !== undefined && (next === null || deletion.at <= next)) {
        sim.runUntil(deletion.at);
        this.deletions.shift();
        this.delete(deletion.pod);
      } else if (!sim.step()) {
        break;
      }
      // Not in the middle of an event: a command comes between two.
      this.fill();
      if (end === null && this.todo.length === 0 && this.deletions.length === 0) end = after(sim.now, REST);
      if (end !== null && [...this.watches.values()].every((watch) => watch.isGone) && this.isAtRest()) break;
    }
  }

  /** Nobody of the plan is left but those that are stuck. */
  private isAtRest(): boolean {
    const left = [...(this.sim.kubelet?.podWorkers.snapshots() ?? [])].map((pod) => pod.context.uid);
    return left.every((uid) => verdictOf(this.sim, uid).kind === 'stuck');
  }

  stuck(): readonly string[] {
    return this.sim.world
      .allLives()
      .filter(({ uid }) => verdictOf(this.sim, uid).kind === 'stuck')
      .map(({ template }) => template);
  }

  private createNext(): void {
    const pod = this.todo.shift();
    if (pod === undefined) return;
    this.alive++;
    this.sim.apply({ do: 'createPod', pod: pod.name });
    this.deletions.push({ at: after(this.sim.now, pod.deleteAfter), pod });
    this.deletions.sort((a, b) => a.at - b.at);
  }

  private delete(pod: PlannedPod): void {
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
      if (event.data.what === 'removed') this.alive--;
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

/** Nearest-rank percentiles. */
function percentiles(values: readonly number[]): Percentiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (p: number): number | null => sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? null;
  return {
    count: sorted.length,
    p50: at(0.5),
    p75: at(0.75),
    p90: at(0.9),
    p99: at(0.99),
    max: sorted.at(-1) ?? null,
  };
}

/**
 * The longest that a graceful deletion of a churn may take when nothing fails: the call that may be under way, the relist that the
 * worker waits for, the stop, another relist, and the way to the API server and back (virtual ms).
 */
export function deletionBound(): { readonly ms: number; readonly why: string } {
  const t = DEFAULT_TIMING;
  const relist = t.relist + 10 * t.list;
  const start = t.runPodSandbox + t.pullImage + t.createContainer + t.startContainer;
  const stop = STOP_TAKES + t.stopPodSandbox + 3 * t.list;
  const api = 6 * t.apiLatency;
  const ms = start + 2 * relist + stop + api;
  return {
    ms,
    why: `a start that is under way ${start} ms + 2 relists ${2 * relist} ms + stop ${stop} ms + API server ${api} ms`,
  };
}
