import { readdirSync, readFileSync } from 'node:fs';
import { simTime } from '../../src/clock/simTime';
import { type Diagnosis, diagnose } from '../../src/diagnosis/diagnose';
import { type PodReport, reportOf } from '../../src/engine/report';
import { endOf, Timeline } from '../../src/engine/timeline';
import { EvidenceImport } from '../../src/importers/importEvidence';
import { formatKlog } from '../../src/klog/formatKlog';
import { type Release, releaseOf } from '../../src/kubelet/releases';
import { makeLibrary } from '../../src/scenarios/library';

const CATALOG = new URL('../../src/scenarios/catalog/', import.meta.url);

/** The catalog, as the page has it. */
export const LIBRARY = makeLibrary(
  new Map(
    readdirSync(CATALOG)
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => [name.replace(/\.yaml$/, ''), readFileSync(new URL(name, CATALOG), 'utf8')]),
  ),
);

/** A simulated run, the log that its kubelet wrote, and what that log says to somebody who has nothing else. */
export interface ReadBack {
  readonly diagnosis: Diagnosis;
  /** What the pods really were when the last line was written. */
  readonly truth: readonly PodReport[];
}

/** Runs a scenario of the catalog, `longer` virtual ms beyond its end, and reads its log back. */
export function readBack(name: string, release: Release['name'], verbosity: number, longer = 0): ReadBack {
  const scenario = LIBRARY.get(name);
  if (!scenario.ok) throw new Error(`no scenario ${name}`);
  const timeline = new Timeline(scenario.value, releaseOf(release));
  timeline.runUntil(simTime(endOf(scenario.value) + longer));
  const pods = timeline.simulation.world.livesByUid();
  const lines = formatKlog(timeline.events, { release, verbosity, pods });
  const evidence = new EvidenceImport();
  evidence.begin('log');
  evidence.push(lines.join('\n'));
  const ended = evidence.end();
  if (!ended.ok) throw new Error(`the log of ${name} is not recognised`);
  const last = timeOf(lines.at(-1) ?? '');
  const then = timeline.seek(simTime(last));
  const past = timeline.events.filter(({ at }) => at <= last);
  return { diagnosis: diagnose(evidence.finish()), truth: reportOf(name, then, past).pods };
}

/** The header of a line says when, in whole hours at most of a run's own time. */
function timeOf(line: string): number {
  const [, hours, minutes, seconds, ms] = /^.\d{4} (\d\d):(\d\d):(\d\d)\.(\d{3})/.exec(line) ?? [];
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);
}
