import type { Diagnostic } from '../base/result';
import type { ImportedPod, ImportedRun, Place } from '../importers/importedRun';
import { RELEASE_NAMES, type ReleaseName } from '../kubelet/releases';
import type { Scenario } from '../scenarios/command';
import { chosenPods, versionOf } from './chosenPods';
import { compareSteps, type Interference, type Parting, TOLERANCE } from './compareSteps';
import { LogCoverage } from './logCoverage';
import { calledBy } from './names';
import { hasPodWorkerOf122 } from './nearestRelease';
import { observedSteps } from './observedSteps';
import { partingText, timeText } from './partingText';
import { type Replay, replay } from './replay';
import { type Choice, Notes } from './reproduction';
import { scenarioOfRun } from './scenarioOfRun';
import { withoutIdle } from './withoutIdle';
import type { WorkerStep } from './workerStep';

/** Steps of the simulation that a replay may take: some seven hours of a quiet node, a second or two of computing. */
const MOST_STEPS = 150_000;

/** Where a log leaves a release, or that it does not. */
export interface ReleaseFit {
  readonly release: ReleaseName;
  /** It fits to the end of the log, or as far as was played. */
  readonly whole: boolean;
  /** Steps of workers that the log shows and the release does too. */
  readonly agreed: number;
  /** The last line that fits. */
  readonly fitsTo: (Place & { readonly file?: string }) | null;
  readonly departs: Departure | null;
  /** All of it in one sentence, with times of day on the log's clock. */
  readonly text: string;
}

/** The first thing in which a log and a release differ. */
export interface Departure {
  /** `namespace/name`, or the uid. */
  readonly pod: string;
  /** Ms on the log's clock: when the release does what the log does not show, or the time of the line that it cannot explain. */
  readonly at: number | null;
  /** The line that the release cannot explain; `null` if a line is missing. */
  readonly line: number | null;
  readonly text: string;
}

/** What a log says, held against every release. */
export interface ModelCheck {
  /** Whose workers were compared. */
  readonly pods: readonly string[];
  /** Why nothing was compared; `null` if something was. */
  readonly notChecked: string | null;
  readonly releases: readonly ReleaseFit[];
  /** What the replay assumes and leaves out. */
  readonly notes: readonly string[];
}

/**
 * Plays what was done to the pods of a run in each release, and says how far the log goes with it. Only what lines show counts, and
 * only what the log's verbosity would show can be missing. The same input gives the same answer.
 */
export function checkAgainstModel(run: ImportedRun, choice: Choice = {}, mostSteps = MOST_STEPS): ModelCheck {
  const nothing = (notChecked: string, pods: readonly string[] = []): ModelCheck => ({
    pods,
    notChecked,
    releases: [],
    notes: [],
  });
  if (run.runs.length === 0) return nothing('there is no log of a kubelet');
  const made = scenarioOfRun(run, choice);
  const found = chosenPods(run, choice, new Notes());
  if (!found.ok) return nothing(reasonOf(found.diagnostics));
  if (!made.ok) return nothing(reasonOf(made.diagnostics));
  const kubelet = versionOf(found.value) ?? run.kubelet;
  if (hasPodWorkerOf122(kubelet) === false)
    return nothing(`kubelet ${kubelet} has another pod worker: the one that is modelled came with 1.22`);
  const { value: reproduction } = made;
  const { origin } = reproduction;
  const roles = [...reproduction.pods].flatMap(([template, pods]) =>
    pods.map((pod, life) => ({ pod, template, life, observed: observedSteps(pod, run) })),
  );
  const compared = roles.filter(({ observed }) => observed.steps.length > 0);
  if (origin === null || compared.length === 0) {
    return nothing('no line shows a worker stop or clean up a pod; with -v=4 the kubelet prints that');
  }
  const coverage = new LogCoverage(
    found.value,
    run.gaps.filter(({ node }) => node === found.value.node),
  );
  const busy = compared.flatMap(({ observed }) =>
    observed.steps.flatMap(({ at }) => (at === null ? [] : [Math.max(0, at - origin)])),
  );
  const short = withoutIdle(reproduction.scenario, busy);
  const releases = RELEASE_NAMES.map((release): ReleaseFit => {
    const played = replay(short.scenario, release, mostSteps);
    const toLog = (at: number): number => origin + short.toFull(at);
    const horizon = toLog(played.until);
    let agreed = 0;
    let first: { readonly pod: ImportedPod; readonly parting: Parting } | null = null;
    for (const { pod, template, life, observed } of compared) {
      const until = Math.min(horizon, observed.until ?? horizon, reproduction.lacksFrom.get(pod) ?? horizon);
      const steps = observed.steps.filter(({ at }) => at === null || at < until);
      const predicted = stepsOf(played, template, life, toLog).filter(({ kind }) => observed.shows.has(kind));
      const comparison = compareSteps(
        steps,
        predicted,
        (at) => at + TOLERANCE <= until && coverage.wouldShow(at, TOLERANCE),
        interferencesWith(reproduction.scenario, template, origin),
      );
      agreed += comparison.agreed;
      const { parting } = comparison;
      if (parting !== null && (first === null || (parting.at ?? 0) < (first.parting.at ?? 0)))
        first = { pod, parting };
    }
    const isCut = played.isCut && horizon < (coverage.last?.at ?? horizon);
    if (first === null)
      return fits(release, agreed, isCut ? coverage.lastBefore(horizon) : coverage.last, isCut);
    return departs(release, agreed, first.pod, first.parting, coverage);
  });
  return {
    pods: compared.map(({ pod }) => calledBy(pod)),
    notChecked: null,
    releases,
    notes: reproduction.notes,
  };
}

const reasonOf = (diagnostics: readonly Diagnostic[]): string => diagnostics[0]?.message ?? 'no reason given';

/** When something was done to a pod or to the kubelet, and when what was wrong with the pod ended. */
function interferencesWith(scenario: Scenario, template: string, origin: number): readonly Interference[] {
  return scenario.steps.flatMap((step): Interference[] => {
    if (!('command' in step)) return [];
    const { command } = step;
    const at = origin + step.at;
    if (command.do === 'restartKubelet') return [{ at, kind: 'command' }];
    if (command.do === 'startRuntime' || command.do === 'apiServerUp') return [{ at, kind: 'mended' }];
    if (!('pod' in command) || command.pod !== template || command.do === 'injectFault') return [];
    return [{ at, kind: command.do === 'liftFault' ? 'mended' : 'command' }];
  });
}

function stepsOf(
  played: Replay,
  template: string,
  life: number,
  toLog: (at: number) => number,
): readonly WorkerStep[] {
  const uid = played.lives.get(template)?.[life];
  const steps = uid === undefined ? [] : (played.steps.get(uid) ?? []);
  return steps.map((step) => ({ ...step, at: toLog(step.at ?? 0) }));
}

function fits(release: ReleaseName, agreed: number, to: ReleaseFit['fitsTo'], isCut: boolean): ReleaseFit {
  const where = isCut ? `to line ${to?.line ?? 0}, as far as it was played` : 'to the end';
  return { release, whole: true, agreed, fitsTo: to, departs: null, text: `fits ${release} ${where}` };
}

function departs(
  release: ReleaseName,
  agreed: number,
  pod: ImportedPod,
  parting: Parting,
  coverage: LogCoverage,
): ReleaseFit {
  const { at, log, kind } = parting;
  const line = kind === 'not in the log' ? null : (log?.line ?? null);
  const fitsTo = coverage.lastBefore(line === null ? at : at === null ? null : at - Number.EPSILON - 0.001);
  const text = partingText(release, pod, parting, coverage.last);
  const until =
    fitsTo === null
      ? 'from its first line on'
      : `to line ${fitsTo.line}${fitsTo.at === null ? '' : ` (${timeText(fitsTo.at)})`}`;
  return {
    release,
    whole: false,
    agreed,
    fitsTo,
    departs: { pod: calledBy(pod), at, line, text },
    text: fitsTo === null ? `does not fit ${release} ${until}: ${text}` : `fits ${release} ${until}: ${text}`,
  };
}
