import type { Diagnostic } from '../base/result';
import { endOf } from '../engine/timeline';
import { counterexample } from '../explorer/counterexample';
import { describeTrace } from '../explorer/describeTrace';
import { Exploration, type Violation } from '../explorer/explore';
import { minimise } from '../explorer/minimise';
import { leastStates, type Model, parseModel, UNCONFIRMED_STATES } from '../explorer/model';
import { isReleaseName, RELEASE_NAMES, type Release, releaseOf } from '../kubelet/releases';
import { parseScenario } from '../scenarios/parseScenario';
import { serializeScenario } from '../scenarios/serializeScenario';
import {
  EXPLORER_PROTOCOL_VERSION,
  type ExplorerGive,
  type ExplorerReply,
  type ExplorerRequest,
  type ExplorerWant,
  type FoundTrace,
  type NamedModel,
} from './explorerProtocol';

/** How long an answer takes at most, wall ms, but for what follows an end: the page shows so many a second. */
const SLICE_MS = 80;

/** The clock is looked at after so many states. */
const STATES_A_LOOK = 50;

/** A page keeps at most so many states: some hundred megabytes. */
const MOST_STATES_OF_A_PAGE = 4_000_000;

interface Hosted {
  readonly exploration: Exploration;
  elapsed: number;
}

/**
 * The side of the page's explorer that does the work. Knows nothing of workers or pages; `now` is a clock in wall ms, by which it
 * only decides when to answer, never what.
 */
export class ExplorerHost {
  private readonly hosted = new Map<string, Hosted>();

  constructor(
    private readonly models: readonly NamedModel[],
    private readonly now: () => number,
    private readonly mostStates = MOST_STATES_OF_A_PAGE,
  ) {}

  /** Answers one request. */
  handle({ version, want }: ExplorerRequest): ExplorerReply {
    const give: ExplorerGive =
      version === EXPLORER_PROTOCOL_VERSION
        ? this.give(want)
        : { type: 'broken', id: want.id, rule: `the explorer does not speak version ${version}` };
    return { version: EXPLORER_PROTOCOL_VERSION, give };
  }

  private give(want: ExplorerWant): ExplorerGive {
    const { id } = want;
    try {
      switch (want.type) {
        case 'models':
          return { type: 'models', id, models: this.models };
        case 'read': {
          const read = parseModel({ file: 'the model', text: want.text });
          return read.ok ? { type: 'read', id, model: read.value } : refused(id, read.diagnostics);
        }
        case 'explore':
          return this.explore(want);
        case 'forget':
          this.hosted.delete(id);
          return { type: 'forgotten', id };
        case 'minimise':
          return minimised(want);
      }
    } catch (error) {
      this.hosted.delete(id);
      return { type: 'broken', id, rule: error instanceof Error ? error.message : String(error) };
    }
  }

  private explore(want: Extract<ExplorerWant, { type: 'explore' }>): ExplorerGive {
    const { id } = want;
    const begin = this.now();
    let hosted = this.hosted.get(id);
    if (hosted === undefined) {
      const release = releaseNamed(want.release);
      if (release === null) return refused(id, [unknownRelease(want.release)]);
      const read = parseModel({ file: 'the model', text: want.text });
      if (!read.ok) return refused(id, read.diagnostics);
      const least = leastStates(read.value);
      if (least > UNCONFIRMED_STATES && !want.confirmed) return { type: 'large', id, least };
      const bounds = { depth: want.depth, states: this.mostStates };
      hosted = { exploration: new Exploration(read.value, release, bounds), elapsed: 0 };
      this.hosted.set(id, hosted);
    }
    const { exploration } = hosted;
    while (!exploration.advance(STATES_A_LOOK) && this.now() - begin < SLICE_MS);
    hosted.elapsed += this.now() - begin;
    const { over, found, progress } = exploration;
    const { model, release } = exploration;
    const result =
      over === null
        ? null
        : { ending: over, found: found === null ? null : traceFound(model, release, found) };
    if (over !== null) this.hosted.delete(id);
    return { type: 'explored', id, progress, elapsed: hosted.elapsed, result };
  }
}

function traceFound(model: Model, release: Release, found: Violation): FoundTrace {
  const { scenario, why } = counterexample(model, release, found);
  return {
    kind: found.kind,
    pod: found.pod,
    why: found.why,
    trace: describeTrace(model, release, found.trace),
    scenario: scenario === null ? null : serializeScenario(scenario),
    noScenario: why,
  };
}

function minimised(want: Extract<ExplorerWant, { type: 'minimise' }>): ExplorerGive {
  const { id, pod } = want;
  const release = releaseNamed(want.release);
  if (release === null) return refused(id, [unknownRelease(want.release)]);
  const read = parseScenario({ file: 'the scenario', text: want.text });
  if (!read.ok) return refused(id, read.diagnostics);
  const found = minimise(read.value, release, pod);
  if (found === null) {
    const message = `${pod} is not stuck at the end of this run in ${release.name}: there is nothing to minimise`;
    return refused(id, [{ severity: 'error', message }]);
  }
  const { scenario, runs } = found;
  const result = {
    text: serializeScenario(scenario),
    until: endOf(scenario),
    stepsBefore: read.value.steps.filter((step) => 'command' in step).length,
    steps: scenario.steps.length,
    runs,
  };
  return { type: 'minimised', id, result };
}

const releaseNamed = (name: string): Release | null => (isReleaseName(name) ? releaseOf(name) : null);

const refused = (id: string, diagnostics: readonly Diagnostic[]): ExplorerGive => ({
  type: 'refused',
  id,
  diagnostics,
});

const unknownRelease = (release: string): Diagnostic => ({
  severity: 'error',
  message: `unknown release ${release}`,
  tip: RELEASE_NAMES.join(', '),
});
