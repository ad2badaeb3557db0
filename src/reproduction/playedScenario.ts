import { assert } from '../base/assert';
import { failure, type Result, success } from '../base/result';
import { endOf, Timeline } from '../engine/timeline';
import { formatKlog } from '../klog/formatKlog';
import { isReleaseName, releaseOf } from '../kubelet/releases';
import { parseScenario } from '../scenarios/parseScenario';

/** Every line there is of a run. */
const VERBOSITY = 4;

/** Moments at which something happens, in a run that is played in one go: some seconds of work. */
const MOST_INSTANTS = 200_000;

/** What the kubelet of a run would have logged, and how that came about in a sentence. */
export interface PlayedLog {
  readonly text: string;
  readonly told: string;
}

/** Plays a scenario file in its own release to its end: the log of that run. Throws if one of our own rules breaks. */
export function playedScenario(text: string, label: string): Result<PlayedLog> {
  const parsed = parseScenario({ file: label, text });
  if (!parsed.ok) return parsed;
  const { value: scenario } = parsed;
  const { release } = scenario;
  assert(isReleaseName(release), 'a scenario that was read names a release that there is');
  const timeline = new Timeline(scenario, releaseOf(release));
  const end = endOf(scenario);
  for (let instants = 0; (timeline.simulation.nextAt ?? end) < end; instants++) {
    if (instants > MOST_INSTANTS) {
      const reached = (timeline.simulation.now / 1000).toFixed(0);
      const message = `${label}: too much happens in this scenario for its log to be read: it was played to ${reached} s of ${end / 1000} s`;
      return failure({
        severity: 'error',
        message,
        tip: 'open it as a scenario, or give it an earlier `until`',
      });
    }
    timeline.runUntil(timeline.simulation.nextAt ?? end);
  }
  timeline.runUntil(end);
  return success(playedLog(timeline, label));
}

/** The log of a run so far. */
export function playedLog({ events, simulation, release }: Timeline, label: string): PlayedLog {
  const pods = simulation.world.livesByUid();
  const lines = formatKlog(events, { release: release.name, verbosity: VERBOSITY, pods });
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    told: `${label} is of the lab: it was played in ${release.name}, and lines are those of the log that its kubelet would write`,
  };
}
