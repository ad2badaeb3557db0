import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStaticPod, type PodUID } from '../../src/api/pod';
import { Simulation } from '../../src/engine/simulation';
import type { TraceEvent, TraceEventOf } from '../../src/engine/trace';
import { verdictOf } from '../../src/engine/verdict';
import { brokenInvariants, recordsOf } from '../../src/kubelet/invariants';
import type { Kubelet } from '../../src/kubelet/kubelet';
import { RELEASE_NAMES, type ReleaseName, releaseOf } from '../../src/kubelet/releases';
import { workTypeOf } from '../../src/machine/podSyncStatus';
import { seriesValues } from '../../src/metrics/exposition';
import { anyScenario, lastStep, played, type RawScenario } from './anyScenario';

/** Fixed, so that a red test stays red; `FC_SEED` and `FC_RUNS` look elsewhere and longer. */
const SEED = Number(process.env.FC_SEED ?? 20230309);
const RUNS = Number(process.env.FC_RUNS ?? 25);
const TEN_MINUTES = 600_000;

/** What a housekeeping pass knows of a record when it begins: labels of the gauge. */
type Labels = { readonly config: string; readonly lifecycle: string; readonly static: string };

/** The records as the working gauge should count them, read off the snapshots. */
function workingNow(kubelet: Kubelet): Map<PodUID, Labels | null> {
  const known = new Map<PodUID, Labels | null>();
  for (const pod of kubelet.podWorkers.snapshots()) {
    const { uid, active, pending } = pod.context;
    const orphan = kubelet.podManager.get(uid) === null;
    const config = (active ?? pending)?.pod ?? null;
    const isStatic = config !== null && isStaticPod(config) ? 'true' : '';
    const lifecycle = workTypeOf(pod);
    if (config !== null)
      known.set(uid, { config: orphan ? 'orphan' : 'desired', lifecycle, static: isStatic });
    else known.set(uid, orphan ? { config: 'runtime_only', lifecycle, static: 'unknown' } : null);
  }
  return known;
}

/** A run under watch: after every step the invariants, after every pass the gauges. */
class WatchedRun {
  readonly trace: TraceEvent[] = [];
  readonly broken: string[] = [];
  readonly sim: Simulation;
  private readonly lies: boolean;
  /** What the pass under way knew when it began, and what it has added. */
  private known = new Map<PodUID, Labels | null>();

  constructor(
    raw: RawScenario,
    readonly release: ReleaseName,
  ) {
    this.lies = raw.steps.some((step) => step.kind === 'lie');
    this.sim = Simulation.create(played(raw, true), releaseOf(release), (event) => this.saw(event));
  }

  runTo(end: number): this {
    for (let next = this.sim.nextAt; next !== null && next <= end; next = this.sim.nextAt) {
      if (!this.stepAndCheck()) break;
    }
    return this;
  }

  private stepAndCheck(): boolean {
    const { sim, trace } = this;
    const length = trace.length;
    const kubelet = sim.kubelet;
    const before = kubelet === null ? null : recordsOf(kubelet);
    sim.step();
    if (trace.length === length || sim.kubelet === null) return true;
    const same = sim.kubelet === kubelet ? before : null;
    for (const event of trace.slice(length)) {
      if (event.kind === 'podForgotten' && event.pod !== null) same?.delete(event.pod);
      if (event.causedBy !== null && event.causedBy >= event.id)
        this.broken.push(`event ${event.id} is caused by ${event.causedBy}`);
      if (event.kind === 'housekeepingStarted' && this.release !== 'v1.26')
        this.known = workingNow(sim.kubelet);
    }
    for (const what of brokenInvariants(same, sim.kubelet)) this.broken.push(`${sim.now} ms: ${what}`);
    return this.broken.length === 0;
  }

  private saw(event: TraceEvent): void {
    this.trace.push(event);
    const { kubelet } = this.sim;
    if (kubelet === null) return;
    switch (event.kind) {
      case 'housekeepingStarted':
        // Part one of v1.26 changes nothing but what it forgets.
        this.known = workingNow(kubelet);
        return;
      case 'podRestarted': {
        const pod = event.pod === null ? null : kubelet.podManager.get(event.pod);
        if (pod !== null)
          this.known.set(pod.uid, {
            config: 'desired',
            lifecycle: 'sync',
            static: isStaticPod(pod) ? 'true' : '',
          });
        return;
      }
      case 'orphanedRuntimePod':
        this.known.set(event.data.pod.uid, {
          config: 'runtime_only',
          lifecycle: 'terminating',
          static: 'unknown',
        });
        return;
      case 'housekeepingEnded':
        return this.checkGauges(kubelet);
      case 'phaseEntered':
        return this.checkStopped(event);
      case 'becameStuck':
        if (this.release !== 'v1.26') this.broken.push(`${event.at} ms: ${event.pod} became stuck`);
        return;
      default:
    }
  }

  /** A runtime that never lies has nothing running of a pod that it said it stopped. */
  private checkStopped({ at, pod, data: { from, to } }: TraceEventOf<'phaseEntered'>): void {
    if (from !== 'terminating' || to !== 'terminated' || this.lies) return;
    const runs = this.sim.runtime.containers().some((c) => c.uid === pod && c.state === 'running');
    if (runs) this.broken.push(`${at} ms: ${pod} is terminated, and a container of it runs`);
  }

  private checkGauges(kubelet: Kubelet): void {
    const values = seriesValues(kubelet.metrics.registry.collect());
    const counted = (name: string, labels: Record<string, string>) =>
      values[
        `${name}{${Object.entries(labels)
          .map(([key, value]) => `${key}="${value}"`)
          .join(',')}}`
      ] ?? 0;
    const expectSame = (what: string, got: number, wanted: number) => {
      if (got !== wanted)
        this.broken.push(`${this.sim.now} ms: ${what} is ${got}, a recount gives ${wanted}`);
    };
    const pods = kubelet.podManager.list();
    for (const label of ['', 'true']) {
      const wanted = pods.filter((pod) => isStaticPod(pod) === (label === 'true'));
      expectSame(`desired ${label}`, counted('kubelet_desired_pods', { static: label }), wanted.length);
      const active = counted('kubelet_active_pods', { static: label });
      if (active > wanted.length) this.broken.push(`${this.sim.now} ms: more active than desired pods`);
    }
    expectSame('mirror pods', values.kubelet_mirror_pods ?? 0, kubelet.podManager.listMirrorPods().length);
    const recount = new Map<string, number>();
    for (const [uid, labels] of this.known) {
      if (labels === null) continue;
      if (this.release === 'v1.26' && kubelet.podWorkers.snapshotOf(uid) === null) continue;
      const key = JSON.stringify(labels);
      recount.set(key, (recount.get(key) ?? 0) + 1);
    }
    for (const config of ['desired', 'orphan', 'runtime_only']) {
      for (const lifecycle of ['sync', 'terminating', 'terminated']) {
        for (const label of config === 'runtime_only' ? ['unknown'] : ['', 'true']) {
          const labels: Labels = { config, lifecycle, static: label };
          const wanted = recount.get(JSON.stringify(labels)) ?? 0;
          expectSame(
            `working ${config} ${lifecycle} ${label}`,
            counted('kubelet_working_pods', { ...labels }),
            wanted,
          );
        }
      }
    }
  }
}

/** `what` of random scenarios, with the counterexample as a scenario's steps. */
function holdsForAll(maxSteps: number, runs: number, check: (raw: RawScenario) => void): void {
  fc.assert(fc.property(anyScenario(maxSteps), check), { seed: SEED, numRuns: runs });
}

describe.each(RELEASE_NAMES)('in %s', (release) => {
  it('every invariant holds after every step, and the gauges show what is there after every pass', () => {
    holdsForAll(15, RUNS, (raw) => {
      const { broken } = new WatchedRun(raw, release).runTo(lastStep(raw) + 60_000);
      expect(broken).toEqual([]);
    });
  }, 60_000);
});

/** What is wrong with a node on which nothing has been wrong for ten minutes. */
function leftovers({ sim, release }: WatchedRun): string[] {
  const wrong: string[] = [];
  const wanted = new Set(sim.kubelet?.podManager.list().map((pod) => pod.uid));
  for (const { uid, name } of sim.runtime.podsRunning()) {
    if (!wanted.has(uid)) wrong.push(`${name} runs, and nobody wants it`);
  }
  for (const life of sim.world.allLives()) {
    const { kind } = verdictOf(sim, life.uid);
    if (kind === 'stuck' || kind === 'abandoned' || kind === 'blocked')
      wrong.push(`${life.template} is ${kind}`);
    // v1.27.0 finishes a pod that was over before the kubelet started, and hears nothing of one that it refused: in
    // both cases nobody tells the status manager that the object may go (kubernetes#117019, #118497).
    const object = release === 'v1.27' ? null : sim.world.apiserver.get(life.uid);
    if (object !== null && object.deletion !== null && object.finalizers.length === 0)
      wrong.push(`the API object of ${life.template} is still there`);
  }
  return wrong;
}

describe.each(['v1.27', 'v1.31'] as const)(
  'with everything put right, ten minutes later in %s',
  (release) => {
    it('nobody is stuck, abandoned or blocked, and nothing is left that nobody wants', () => {
      holdsForAll(12, RUNS, (raw) => {
        const run = new WatchedRun(raw, release).runTo(lastStep(raw) + TEN_MINUTES);
        expect(run.broken).toEqual([]);
        expect(leftovers(run)).toEqual([]);
      });
    }, 120_000);
  },
);
