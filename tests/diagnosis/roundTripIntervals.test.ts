import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/diagnose';
import type { RuleId } from '../../src/diagnosis/finding';
import { endOf, Timeline } from '../../src/engine/timeline';
import type { TraceEvent } from '../../src/engine/trace';
import { EvidenceImport } from '../../src/importers/importEvidence';
import type { ImportedRun } from '../../src/importers/importedRun';
import { formatKlog } from '../../src/klog/formatKlog';
import { RELEASE_NAMES, type ReleaseName, releaseOf } from '../../src/kubelet/releases';
import { LIBRARY } from '../helpers/readBack';

/** From a moment on, ms of the run, a pod's worker is in a phase; of a pod whose object outlives its record both are right. */
interface Change {
  readonly phases: readonly string[];
  readonly at: number;
}

function run(name: string, release: ReleaseName): Timeline {
  const scenario = LIBRARY.get(name);
  if (!scenario.ok) throw new Error(name);
  const timeline = new Timeline(scenario.value, releaseOf(release));
  timeline.runUntil(endOf(scenario.value));
  return timeline;
}

function readBack({ events, simulation }: Timeline, release: ReleaseName, verbosity: number): ImportedRun {
  const evidence = new EvidenceImport();
  evidence.begin('log');
  const pods = simulation.world.livesByUid();
  evidence.push(formatKlog(events, { release, verbosity, pods }).join('\n'));
  expect(evidence.end().ok).toBe(true);
  return evidence.finish();
}

/** The phases of every worker by the trace alone, in the words of the importer. */
function phasesOf(
  events: readonly TraceEvent[],
  release: ReleaseName,
): ReadonlyMap<string, readonly Change[]> {
  const truth = new Map<string, Change[]>();
  const runtimeOnly = new Set<string>();
  const listed = new Set<string>();
  const put = (uid: string | null, at: number, ...phases: readonly string[]) => {
    if (uid === null) return;
    const changes = truth.get(uid) ?? [];
    if (changes.at(-1)?.phases[0] !== phases[0]) changes.push({ phases, at });
    truth.set(uid, changes);
  };
  for (const event of events) {
    const { pod, at } = event;
    switch (event.kind) {
      case 'updateReceived':
        if (!event.data.firstSight) break;
        if (event.data.runtimeOnly) runtimeOnly.add(pod ?? '');
        else runtimeOnly.delete(pod ?? '');
        if (event.data.work === 'sync') put(pod, at, 'syncing');
        break;
      case 'phaseEntered': {
        const { to } = event.data;
        // The worker of a pod that only the runtime knows is forgotten as soon as it is done.
        if (to === 'finished' && runtimeOnly.has(pod ?? '')) put(pod, at, 'gone');
        else put(pod, at, to === 'observed' ? 'syncing' : to);
        break;
      }
      case 'terminalAtFirstSight':
        put(pod, at, release === 'v1.31' ? 'terminated' : 'finished');
        break;
      case 'admissionRejected':
        put(pod, at, 'rejected');
        break;
      case 'podForgotten':
        if (listed.has(pod ?? '')) put(pod, at, 'gone', 'finished');
        else put(pod, at, 'gone');
        break;
      case 'configReceived': {
        const isGone = event.data.op === 'REMOVE';
        if (isGone) listed.delete(pod ?? '');
        else listed.add(pod ?? '');
        // Gone is what is finished and has left its source.
        if (isGone && truth.get(pod ?? '')?.at(-1)?.phases[0] === 'finished') put(pod, at, 'gone');
        break;
      }
      case 'kubeletStopped':
        for (const uid of truth.keys()) put(uid, at, 'unknown');
        break;
    }
  }
  return truth;
}

const SECOND = 1000;

/** Where the importer says something else than what was, farther than a second from any change. */
function mistakes(
  timeline: Timeline,
  imported: ImportedRun,
  release: ReleaseName,
  onlyObserved: boolean,
): string[] {
  const truth = phasesOf(timeline.events, release);
  const started = timeline.events.find(({ kind }) => kind === 'kubeletStarted')?.at ?? 0;
  const offset = started - (imported.runs[0]?.first.at ?? 0);
  const end = (imported.runs.at(-1)?.last.at ?? 0) + offset;
  const wrong: string[] = [];
  for (const { name, uid, intervals } of imported.pods) {
    const changes = truth.get(uid ?? '');
    if (changes === undefined) continue;
    const told = intervals.map(({ phase, certainty, from }) => ({
      phase,
      certainty,
      at: (from.at ?? 0) + offset,
    }));
    const moments = [...changes, ...told].flatMap(({ at }) => [at - SECOND - 1, at + SECOND + 1]);
    for (const moment of moments) {
      if (moment > end || changes.some(({ at }) => Math.abs(at - moment) <= SECOND)) continue;
      const was = changes.findLast(({ at }) => at <= moment);
      const said = told.findLast(({ at }) => at <= moment);
      if (was === undefined || was.phases[0] === 'unknown') continue;
      if (onlyObserved && said?.certainty !== 'observed') continue;
      if (!was.phases.includes(said?.phase ?? 'unknown'))
        wrong.push(`${name} at ${moment} ms: ${said?.phase ?? 'nothing'} for ${was.phases[0]}`);
    }
  }
  return wrong;
}

describe('the intervals that are read from a simulated run’s log', () => {
  it.each(LIBRARY.names())(
    'are those of the run at -v=4, and what is observed at -v=2 is true: %s',
    (name) => {
      for (const release of RELEASE_NAMES) {
        const timeline = run(name, release);
        expect(mistakes(timeline, readBack(timeline, release, 4), release, false), release).toEqual([]);
        expect(mistakes(timeline, readBack(timeline, release, 2), release, true), release).toEqual([]);
      }
    },
  );
});

/** What the scenario is about, by its own description. */
const ABOUT: readonly (readonly [name: string, release: ReleaseName, rule: RuleId])[] = [
  ['force-delete-cri-error', 'v1.26', 'stop-failed-not-retried'],
  ['force-delete-cri-error', 'v1.27', 'recovered-after-retry'],
  ['force-delete-stop-error', 'v1.26', 'stop-failed-not-retried'],
  ['static-removal-cri-error', 'v1.26', 'stop-failed-not-retried'],
  ['two-static-pods-one-name', 'v1.26', 'gone'],
  ['case-02-static-removed-sandbox-error', 'v1.26', 'static-waiting-for-name'],
  ['case-03-static-removed-cni-teardown-error', 'v1.26', 'stop-failed-not-retried'],
  ['case-05-static-changed-during-kubelet-start', 'v1.26', 'delete-refused-sources-not-ready'],
  ['case-15-rejected-at-admission-then-deleted', 'v1.26', 'admission-rejected'],
  ['case-29-network-plugin-refuses-then-force-delete', 'v1.26', 'stop-failed-not-retried'],
  ['case-41-pleg-unhealthy', 'v1.26', 'pleg-unhealthy'],
  ['case-46-cgroup-paths-busy', 'v1.26', 'recovered-after-retry'],
  ['volume-never-unmounts', 'v1.26', 'terminated-step-not-retried'],
  ['kubelet-restart-with-orphans', 'v1.26', 'orphaned-after-restart'],
  ['cri-error-then-success', 'v1.26', 'recovered-after-retry'],
  ['clean-life', 'v1.31', 'gone'],
];
/** What a kubelet since v1.27 does not do. */
const BEFORE_127: readonly RuleId[] = ['stop-failed-not-retried', 'terminated-step-not-retried'];

describe('the diagnosis of a simulated run’s log', () => {
  it.each(ABOUT)('%s in %s: %s', (name, release, rule) => {
    const { findings } = diagnose(readBack(run(name, release), release, 4));
    expect(findings.map((finding) => finding.rule)).toContain(rule);
  });

  it.each(LIBRARY.names())('finds no bug of v1.26 in later releases: %s', (name) => {
    for (const release of ['v1.27', 'v1.31'] as const) {
      for (const verbosity of [4, 2]) {
        const { findings } = diagnose(readBack(run(name, release), release, verbosity));
        const rules = findings.map((finding) => finding.rule).filter((rule) => BEFORE_127.includes(rule));
        expect(rules, `${release} at -v=${verbosity}`).toEqual([]);
      }
    }
  });
});
