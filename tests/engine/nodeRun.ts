import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PodUID } from '../../src/api/pod';
import { formatDiagnostic } from '../../src/base/result';
import { parseDuration, type SimTime, simTime } from '../../src/clock/simTime';
import { workerStateOf } from '../../src/engine/expectation';
import { kubectlStatus } from '../../src/engine/kubectlStatus';
import type { SimState } from '../../src/engine/simState';
import { Simulation } from '../../src/engine/simulation';
import type { EventData, NodeEventKind, TraceEvent, TraceEventOf } from '../../src/engine/trace';
import { type Verdict, verdictOf } from '../../src/engine/verdict';
import type { Kubelet } from '../../src/kubelet/kubelet';
import { type ReleaseName, releaseOf } from '../../src/kubelet/releases';
import type { Command, Scenario } from '../../src/scenarios/command';
import { parseScenario } from '../../src/scenarios/parseScenario';

/** The scenario that a text describes; `version` and `title` are added. A mistake in it fails the test. */
export function scenarioOf(text: string): Scenario {
  const read = parseScenario({ file: 'test.yaml', text: `version: 1\ntitle: test\n${text}` });
  if (!read.ok) throw new Error(read.diagnostics.map(formatDiagnostic).join('\n'));
  return read.value;
}

/** A scenario of the catalog. */
export function catalogScenario(name: string): Scenario {
  const file = fileURLToPath(new URL(`../../src/scenarios/catalog/${name}.yaml`, import.meta.url));
  const read = parseScenario({ file: name, text: readFileSync(file, 'utf8') });
  if (!read.ok) throw new Error(read.diagnostics.map(formatDiagnostic).join('\n'));
  return read.value;
}

/** `12s` as a moment. */
export const at = (text: string): SimTime => simTime(parseDuration(text) ?? Number.NaN);

/** The command of a `do` step without its time, such as `{ do: deletePod, pod: web }`. */
export function commandOf(text: string, pods: string): Command {
  const [step] = scenarioOf(`${pods}\nsteps: [{ at: 0s, ${text} }]`).steps;
  if (step === undefined || !('command' in step)) throw new Error(`no command: ${text}`);
  return step.command;
}

/** A run whose whole trace is kept. Asks are by the name of the template. */
export class NodeRun {
  readonly trace: TraceEvent[] = [];
  readonly sim: Simulation;

  constructor(
    readonly scenario: Scenario,
    readonly release: ReleaseName = 'v1.31',
  ) {
    this.sim = Simulation.create(scenario, releaseOf(release), (event) => this.trace.push(event));
  }

  until(time: string): this {
    this.sim.runUntil(at(time));
    return this;
  }

  get kubelet(): Kubelet {
    if (this.sim.kubelet === null) throw new Error('no kubelet is running');
    return this.sim.kubelet;
  }

  uid(pod: string): PodUID {
    const uid = this.sim.world.uidOf(pod);
    if (uid === null) throw new Error(`there has been no ${pod}`);
    return uid;
  }

  worker(pod: string): string {
    return workerStateOf(this.sim, this.uid(pod));
  }

  runtime(pod: string): string {
    return this.sim.runtime.stateOf(this.uid(pod));
  }

  kubectl(pod: string): string {
    const life = this.sim.world.lifeOf(this.uid(pod));
    return life === null ? 'never was' : kubectlStatus(this.sim.world.apiObjectOf(life));
  }

  verdict(pod: string): Verdict {
    return verdictOf(this.sim, this.uid(pod));
  }

  /** The events of a kind, of one pod if it is named. */
  of<K extends NodeEventKind>(kind: K, pod?: string): TraceEventOf<K>[] {
    const uid = pod === undefined ? null : this.uid(pod);
    return this.trace.filter(
      (event): event is TraceEventOf<K> => event.kind === kind && (uid === null || event.pod === uid),
    );
  }

  /** When the events of a kind happened, virtual ms. */
  times(kind: NodeEventKind, pod?: string): number[] {
    return this.of(kind, pod).map((event) => event.at);
  }

  /** What the events of a kind say. */
  data<K extends NodeEventKind>(kind: K, pod?: string): EventData<K>[] {
    return this.of(kind, pod).map((event) => event.data as EventData<K>);
  }

  /** The kinds of the events that led to `event`, from it back to the one that nothing led to. */
  chain(event: TraceEvent): TraceEvent[] {
    const chain = [event];
    for (let id = event.causedBy; id !== null; id = chain.at(-1)?.causedBy ?? null) {
      const cause = this.trace[id];
      if (cause === undefined) throw new Error(`event ${id} is not in the trace`);
      chain.push(cause);
    }
    return chain;
  }
}

/** A saved state after a journey through JSON. */
export const throughJson = (state: SimState): SimState => JSON.parse(JSON.stringify(state)) as SimState;
