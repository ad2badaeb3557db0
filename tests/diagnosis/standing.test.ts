import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { simTime } from '../../src/clock/simTime';
import { diagnose } from '../../src/diagnosis/diagnose';
import { Timeline } from '../../src/engine/timeline';
import { EvidenceImport } from '../../src/importers/importEvidence';
import { formatKlog } from '../../src/klog/formatKlog';
import { releaseOf } from '../../src/kubelet/releases';
import { parseScenario } from '../../src/scenarios/parseScenario';

const CATALOG = new URL('../../src/scenarios/catalog/', import.meta.url);

/** What the log of a run of the catalog up to `until` virtual ms says of its pods. */
function readBack(name: string, release: 'v1.26' | 'v1.27', until: number, verbosity: number) {
  const text = readFileSync(new URL(`${name}.yaml`, CATALOG), 'utf8');
  const parsed = parseScenario({ file: name, text });
  if (!parsed.ok) throw new Error(name);
  const timeline = new Timeline(parsed.value, releaseOf(release));
  timeline.runUntil(simTime(until));
  const pods = timeline.simulation.world.livesByUid();
  const evidence = new EvidenceImport();
  evidence.begin('log');
  evidence.push(formatKlog(timeline.events, { release, verbosity, pods }).join('\n'));
  evidence.end();
  const { pods: told, findings } = diagnose(evidence.finish());
  const rules = findings.filter(({ pod }) => pod === 'default/web').map(({ rule }) => rule);
  return { stuck: told.find(({ pod }) => pod === 'default/web')?.stuck, rules };
}

// The stop fails 14 s after the start; PLEG then still reports the containers that it had stopped before it failed.
describe('what PLEG reports after a stop that failed', () => {
  it('is no sign of another attempt where the starts of attempts are shown', () => {
    const { stuck, rules } = readBack('force-delete-cri-error', 'v1.26', 60_000, 4);
    expect(stuck).toBe(true);
    expect(rules).toContain('stop-failed-not-retried');
    expect(rules).not.toContain('log-ends-too-early');
  });

  it('may be one where they are not, so that nothing is proved', () => {
    for (const until of [60_000, 360_000])
      expect(readBack('force-delete-cri-error', 'v1.26', until, 2).stuck).toBe('unknown');
  });

  it('says nothing of a kubelet that tries again', () => {
    for (const verbosity of [2, 4])
      expect(readBack('force-delete-cri-error', 'v1.27', 360_000, verbosity).stuck).toBe(false);
  });
});
