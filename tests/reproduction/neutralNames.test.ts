import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../src/engine/report';
import { endOf, Timeline } from '../../src/engine/timeline';
import { type ReleaseName, releaseOf } from '../../src/kubelet/releases';
import { withNeutralNames } from '../../src/reproduction/neutralNames';
import type { Scenario } from '../../src/scenarios/command';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { serializeScenario } from '../../src/scenarios/serializeScenario';

const CATALOG = new URL('../../src/scenarios/catalog/', import.meta.url);

/** What every pod comes to, but for its name. */
function outcome(scenario: Scenario, release: ReleaseName) {
  const timeline = new Timeline(scenario, releaseOf(release));
  timeline.runUntil(endOf(scenario));
  const { pods } = reportOf('', timeline.simulation, timeline.events);
  return pods.map(({ worker, verdict, kubectl, runtime }) => [worker, verdict, kubectl, runtime]);
}

describe('a scenario under neutral names', () => {
  const files = readdirSync(CATALOG).filter((file) =>
    /^(?:case-0|two-static|eviction|finalizer|static-uid)/.test(file),
  );
  it.each(files)('%s plays as it did, and can be read as a file', (file) => {
    const read = parseScenario({ file, text: readFileSync(new URL(file, CATALOG), 'utf8') });
    if (!read.ok) throw new Error(file);
    // Expectations name pods as the file does; a scenario of evidence has none.
    const scenario = { ...read.value, steps: read.value.steps.filter((step) => 'command' in step) };
    const neutral = withNeutralNames(scenario);
    const again = parseScenario({ file, text: serializeScenario(neutral) });
    expect(again.ok).toBe(true);
    for (const release of ['v1.26', 'v1.31'] as const)
      expect(outcome(neutral, release), release).toEqual(outcome(scenario, release));
    const text = serializeScenario(neutral);
    for (const { name, podName, containers } of scenario.pods.values())
      for (const word of [name, podName, ...containers.map(({ image }) => image)])
        expect(text.split(/[^\w.:-]+/), word).not.toContain(word);
  });
});
