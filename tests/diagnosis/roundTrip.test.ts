import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/diagnose';
import { reportOf } from '../../src/engine/report';
import { endOf, Timeline } from '../../src/engine/timeline';
import { EvidenceImport } from '../../src/importers/importEvidence';
import { formatKlog } from '../../src/klog/formatKlog';
import { releaseOf } from '../../src/kubelet/releases';
import { makeLibrary } from '../../src/scenarios/library';

const CATALOG = new URL('../../src/scenarios/catalog/', import.meta.url);
const library = makeLibrary(
  new Map(
    readdirSync(CATALOG)
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => [name.replace(/\.yaml$/, ''), readFileSync(new URL(name, CATALOG), 'utf8')]),
  ),
);

/** The worker's state in a run as the diagnosis calls it. */
const FINAL: ReadonlyMap<string, readonly string[]> = new Map([
  ['observed', ['running']],
  ['syncing', ['running']],
  ['terminating', ['terminating']],
  ['terminated', ['terminated']],
  ['finished', ['finished']],
  ['forgotten', ['gone']],
]);
const HELPLESS: ReadonlySet<string> = new Set(['stuck', 'abandoned', 'blocked']);

describe('a simulated run, written as a kubelet log and read back', () => {
  for (const name of library.names()) {
    it(`${name}: every pod ends as it did, and none is called stuck that is not`, () => {
      const scenario = library.get(name);
      if (!scenario.ok) throw new Error(name);
      for (const release of ['v1.26', 'v1.27', 'v1.31'] as const) {
        const timeline = new Timeline(scenario.value, releaseOf(release));
        timeline.runUntil(endOf(scenario.value));
        const { simulation, events } = timeline;
        const pods = simulation.world.livesByUid();
        const wanted = reportOf(name, simulation, events).pods;
        for (const verbosity of [4, 2]) {
          const evidence = new EvidenceImport();
          evidence.begin('log');
          evidence.push(formatKlog(events, { release, verbosity, pods }).join('\n'));
          expect(evidence.end().ok).toBe(true);
          const { pods: got, findings } = diagnose(evidence.finish());
          const refused = (name: string | null | undefined) =>
            findings.some(({ rule, pod }) => rule === 'admission-rejected' && pod === name);
          for (const pod of wanted) {
            // A pod that was refused is never named by its uid in this release's log.
            const found =
              got.findLast(({ uid }) => uid === pod.uid) ??
              got.findLast((other) => other.uid === null && other.pod === `${pod.namespace}/${pod.name}`);
            const where = `${pod.name} in ${release} at -v=${verbosity}`;
            // The workers have no record of it. If its object is there, as of one that was refused or that ended before
            // this kubelet began, it is through but known; else it is gone.
            const isKnown = pod.worker === 'forgotten' && (pod.kubectl !== '(gone)' || refused(found?.pod));
            const finals = isKnown ? ['finished', 'gone'] : FINAL.get(pod.worker);
            if (verbosity === 4) expect(finals, where).toContain(found?.final);
            if (found?.stuck === true) expect(HELPLESS.has(pod.verdict), where).toBe(true);
            if (verbosity === 4 && pod.stuck) expect([true, 'unknown'], where).toContain(found?.stuck);
          }
        }
      }
    });
  }
});
