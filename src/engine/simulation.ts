import type { PodUID } from '../api/pod';
import type { ApiChange } from '../apiserver/fakeApiserver';
import { assert, assertNever, present } from '../base/assert';
import { EventQueue } from '../clock/eventQueue';
import { Random } from '../clock/random';
import { after, type Duration, duration, type SimTime, simTime } from '../clock/simTime';
import { Kubelet } from '../kubelet/kubelet';
import type { ApiRequest, ApiTag, KubeletPorts, KubeletTimer } from '../kubelet/kubeletPorts';
import type { Release } from '../kubelet/releases';
import { FakeRuntime } from '../runtime/fakeRuntime';
import type { Command, Expectation, Scenario } from '../scenarios/command';
import { ApiTraffic } from './apiTraffic';
import { MANIFEST_NOTICE, runCommand } from './commands';
import { CriTraffic } from './criTraffic';
import { checkExpectation } from './expectation';
import { LabMetrics } from './labMetrics';
import { NODE_NAME } from './podIdentity';
import { channelOf, type SimEvent } from './simEvents';
import type { SimState } from './simState';
import { CauseTracker, type NodeEvent, type TraceEvent } from './trace';
import { isPodStuck } from './verdict';
import { World } from './world';

/**
 * One node under a virtual clock: a kubelet of one release, a container runtime, an API server, a folder of manifests. Goes
 * forward event by event, in one order only; same scenario, release and seed, same trace. It keeps no past: what
 * happened is handed to `onEvent`, one trace event at a time (`Timeline` keeps them).
 */
export class Simulation {
  readonly world: World;
  readonly runtime: FakeRuntime;
  private readonly queue: EventQueue<SimEvent>;
  private readonly random: Random;
  private readonly causes: CauseTracker;
  private readonly criTraffic: CriTraffic;
  private readonly apiTraffic: ApiTraffic;
  private time: SimTime;
  private running: Kubelet | null = null;
  private generation: number;
  private leftMounted: SimState['leftMounted'];
  /** Pods that were stuck after the last event that touched them. */
  private readonly stuck: Set<PodUID>;
  /** What the kubelet does not export: how long, not only how many. */
  readonly labMetrics: LabMetrics;

  private constructor(
    readonly scenario: Scenario,
    readonly release: Release,
    private readonly onEvent: (event: TraceEvent) => void,
    saved: SimState | null,
  ) {
    const setup = { timing: scenario.timing, nodeName: NODE_NAME };
    this.runtime = saved === null ? new FakeRuntime(setup) : FakeRuntime.restore(saved.runtime, setup);
    this.world = new World(scenario, this.runtime, saved);
    this.queue = saved === null ? new EventQueue() : EventQueue.restore(saved.queue);
    this.random = saved === null ? Random.fromSeed(scenario.seed) : Random.restore(saved.random);
    this.causes = new CauseTracker(saved?.nextTraceId ?? 0);
    this.time = simTime(saved?.now ?? 0);
    this.generation = saved?.generation ?? 0;
    this.leftMounted = saved?.leftMounted ?? null;
    this.stuck = new Set(saved?.stuck);
    this.labMetrics = new LabMetrics(() => this.time, saved?.labMetrics ?? null);
    const { runtime, world, random, causes } = this;
    const now = (): SimTime => this.time;
    const emit = (event: NodeEvent): number => this.emit(event);
    this.criTraffic = new CriTraffic(
      {
        ...{ runtime, world, random, causes, now, emit },
        wake: (wakeup, cause) => this.queue.push(wakeup.at, { type: 'runtime', wakeup, cause }),
        replied: (generation, tag, reply) => {
          if (generation === this.generation) this.running?.criReplied(tag, reply);
        },
      },
      saved?.pendingCri,
    );
    this.apiTraffic = new ApiTraffic(
      {
        ...{ world, now, emit },
        notify: ({ uid, pod }, cause) => {
          const at = after(this.time, scenario.timing.apiLatency);
          this.queue.push(at, { type: 'watch', generation: this.generation, uid, pod, cause });
        },
      },
      saved?.watching ?? false,
    );
    if (saved !== null && saved.kubelet !== null) {
      this.running = new Kubelet(release, this.portsOf(this.generation), saved.kubelet);
    }
    if (saved === null) this.begin();
  }

  /** A run at its beginning, its steps queued. */
  static create(scenario: Scenario, release: Release, onEvent: (event: TraceEvent) => void): Simulation {
    return new Simulation(scenario, release, onEvent, null);
  }

  /** A run as it was when `save` was called. */
  static restore(
    state: SimState,
    scenario: Scenario,
    release: Release,
    onEvent: (event: TraceEvent) => void,
  ): Simulation {
    return new Simulation(scenario, release, onEvent, state);
  }

  private begin(): void {
    this.scenario.steps.forEach((step, index) => {
      const event: SimEvent =
        'command' in step
          ? { type: 'command', command: step.command, cause: null }
          : { type: 'expect', index, cause: null };
      if (step.last === true) this.queue.pushLast(simTime(step.at), event);
      else this.queue.push(simTime(step.at), event);
    });
    this.queue.push(simTime(this.scenario.timing.kubeletStartup), { type: 'kubeletStarts', cause: null });
  }

  get now(): SimTime {
    return this.time;
  }

  /** `null` while no kubelet runs. */
  get kubelet(): Kubelet | null {
    return this.running;
  }

  /** How many trace events there have been. */
  get traceLength(): number {
    return this.causes.nextId;
  }

  /** When the next event is due; `null` if nothing will ever happen again. */
  get nextAt(): SimTime | null {
    return this.queue.peek()?.at ?? null;
  }

  /** What is still to come, in no particular order. */
  *upcoming(): IterableIterator<SimEvent> {
    for (const { event } of this.queue.entries()) yield event;
  }

  /** Handles the next event of the queue. False if there is none. */
  step(): boolean {
    const entry = this.scenario.shuffleTies
      ? this.queue.popAmongTies(channelOf, (count) => this.random.below(count))
      : this.queue.pop();
    if (entry === null) return false;
    this.time = entry.at;
    this.causes.because(entry.event.cause);
    this.dispatch(entry.event);
    this.noteStuckPods();
    return true;
  }

  /** Handles everything that is due until `time`, that moment included, and stands there. */
  runUntil(time: SimTime): void {
    for (let next = this.nextAt; next !== null && next <= time; next = this.nextAt) this.step();
    if (this.time < time) this.time = time;
  }

  /** Does a command now. A step of a scenario that is marked `last` is the same command at the same place of its time. */
  apply(command: Command): void {
    this.causes.because(null);
    this.command(command);
    this.noteStuckPods();
  }

  /** Only an event that touches a pod, or the end of its kubelet, can change whether it is stuck. */
  private noteStuckPods(): void {
    for (const uid of [...this.causes.takeTouched(), ...(this.running === null ? this.stuck : [])]) {
      const isStuck = isPodStuck(this, uid);
      if (isStuck === this.stuck.has(uid)) continue;
      if (isStuck) this.stuck.add(uid);
      else this.stuck.delete(uid);
      this.emit({ kind: isStuck ? 'becameStuck' : 'freed', uid });
    }
  }

  private dispatch(event: SimEvent): void {
    switch (event.type) {
      case 'command':
        return this.command(event.command);
      case 'expect': {
        const { index } = event;
        const expect = this.expectationAt(index);
        if (expect.releases !== undefined && !expect.releases.includes(this.release.name)) return;
        const { ok, got } = checkExpectation(this, expect);
        this.emit({ kind: 'expectChecked', index, ok, expected: expect, got });
        return;
      }
      case 'kubeletStarts':
        return this.startKubelet();
      case 'runtime':
        return this.criTraffic.woken(event.wakeup);
      case 'timer':
      case 'apiReply':
      case 'watch':
      case 'manifest':
      case 'listPods':
      case 'listManifests':
      case 'apiRequest':
        return this.kubeletEvent(event);
      default:
        assertNever(event);
    }
  }

  private expectationAt(index: number): Expectation {
    const step = present(this.scenario.steps[index], 'an expectation is a step of the scenario');
    assert('expect' in step, 'an expectation is no command');
    return step.expect;
  }

  /** What is meant for, or comes from, a kubelet that may have died since. */
  private kubeletEvent(event: Extract<SimEvent, { generation: number }>): void {
    const kubelet = this.running;
    if (kubelet === null || event.generation !== this.generation) return;
    switch (event.type) {
      case 'timer':
        return kubelet.timerFired(event.timer, event.cause);
      case 'apiRequest':
        return this.serve(event.request, event.tag);
      case 'apiReply':
        return kubelet.apiReplied(event.tag, event.error);
      case 'watch':
        return kubelet.sourceChanged('api', event.uid, event.pod, event.cause);
      case 'manifest':
        return kubelet.sourceChanged('file', event.uid, event.pod, event.cause);
      case 'listManifests':
        return kubelet.sourceListed('file', this.world.manifests(), event.cause);
      case 'listPods':
        if (!this.world.apiserver.up) return;
        this.apiTraffic.isWatching = true;
        return kubelet.sourceListed('api', this.world.apiserver.list(), event.cause);
      default:
        assertNever(event);
    }
  }

  private command(command: Command): void {
    runCommand(command, {
      scenario: this.scenario,
      world: this.world,
      now: () => this.time,
      emit: (event) => this.emit(event),
      apiChanged: (change) => this.apiTraffic.changed(change),
      manifestsChanged: (changes) => this.manifestsChanged(changes),
      runtimeProgressed: (progress) => this.criTraffic.progressed(progress),
      wakeups: (wakeups) => this.criTraffic.wakeAll(wakeups, this.causes.causeFor(null)),
      apiServerIsUp: (up) => this.apiServerIsUp(up),
      evict: (uid, gracePeriod) => this.running?.evict(uid, gracePeriod) ?? false,
      restartKubelet: (downtime) => this.restartKubelet(downtime),
    });
  }

  private startKubelet(): void {
    if (this.running !== null) return;
    this.generation++;
    this.apiTraffic.isWatching = false;
    this.running = new Kubelet(this.release, this.portsOf(this.generation));
    this.running.start(this.leftMounted);
    this.tellKubelet(duration(0), 'listManifests', this.causes.causeFor(null));
    this.tellKubelet(this.scenario.timing.apiLatency, 'listPods', this.causes.causeFor(null));
  }

  private restartKubelet(downtime: Duration): void {
    if (this.running !== null) {
      this.emit({ kind: 'kubeletStopped' });
      this.leftMounted = this.running.volumeManager.save();
      this.running = null;
      this.criTraffic.abortAll();
    }
    // One that was about to start is not any more.
    this.queue.removeWhere(({ type }) => type === 'kubeletStarts');
    const back = after(after(this.time, downtime), this.scenario.timing.kubeletStartup);
    this.queue.push(back, { type: 'kubeletStarts', cause: this.causes.causeFor(null) });
  }

  private apiServerIsUp(up: boolean): void {
    this.world.apiserver.up = up;
    this.apiTraffic.isWatching = false;
    // A client that lost its server tries again after a second.
    if (up) this.tellKubelet(duration(1000), 'listPods', this.causes.causeFor(null));
  }

  private tellKubelet(d: Duration, type: 'listPods' | 'listManifests', cause: number | null): void {
    this.queue.push(after(this.time, d), { type, generation: this.generation, cause });
  }

  private manifestsChanged(changes: readonly ApiChange[]): void {
    const at = after(this.time, MANIFEST_NOTICE);
    const cause = this.causes.causeFor(null);
    for (const { uid, pod } of changes) {
      this.queue.push(at, { type: 'manifest', generation: this.generation, uid, pod, cause });
    }
  }

  /** The API server does what a kubelet asks, and answers. */
  private serve(request: ApiRequest, tag: ApiTag): void {
    const error = this.apiTraffic.serve(request);
    const at = after(this.time, this.scenario.timing.apiLatency);
    const cause = this.causes.causeFor(null);
    this.queue.push(at, { type: 'apiReply', generation: this.generation, tag, error, cause });
  }

  private portsOf(generation: number): KubeletPorts {
    return {
      timing: this.scenario.timing,
      random: this.random,
      maxPods: this.scenario.maxPods,
      now: () => this.time,
      schedule: (d, timer) => {
        const cause = this.causeOfTimer(timer);
        this.queue.push(after(this.time, d), { type: 'timer', generation, timer, cause });
      },
      cri: (request, tag) => this.criTraffic.begin(request, tag, generation),
      abortCri: (callId) => this.criTraffic.abort(callId),
      api: (request, tag) => {
        const uid = 'uid' in request ? request.uid : null;
        const cause = this.causes.causeFor(uid);
        const at = after(this.time, this.scenario.timing.apiLatency);
        this.queue.push(at, { type: 'apiRequest', generation, request, tag, cause });
      },
      faultAt: (operation, pod) => {
        const names = [pod.name, ...this.world.aliasesOf(pod.uid), pod.template];
        const fault = this.runtime.faults.hit(operation, { uid: pod.uid, names }, this.random);
        if (fault !== null)
          this.emit({ kind: 'faultHit', uid: pod.uid, fault: fault.id, operation, effect: fault.kind });
        return fault;
      },
      isArmed: (faultId) => this.runtime.faults.armed().some(({ spec }) => spec.id === faultId),
      because: (cause) => this.causes.because(cause),
      emit: (event) => this.emit(event),
    };
  }

  /** Loops tick by themselves: nobody led to the next tick. */
  private causeOfTimer(timer: KubeletTimer): number | null {
    return timer.type === 'workerTurn' ? this.causes.causeFor(timer.uid) : null;
  }

  private emit(event: NodeEvent): number {
    const traced = this.causes.record(event, this.time);
    this.labMetrics.saw(traced, this.running);
    this.onEvent(traced);
    return traced.id;
  }

  save(): SimState {
    return {
      ...this.world.save(),
      now: this.time,
      queue: this.queue.save(),
      random: this.random.save(),
      runtime: this.runtime.save(),
      kubelet: this.running?.save() ?? null,
      generation: this.generation,
      watching: this.apiTraffic.isWatching,
      leftMounted: this.leftMounted,
      stuck: [...this.stuck],
      labMetrics: this.labMetrics.save(),
      pendingCri: this.criTraffic.save(),
      nextTraceId: this.causes.nextId,
    };
  }
}
