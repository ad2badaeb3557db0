import { present } from '../base/assert';
import { type Diagnostic, type Result, success } from '../base/result';
import { simTime } from '../clock/simTime';
import type { ChurnRun } from '../engine/churn/runChurn';
import { metricsText } from '../engine/metricsText';
import { type Moment, momentOf } from '../engine/moment';
import { endOf, Timeline } from '../engine/timeline';
import { isReleaseName, RELEASE_NAMES, releaseOf } from '../kubelet/releases';
import type { Scenario } from '../scenarios/command';
import type { Library } from '../scenarios/library';
import type { ChurnTools } from './churnTools';
import type { KlogTools } from './klogTools';
import {
  type CatalogEntry,
  type Give,
  type GivenAt,
  PROTOCOL_VERSION,
  type ReplyMessage,
  type RequestMessage,
  type RunId,
  type ScenarioSource,
  type Want,
} from './protocol';
import type { ScenarioTools } from './scenarioTools';
import { shortened } from './shortMoment';

/** A run, and how much of it the page has. */
interface HostedRun {
  readonly timeline: Timeline;
  /** Commands given by hand that the run has not come to yet, in order of time. */
  todo: readonly GivenAt[];
  sent: number;
  samplesSent: number;
  /** The moment that was sent last; `null`: none. */
  told: Moment | null;
}

/** At most so many trace events go in one message; the rest follows in the next. */
const EVENTS_A_BATCH = 5000;

/** How much virtual time is simulated before an answer goes out, so that a long way is seen to be made. */
const SLICE_MS = 60_000;

/** At most so many events of a churn go into one answer: some tens of wall ms, so that the page's other wants are not kept waiting. */
const CHURN_EVENTS = 250;

/**
 * The side of the page's engine that does the work: runs by name, wants in, gives out. Knows nothing of workers or pages, so the
 * same host runs in a worker and in a test's own process.
 */
export class SimulationHost {
  private readonly runs = new Map<RunId, HostedRun>();

  private readonly churns = new Map<RunId, ChurnRun>();

  private tools: Partial<ScenarioTools & KlogTools & ChurnTools> = {};

  constructor(private readonly library: Library) {}

  /** Hands over what reads and writes scenario files, or logs, or churns; `equipFor` knows what a message takes. */
  equip(tools: ScenarioTools | KlogTools | ChurnTools): void {
    this.tools = { ...this.tools, ...tools };
  }

  /** Answers one request with one reply. */
  handle(request: RequestMessage): ReplyMessage {
    const { seq } = request;
    if (request.version !== PROTOCOL_VERSION) return { version: PROTOCOL_VERSION, seq, gives: [] };
    return { version: PROTOCOL_VERSION, seq, gives: request.wants.flatMap((want) => this.give(want)) };
  }

  private give(want: Want): readonly Give[] {
    if (want.type === 'open') return this.open(want);
    if (want.type === 'catalog') return [{ type: 'catalog', run: want.run, entries: this.catalog() }];
    if (want.type === 'churn') return this.churn(want);
    if (want.type === 'close') {
      this.runs.delete(want.run);
      this.churns.delete(want.run);
      return [];
    }
    const hosted = this.runs.get(want.run);
    if (hosted === undefined) return [];
    const { timeline } = hosted;
    try {
      switch (want.type) {
        case 'extend':
          return this.extend(want.run, hosted, want.until);
        case 'fork': {
          advance(hosted, want.at);
          const fork = timeline.fork(simTime(want.at));
          for (const command of want.commands) {
            fork.runUntil(simTime(want.at));
            fork.apply(command);
          }
          const { events, samples } = want.known;
          this.runs.set(want.as, {
            ...{ timeline: fork, todo: [], told: null },
            sent: Math.min(events, fork.events.length),
            samplesSent: Math.min(samples, fork.gauges.samples),
          });
          return [this.opened(want.as, fork.scenario.title, fork), this.batch(want.as)];
        }
        case 'inspect': {
          // One that has not happened cannot be looked for: how far away it would be, nobody knows.
          const event = want.event !== null && want.event < timeline.events.length ? want.event : null;
          if (event === null) advance(hosted, want.at);
          const sim = event === null ? timeline.seek(simTime(want.at)) : timeline.seekEvent(event);
          const moment = momentOf(sim, want.pod);
          const short = shortened(hosted.told, moment);
          hosted.told = moment;
          return [{ type: 'moment', run: want.run, event, moment: short }];
        }
        case 'text':
          return [{ type: 'text', run: want.run, what: want.what, text: this.textOf(hosted, want) }];
      }
    } catch (error) {
      const rule = error instanceof Error ? error.message : String(error);
      const run = want.type === 'fork' ? want.as : want.run;
      return [{ type: 'broken', run, rule, at: timeline.simulation.now }];
    }
  }

  private churn({ run, release, options }: Extract<Want, { type: 'churn' }>): readonly Give[] {
    if (!isReleaseName(release)) return [{ type: 'refused', run, diagnostics: [unknownRelease(release)] }];
    const { churn } = this.tools;
    const tools = present(churn, 'the host is equipped before a churn begins');
    try {
      const under = this.churns.get(run) ?? tools.begin(options, releaseOf(release));
      this.churns.set(run, under);
      const over = under.advance(CHURN_EVENTS);
      if (over) this.churns.delete(run);
      const result = over ? tools.resultOf(under, options) : null;
      return [{ type: 'churned', run, gone: under.gone, pods: options.pods, result }];
    } catch (error) {
      this.churns.delete(run);
      return [{ type: 'broken', run, rule: error instanceof Error ? error.message : String(error), at: 0 }];
    }
  }

  private catalog(): readonly CatalogEntry[] {
    return this.library.names().flatMap((name) => {
      const scenario = this.library.get(name);
      if (!scenario.ok) return [];
      const { title, description } = scenario.value;
      return [{ name, title, description }];
    });
  }

  private open(want: Extract<Want, { type: 'open' }>): readonly Give[] {
    const { run } = want;
    const parsed = this.read(want.source);
    if (!parsed.ok) return [{ type: 'refused', run, diagnostics: parsed.diagnostics }];
    if (!isReleaseName(want.release)) {
      return [{ type: 'refused', run, diagnostics: [unknownRelease(want.release)] }];
    }
    const seed = want.seed ?? parsed.value.seed;
    const given = this.readGiven(want.given, parsed.value);
    if (!given.ok) return [{ type: 'refused', run, diagnostics: given.diagnostics }];
    const timeline = new Timeline({ ...parsed.value, seed }, releaseOf(want.release));
    this.runs.set(run, { timeline, todo: given.value, sent: 0, samplesSent: 0, told: null });
    const name = want.source.kind === 'catalog' ? want.source.name : want.source.file;
    return [this.opened(run, name, timeline), this.batch(run)];
  }

  private read(source: ScenarioSource): Result<Scenario> {
    if (source.kind === 'catalog') return this.library.get(source.name);
    return present(this.tools.parse, 'the host is equipped before a text is read')(source);
  }

  private readGiven(given: readonly GivenAt[], scenario: Scenario): Result<readonly GivenAt[]> {
    if (given.length === 0) return success([]);
    return present(this.tools.readGiven, 'the host is equipped before commands are read')(given, scenario);
  }

  private opened(run: RunId, name: string, { scenario, release }: Timeline): Give {
    return { type: 'opened', run, name, scenario, release: release.name, end: endOf(scenario) };
  }

  private extend(run: RunId, hosted: HostedRun, until: number): readonly Give[] {
    const { timeline, sent } = hosted;
    const far = Math.min(until, timeline.simulation.now + SLICE_MS);
    // What has been simulated and not been sent goes first.
    if (timeline.events.length - sent < EVENTS_A_BATCH) advance(hosted, far);
    return [this.batch(run)];
  }

  private textOf(hosted: HostedRun, want: Extract<Want, { type: 'text' }>): string {
    const { timeline, todo } = hosted;
    if (want.what === 'scenario') {
      const serialize = present(this.tools.serialize, 'the host is equipped before a text is written');
      return serialize(timeline.toScenario(timeline.scenario.title, todo));
    }
    advance(hosted, want.at);
    const sim = timeline.seek(simTime(want.at));
    if (want.what === 'metrics') {
      return metricsText(sim);
    }
    const release = timeline.release.name;
    const pods = sim.world.livesByUid();
    const events = timeline.events.filter(({ at }) => at <= want.at);
    const formatKlog = present(this.tools.formatKlog, 'the host is equipped before a log is written');
    return formatKlog(events, { release, verbosity: want.verbosity, pods }).join('\n');
  }

  private batch(run: RunId): Give {
    const hosted = this.runs.get(run);
    if (hosted === undefined) return { type: 'broken', run, rule: 'a batch belongs to a run', at: 0 };
    const { timeline, sent, samplesSent } = hosted;
    const events = timeline.events.slice(sent, sent + EVENTS_A_BATCH);
    hosted.sent += events.length;
    hosted.samplesSent = timeline.gauges.samples;
    const allSent = hosted.sent === timeline.events.length;
    return {
      type: 'batch',
      run,
      from: sent,
      events,
      gauges: timeline.gauges.since(samplesSent),
      now: allSent ? timeline.simulation.now : (events.at(-1)?.at ?? 0),
      fingerprint: timeline.fingerprint(),
    };
  }
}

/** Simulates on, up to `until` if it has not come that far, with the commands that were given by hand on the way. */
function advance(hosted: HostedRun, until: number): void {
  const { timeline } = hosted;
  if (until <= timeline.simulation.now && hosted.todo.length === 0) return;
  const due = hosted.todo.filter(({ at }) => at <= until);
  hosted.todo = hosted.todo.slice(due.length);
  for (const { at, command } of due) {
    timeline.runUntil(simTime(at));
    timeline.apply(command);
  }
  if (until > timeline.simulation.now) timeline.runUntil(simTime(until));
}

const unknownRelease = (release: string): Diagnostic => ({
  severity: 'error',
  message: `unknown release ${release}`,
  tip: RELEASE_NAMES.join(', '),
});

/** What a reply can hand over instead of copying it. */
export const transferablesOf = (reply: ReplyMessage): ArrayBuffer[] =>
  reply.gives.flatMap((give) => (give.type === 'batch' ? [give.gauges.buffer] : []));
