import { type SimTime, simTime } from '../clock/simTime';
import { fingerprintOf } from '../engine/fingerprint';
import { endOf } from '../engine/timeline';
import type { SourceFormat } from '../importers/importedRun';
import { formatKlog } from '../klog/formatKlog';
import { isReleaseName, type ReleaseName } from '../kubelet/releases';
import type { Scenario } from '../scenarios/command';
import { parseScenario } from '../scenarios/parseScenario';
import { releaseArgument } from './arguments';
import { BadInput, refuse } from './failure';
import { readLibrary } from './input';
import { runToEnd } from './run';

/** A file of the lab itself, played: what the kubelet of that run would have logged at -v=4, and how that came about. */
export interface PlayedEvidence {
  readonly text: string;
  readonly told: string;
}

/** Formats of the lab's own files, which are played before they are diagnosed. */
export const isOwnFormat = (format: SourceFormat | null): format is 'scenario' | 'trace' =>
  format === 'scenario' || format === 'trace';

/**
 * Plays a scenario in its own release, or the run of the catalog that a report of `lab run --format json` tells of, which must come
 * to the same fingerprint.
 */
export function playedEvidence(format: 'scenario' | 'trace', text: string, label: string): PlayedEvidence {
  if (format === 'trace') return playedReport(text, label);
  const parsed = parseScenario({ file: label, text });
  if (!parsed.ok) throw new BadInput(parsed.diagnostics);
  const scenario = parsed.value;
  return played(scenario, releaseArgument(scenario.release), endOf(scenario), label);
}

function playedReport(text: string, label: string): PlayedEvidence {
  const { scenario: name, release, seed, now, fingerprint } = fieldsOf(text, label);
  const library = readLibrary();
  const found = typeof name === 'string' && library.names().includes(name) ? library.get(name) : null;
  if (found === null || !found.ok)
    return refuse(`${label}: the catalog has no scenario ${String(name)}`, 'give the scenario that was run');
  if (typeof release !== 'string' || !isReleaseName(release) || typeof seed !== 'number')
    return refuse(`${label}: the report names no release and seed`, 'give what run --format json printed');
  if (typeof now !== 'number' || !Number.isInteger(now) || now < 0 || now > MOST_MS)
    return refuse(
      `${label}: the report does not say when the run ended`,
      'give what run --format json printed',
    );
  const run = played({ ...found.value, seed }, release, simTime(now), label);
  if (run.fingerprint !== fingerprint)
    refuse(
      `${label}: the run is not what it was (${run.fingerprint}, not ${String(fingerprint)})`,
      'run it again',
    );
  return run;
}

/** A day. */
const MOST_MS = 86_400_000;

function fieldsOf(text: string, label: string): { readonly [key: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as { readonly [key: string]: unknown };
  } catch {
    // Told below.
  }
  return refuse(`${label}: the report is no whole JSON`, 'give all that run --format json printed');
}

function played(
  scenario: Scenario,
  release: ReleaseName,
  until: SimTime,
  label: string,
): PlayedEvidence & { readonly fingerprint: string } {
  const timeline = runToEnd(scenario, release, until);
  const pods = timeline.simulation.world.livesByUid();
  const lines = formatKlog(timeline.events, { release, verbosity: 4, pods });
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    told: `${label} is of the lab: it was played in ${release}, and lines are those of the log that its kubelet would write`,
    fingerprint: fingerprintOf(timeline.events),
  };
}
