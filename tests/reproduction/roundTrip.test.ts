import { describe, expect, it } from 'vitest';
import { podReports } from '../../src/engine/report';
import type { Simulation } from '../../src/engine/simulation';
import { endOf, Timeline } from '../../src/engine/timeline';
import { EvidenceImport } from '../../src/importers/importEvidence';
import type { ImportedRun } from '../../src/importers/importedRun';
import { formatKlog } from '../../src/klog/formatKlog';
import { RELEASE_NAMES, type ReleaseName, releaseOf } from '../../src/kubelet/releases';
import { checkAgainstModel } from '../../src/reproduction/checkAgainstModel';
import { scenarioOfRun } from '../../src/reproduction/scenarioOfRun';
import type { Scenario } from '../../src/scenarios/command';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { serializeScenario } from '../../src/scenarios/serializeScenario';
import { LIBRARY } from '../helpers/readBack';

function played(scenario: Scenario, release: ReleaseName): Timeline {
  const timeline = new Timeline(scenario, releaseOf(release));
  timeline.runUntil(endOf(scenario));
  return timeline;
}

function logOf({ events, simulation }: Timeline, release: ReleaseName, verbosity: number): ImportedRun {
  const evidence = new EvidenceImport();
  evidence.begin('log');
  evidence.push(formatKlog(events, { release, verbosity, pods: simulation.world.livesByUid() }).join('\n'));
  expect(evidence.end().ok).toBe(true);
  return evidence.finish();
}

/** What became of every pod: its worker's state and whether it is stuck. A manifest's pod may be named with the node or without. */
const endsOf = (simulation: Simulation): readonly string[] =>
  podReports(simulation)
    .map(({ name, worker, stuck }) => `${name.replace(/-node1$/, '')}: ${worker}${stuck ? ', stuck' : ''}`)
    .sort();

/** A scenario keeps 60 pods of a log at most, and this has 301. */
const TOO_MANY = 'static-edit-300-times';
/** Its kubelet keeps a list of the runtime for 10 s, which is 2 s in every real one and told by no line. */
const UNUSUAL = 'case-10-torn-down-twice';

describe('a simulated run, written as a kubelet log, made a scenario and played again', () => {
  for (const name of LIBRARY.names()) {
    it(`${name}: ends as it did, and its log goes with the release that wrote it`, () => {
      const original = LIBRARY.get(name);
      if (!original.ok) throw new Error(name);
      for (const release of RELEASE_NAMES) {
        const timeline = played(original.value, release);
        for (const verbosity of [4, 2]) {
          const where = `${release} at -v=${verbosity}`;
          const run = logOf(timeline, release, verbosity);
          const made = scenarioOfRun(run);
          if (!made.ok) throw new Error(`${where}: ${made.diagnostics[0]?.message}`);
          const { scenario } = made.value;
          expect(parseScenario({ file: name, text: serializeScenario(scenario) }).ok, where).toBe(true);
          if (verbosity === 4 && name !== TOO_MANY) {
            expect(scenario.release, where).toBe(release);
            const again = played(scenario, release);
            expect(endsOf(again.simulation), where).toEqual(endsOf(timeline.simulation));
          }
          if (name === UNUSUAL) continue;
          const { releases, notChecked } = checkAgainstModel(run);
          const own = releases.find((fit) => fit.release === release);
          expect(notChecked ?? own?.departs?.text ?? null, where).toBe(notChecked);
        }
      }
    });
  }
});

describe('a log in which v1.26 leaves a pod stuck', () => {
  const stuck = LIBRARY.names().filter((name) => {
    const scenario = LIBRARY.get(name);
    return scenario.ok && podReports(played(scenario.value, 'v1.26').simulation).some((pod) => pod.stuck);
  });
  it.each(stuck)('is not taken for one of v1.27: %s', (name) => {
    const scenario = LIBRARY.get(name);
    if (!scenario.ok) throw new Error(name);
    const { releases } = checkAgainstModel(logOf(played(scenario.value, 'v1.26'), 'v1.26', 4));
    expect(releases.map(({ whole }) => whole)).toEqual([true, false, false]);
    expect(releases[1]?.departs?.text).toContain('v1.27 would have tried again');
  });
});
