import { failure, type Result, success } from '../base/result';
import { shownText } from '../base/shownText';
import { duration } from '../clock/simTime';
import { apiUID } from '../engine/podIdentity';
import type { ImportedPod, ImportedRun } from '../importers/importedRun';
import type { PodTemplate, Scenario, ScenarioStep } from '../scenarios/command';
import { MAX_STEPS } from '../scenarios/commandSchemas';
import { MAX_DURATION } from '../scenarios/fieldSchemas';
import { parseScenario } from '../scenarios/parseScenario';
import { serializeScenario } from '../scenarios/serializeScenario';
import { type Chosen, chosenPods, versionOf } from './chosenPods';
import { faultSteps } from './faultSteps';
import { nearestRelease } from './nearestRelease';
import { downFrom, nodeSteps, SHORT_DOWNTIME } from './nodeSteps';
import { objectScript } from './objectScript';
import { COMMAND, type LogStep, type PodScript, podScript } from './podScript';
import { type Cast, castPods, templateOf } from './podTemplates';
import { type Choice, Notes, type Reproduction } from './reproduction';
import { timingOf } from './timeouts';

/** Pods that ran before the log begins get so long to start, ms. */
const LEAD = 10_000;
/** From the start of the model's kubelet to the first line that matters, where nothing has to run before it. */
const SHORT_LEAD = 1000;
/** A kubelet whose own start is so near to the first line that matters starts with the scenario. */
const NEAR_START = 60_000;

/**
 * An imported run as a scenario: what was done to its pods and its node at the times of the log, faults where calls failed, in the
 * release nearest to the log's. What a scenario cannot say is in the notes. Fails, with a tip, if nothing is left to play.
 */
export function scenarioOfRun(run: ImportedRun, choice: Choice = {}): Result<Reproduction> {
  const notes = new Notes();
  const found = chosenPods(run, choice, notes);
  if (!found.ok) return found;
  const chosen = found.value;
  const cast = castPods(chosen.pods);
  const scripts = new Map<Cast, readonly LogStep[]>();
  const lives = new Map<string, Pick<PodScript, 'completes' | 'isHeld'>>();
  const lacksFrom = new Map<ImportedPod, number>();
  for (const role of cast) {
    const { pod, template, isStatic } = role;
    if (pod.events.length === 0) {
      scripts.set(role, pod.object === null ? [] : objectScript(pod, pod.object, template, isStatic, notes));
      continue;
    }
    const { steps, completes, isHeld } = podScript(pod, template, isStatic, notes);
    const life = lives.get(template);
    lives.set(template, {
      completes: completes || life?.completes === true,
      isHeld: isHeld || life?.isHeld === true,
    });
    const faults = faultSteps(pod, template, steps, chosen.runs[0]?.index ?? 0, notes);
    if (faults.lacksFrom !== null) lacksFrom.set(pod, faults.lacksFrom);
    scripts.set(role, [...steps, ...faults.steps]);
  }
  const played = cast.filter((role) => (scripts.get(role)?.length ?? 0) > 0);
  if (played.length === 0) {
    return failure({
      severity: 'error',
      message: 'no line with a time tells what was done to a pod, so there is nothing to play',
      tip: 'give a kubelet log with its SyncLoop lines (-v=2 or more)',
    });
  }
  const all = [...played.flatMap((role) => scripts.get(role) ?? []), ...nodeSteps(chosen, notes)];
  const line = timeline(chosen, all, notes);
  const pods = new Map<string, readonly ImportedPod[]>();
  const templates = new Map<string, PodTemplate>();
  for (const { template } of played) {
    if (templates.has(template)) continue;
    const roles = played.filter((role) => role.template === template);
    pods.set(
      template,
      roles.map(({ pod }) => pod),
    );
    templates.set(
      template,
      templateOf(template, roles, lives.get(template) ?? { completes: false, isHeld: false }, run, notes),
    );
  }
  const release = nearestRelease({
    kubelet: versionOf(chosen) ?? run.kubelet,
    since127: chosen.runs.at(-1)?.since127 ?? run.since127,
  });
  if (release === null) notes.say('assumed: v1.27, since no line tells the version of the kubelet');
  const told = notes.sentences();
  const scenario: Scenario = {
    version: 1,
    title: titleOf(chosen),
    description: shownText(told.join('. '), 5000),
    release: release ?? 'v1.27',
    seed: seedWithout(templates, line.steps.length),
    maxPods: 110,
    shuffleTies: false,
    until: line.until,
    timing: timingOf(chosen.pods),
    pods: templates,
    steps: line.steps,
  };
  // Names and texts are from outside: what comes out has to be read as any file is.
  const read = parseScenario({ file: 'the scenario of this log', text: serializeScenario(scenario) });
  if (!read.ok) return read;
  return success({ scenario, origin: line.origin, pods, lacksFrom, notes: told });
}

/** A seed that gives no new pod a uid that one of the templates has fixed: logs of this very model have such uids. */
function seedWithout(templates: ReadonlyMap<string, PodTemplate>, steps: number): number {
  const fixed = new Set([...templates.values()].map(({ uid }) => uid));
  // A step makes a pod at most, and a mirror pod.
  const made = Array.from({ length: 2 * steps }, (_, count) => count);
  let seed = 1;
  while (made.some((count) => fixed.has(apiUID(count, seed)))) seed++;
  return seed;
}

function titleOf({ pods, node }: Chosen): string {
  const [first] = pods;
  const name = first?.name ?? first?.uid ?? 'a pod';
  const more = pods.length > 1 ? ` and ${pods.length - 1} more` : '';
  const where = node === null ? '' : ` on ${shownText(node, 60)}`;
  return `From evidence: ${shownText(name, 100)}${more}${where}`;
}

interface TimeLine {
  readonly origin: number | null;
  readonly until: Scenario['until'];
  readonly steps: readonly ScenarioStep[];
}

/** Puts the steps on the scenario's clock, which begins so early that what ran before the log has come up. */
function timeline(chosen: Chosen, all: readonly LogStep[], notes: Notes): TimeLine {
  const hasLog = chosen.pods.some(({ events }) => events.length > 0);
  const times = all.flatMap(({ when }) => (typeof when.at === 'number' ? [when.at] : []));
  const needsKubelet = all.filter(({ when }) => when.at === 'before the kubelet');
  const lines = chosen.pods.flatMap(({ events }) => events.flatMap(({ at }) => (at === null ? [] : [at])));
  const first = [...times, ...lines].reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const start = chosen.runs[0]?.startSeen === true ? chosen.runs[0].first.at : null;
  const isBefore = all.some(({ when }) => when.at === 'before the log');
  const earlier = needsKubelet.some(
    ({ when }) => when.at === 'before the kubelet' && when.run === chosen.runs[0]?.index && isBefore,
  );
  let origin = hasLog ? first - (isBefore ? LEAD : SHORT_LEAD) : 0;
  const extra: LogStep[] = [];
  if (hasLog && start !== null && first - start <= NEAR_START) {
    origin = isBefore ? Math.min(start, first) - LEAD : Math.min(start, first);
    // Its memory begins with this process: whatever ran before ran under another one.
    if (earlier)
      extra.push({
        when: { at: start - SHORT_DOWNTIME },
        rank: COMMAND,
        command: { do: 'restartKubelet', downtime: duration(SHORT_DOWNTIME) },
      });
  }
  const placed = [...all, ...extra].map((step, order) => ({
    step,
    order,
    at: placeOf(step, chosen, origin),
  }));
  placed.sort((a, b) => a.at - b.at || a.step.rank - b.step.rank || a.order - b.order);
  const within = placed.filter(({ at }) => at <= MAX_DURATION).slice(0, MAX_STEPS / 5);
  if (within.length < placed.length)
    notes.leaveOut('steps beyond the first 2,000 or later than 100 h', placed.length - within.length);
  const end = chosen.runs.reduce(
    (latest, r) => Math.max(latest, r.last.at ?? latest),
    Number.NEGATIVE_INFINITY,
  );
  const length = Math.ceil((Math.max(end - origin, within.at(-1)?.at ?? 0) + 1) / 1000) * 1000;
  return {
    origin: hasLog ? origin : null,
    until: hasLog ? duration(Math.min(MAX_DURATION, length)) : null,
    steps: within.map(
      ({ step, at }): ScenarioStep => ({ at: duration(at), line: null, command: step.command }),
    ),
  };
}

/** Milliseconds from the scenario's beginning. */
function placeOf({ when }: LogStep, chosen: Chosen, origin: number): number {
  const { runs } = chosen;
  if (when.at === 'before the log') return 0;
  if (when.at !== 'before the kubelet') return Math.max(0, Math.round(when.at - origin));
  const index = runs.findIndex(({ index: run }) => run === when.run);
  const start = runs[index]?.first.at ?? null;
  if (start === null) return 0;
  const down = downFrom(chosen, index) ?? start;
  return Math.max(0, Math.round((down + start) / 2 - origin));
}
