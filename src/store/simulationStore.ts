import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  CatalogEntry,
  ChurnOptions,
  ChurnResult,
  Command,
  Diagnostic,
  Give,
  GivenAt,
  Moment,
  PodUID,
  RunId,
  Scenario,
  ScenarioSource,
  TraceEvent,
} from '../transport/protocol';
import { restored } from '../transport/shortMoment';
import { type Port, SimulationClient } from '../transport/simulationClient';
import { countUntil } from './selectors/eventsAt';
import { GAUGE_WIDTH } from './vocabulary';

/** A run as the page knows it: how to make it again, and what has come of it so far. */
export interface RunView {
  readonly id: RunId;
  readonly source: ScenarioSource;
  readonly release: string;
  readonly seed: number | null;
  /** Commands given by hand, in order of time. */
  readonly given: readonly GivenAt[];
  /** `null` until the worker has read it. */
  readonly scenario: Scenario | null;
  readonly name: string;
  /** Where the scenario ends, virtual ms. It can be gone beyond. */
  readonly end: number;
  /** How far it has been simulated, virtual ms. */
  readonly now: number;
  /** The trace so far. The list grows in place; `length` tells that it has. */
  readonly events: readonly TraceEvent[];
  readonly length: number;
  /** Gauge samples, flat (`engine/gaugeSeries.ts`); grows in place like `events`. */
  readonly gauges: readonly number[];
  readonly fingerprint: string;
  /** The node at the playhead, as last answered. */
  readonly moment: Moment | null;
  readonly texts: Readonly<Partial<Record<'metrics' | 'klog' | 'scenario', string>>>;
  /** What is wrong with the scenario; then there is no run. */
  readonly diagnostics: readonly Diagnostic[];
  /** The rule of ours that broke; the run stands. */
  readonly broken: string | null;
}

/** A churn in one release, beside the runs. */
export interface ChurnView {
  readonly release: string;
  readonly options: ChurnOptions;
  /** Pods that have come and gone. */
  readonly gone: number;
  /** `null` until it is over. */
  readonly result: ChurnResult | null;
  /** The rule of ours that broke; nothing more will come. */
  readonly broken: string | null;
}

export interface SimulationState {
  readonly churns: ReadonlyMap<RunId, ChurnView>;
  readonly runs: ReadonlyMap<RunId, RunView>;
  /** Why the worker died; `null` while it lives. */
  readonly death: string | null;
  /** The scenarios that come with the page; empty until the worker has told. */
  readonly catalog: readonly CatalogEntry[];
}

/** What can be asked of the engine. Everything is answered later, by a change of the store. */
export interface SimulationActions {
  /** `like`: a run of the same scenario, whose name and end are this one's. */
  open(
    id: RunId,
    source: ScenarioSource,
    release: string,
    seed: number | null,
    given?: readonly GivenAt[],
    like?: RunView,
  ): void;
  extend(id: RunId, until: number): void;
  /** A run that shares the past of `id` up to `at` and does `commands` there. Returns its id. */
  fork(id: RunId, at: number, commands: readonly Command[]): RunId;
  inspect(id: RunId, at: number, event: number | null, pod: PodUID | null): void;
  text(id: RunId, what: 'metrics' | 'klog' | 'scenario', at: number, verbosity: number): void;
  close(id: RunId): void;
  /** Carries out a churn, slice by slice, until its result is there or it is given up. */
  churn(id: RunId, release: string, options: ChurnOptions): void;
  /** Gives a churn up, or forgets its result. */
  endChurn(id: RunId): void;
  /** Once a frame: sends what is wanted. */
  frame(): void;
  /** Nothing is wanted of the engine, and no answer is outstanding. */
  isIdle(): boolean;
  /** After the worker has died: a new one makes every run again. */
  revive(): void;
}

export type SimulationStore = StoreApi<SimulationState> & { readonly actions: SimulationActions };

const blank = (
  id: RunId,
  source: ScenarioSource,
  release: string,
  seed: number | null,
  given: readonly GivenAt[],
): RunView => ({
  id,
  source,
  release,
  seed,
  given,
  scenario: null,
  name: '',
  end: 0,
  now: 0,
  events: [],
  length: 0,
  gauges: [],
  fingerprint: '',
  moment: null,
  texts: {},
  diagnostics: [],
  broken: null,
});

/** The store of all runs, fed by a client; works without React. */
export function createSimulationStore(makePort: () => Port): SimulationStore {
  const store = createStore<SimulationState>(() => ({
    runs: new Map(),
    churns: new Map(),
    death: null,
    catalog: [],
  }));
  const change = (id: RunId, with_: (run: RunView) => Partial<RunView>): void => {
    const run = store.getState().runs.get(id);
    if (run === undefined) return;
    store.setState(({ runs }) => ({ runs: new Map(runs).set(id, { ...run, ...with_(run) }) }));
  };
  const add = (run: RunView): void =>
    store.setState(({ runs }) => ({ runs: new Map(runs).set(run.id, run) }));
  const makeClient = (): SimulationClient =>
    new SimulationClient(
      makePort(),
      (gives) => {
        for (const give of gives) {
          if (give.type === 'catalog') store.setState({ catalog: give.entries });
          else if (give.type === 'churned' || store.getState().churns.has(give.run)) churned(give);
          else change(give.run, (run) => taken(run, give));
        }
      },
      (why) => store.setState({ death: why }),
    );
  /** Takes an answer about a churn, and asks for the next slice; one that was given up is not there any more. */
  const churned = (give: Give): void => {
    const churn = store.getState().churns.get(give.run);
    if (churn === undefined) return;
    const { release, options } = churn;
    const next: ChurnView =
      give.type === 'churned'
        ? { ...churn, gone: give.gone, result: give.result }
        : { ...churn, broken: give.type === 'broken' ? give.rule : 'the worker refused it' };
    store.setState(({ churns }) => ({ churns: new Map(churns).set(give.run, next) }));
    if (next.result === null && next.broken === null)
      client.want({ type: 'churn', run: give.run, release, options });
  };
  let client = makeClient();
  let forks = 0;
  client.want({ type: 'catalog', run: '' });

  const actions: SimulationActions = {
    open(id, source, release, seed, given = [], like) {
      const shares = like === undefined ? {} : { scenario: like.scenario, name: like.name, end: like.end };
      add({ ...blank(id, source, release, seed, given), ...shares });
      client.want({ type: 'open', run: id, source, release, seed, given });
    },
    extend: (run, until) => client.want({ type: 'extend', run, until }),
    fork(id, at, commands) {
      const as = `${id}/${++forks}`;
      const run = store.getState().runs.get(id);
      if (run === undefined) return id;
      const past = run.given.filter((given) => given.at <= at);
      const given = [...past, ...commands.map((command) => ({ at, command }))];
      const fork = {
        ...blank(as, run.source, run.release, run.seed, given),
        ...shared(run, at),
      };
      add(fork);
      const known = { events: fork.length, samples: fork.gauges.length / GAUGE_WIDTH };
      client.want({ type: 'fork', run: id, as, at, commands, known });
      return as;
    },
    inspect: (run, at, event, pod) => client.want({ type: 'inspect', run, at, event, pod }),
    text: (run, what, at, verbosity) => client.want({ type: 'text', run, what, at, verbosity }),
    close(id) {
      store.setState(({ runs }) => ({ runs: new Map([...runs].filter(([run]) => run !== id)) }));
      client.want({ type: 'close', run: id });
    },
    churn(id, release, options) {
      const churn: ChurnView = { release, options, gone: 0, result: null, broken: null };
      store.setState(({ churns }) => ({ churns: new Map(churns).set(id, churn) }));
      client.want({ type: 'churn', run: id, release, options });
    },
    endChurn(id) {
      store.setState(({ churns }) => ({ churns: new Map([...churns].filter(([churn]) => churn !== id)) }));
      client.want({ type: 'close', run: id });
    },
    frame: () => client.frame(),
    isIdle: () => client.idle,
    revive() {
      client.close();
      client = makeClient();
      store.setState({ death: null, churns: new Map() });
      for (const { id, source, release, seed, given, now } of store.getState().runs.values()) {
        add({ ...blank(id, source, release, seed, given) });
        client.want({ type: 'open', run: id, source, release, seed, given });
        client.want({ type: 'extend', run: id, until: now });
      }
    },
  };
  return Object.assign(store, { actions });
}

/** What a fork at `at` shares with its run: all of it is there to be looked at while the fork is being made. */
function shared({ scenario, name, end, now, events, gauges, moment }: RunView, at: number): Partial<RunView> {
  const length = countUntil(events, at);
  let samples = 0;
  while ((gauges[samples * GAUGE_WIDTH] ?? Number.POSITIVE_INFINITY) <= at) samples++;
  return {
    ...{ scenario, name, end, moment, length },
    now: Math.min(now, at),
    events: events.slice(0, length),
    gauges: gauges.slice(0, samples * GAUGE_WIDTH),
  };
}

/** What an answer changes about its run. */
function taken(run: RunView, give: Exclude<Give, { type: 'catalog' | 'churned' }>): Partial<RunView> {
  switch (give.type) {
    case 'opened':
      return {
        ...{ scenario: give.scenario, end: give.end, release: give.release },
        // A fork is called as what it was forked from.
        name: run.name === '' ? give.name : run.name,
      };
    case 'refused':
      return { scenario: null, diagnostics: give.diagnostics };
    case 'batch': {
      if (give.from !== run.events.length) return {};
      const events = run.events as TraceEvent[];
      const gauges = run.gauges as number[];
      for (const event of give.events) events.push(event);
      for (const number of give.gauges) gauges.push(number);
      return { now: give.now, length: events.length, fingerprint: give.fingerprint };
    }
    case 'moment':
      return { moment: restored(run.moment, give.moment) };
    case 'text':
      return { texts: { ...run.texts, [give.what]: give.text } };
    case 'broken':
      return { broken: give.rule };
  }
}
