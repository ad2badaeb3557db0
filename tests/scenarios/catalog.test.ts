import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { simTime } from '../../src/clock/simTime';
import { Simulation } from '../../src/engine/simulation';
import type { TraceEvent } from '../../src/engine/trace';
import { RELEASE_NAMES, type ReleaseName, releaseOf } from '../../src/kubelet/releases';
import type { Scenario } from '../../src/scenarios/command';
import { parseScenario } from '../../src/scenarios/parseScenario';

const FOLDER = new URL('../../src/scenarios/catalog/', import.meta.url);
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -'.yaml'.length))
  .sort();

/** Scenarios whose point is a command that cannot be done. */
const FAILING_COMMANDS: ReadonlySet<string> = new Set();

function read(name: string): Scenario {
  const file = `${name}.yaml`;
  const result = parseScenario({ file, text: readFileSync(new URL(file, FOLDER), 'utf8') });
  if (!result.ok)
    throw new Error(result.diagnostics.map((d) => `${file}:${d.line}: ${d.message}`).join('\n'));
  return result.value;
}

/** When a run ends whose scenario does not say so: see `Scenario.until`. */
function endOf({ until, steps }: Scenario): number {
  if (until !== null) return until;
  const last = steps.at(-1)?.at ?? 0;
  const lastCommand = steps.findLast((step) => 'command' in step)?.at ?? 0;
  return Math.max(60_000, last, last > lastCommand ? 0 : lastCommand + 60_000);
}

function run(scenario: Scenario, release: ReleaseName): readonly TraceEvent[] {
  const events: TraceEvent[] = [];
  const sim = Simulation.create(scenario, releaseOf(release), (event) => {
    if (event.kind === 'expectChecked' || event.kind === 'commandFailed') events.push(event);
  });
  sim.runUntil(simTime(endOf(scenario)));
  return events;
}

describe('every scenario of the catalog', () => {
  describe.each(NAMES)('%s', (name) => {
    const scenario = read(name);

    test('says what it teaches', () => {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(scenario.description.length).toBeGreaterThanOrEqual(80);
    });

    test.each(RELEASE_NAMES)('holds in %s', (release) => {
      const events = run(scenario, release);
      const checked = events.filter((event) => event.kind === 'expectChecked');
      const applying = scenario.steps.filter(
        (step) => 'expect' in step && (step.expect.releases?.includes(release) ?? true),
      );
      expect(checked.length, 'expectations that were checked').toBe(applying.length);
      expect(checked.length, 'expectations that apply').toBeGreaterThan(0);
      const wrong = checked.flatMap(({ at, data }) => {
        if (data.ok) return [];
        const { metrics, ...expected } = data.expected;
        const wanted = { ...expected, ...(metrics && { metrics: Object.fromEntries(metrics) }) };
        return [`at ${at / 1000} s expected ${JSON.stringify(wanted)}, got ${data.got}`];
      });
      expect(wrong).toEqual([]);
      const failed = events.flatMap(({ at, kind, data }) =>
        kind === 'commandFailed' ? [`at ${at / 1000} s: ${data.why}`] : [],
      );
      if (!FAILING_COMMANDS.has(name)) expect(failed).toEqual([]);
    });
  });
});

test('no two scenarios have one title', () => {
  const titles = NAMES.map((name) => read(name).title);
  expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
});
