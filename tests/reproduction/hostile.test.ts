import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvidenceImport } from '../../src/importers/importEvidence';
import type { ImportedRun } from '../../src/importers/importedRun';
import { checkAgainstModel } from '../../src/reproduction/checkAgainstModel';
import { scenarioOfRun } from '../../src/reproduction/scenarioOfRun';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { serializeScenario } from '../../src/scenarios/serializeScenario';

const FIXTURES = new URL('../importers/fixtures/', import.meta.url);
const LOGS = [
  '01-force-delete-stuck-1.25.log',
  '03-static-same-uid-1.28.log',
  '06-volume-stuck-1.31-midnight-month-roll.log',
].map((file) => readFileSync(new URL(file, FIXTURES), 'utf8').split('\n'));

function imported(text: string): ImportedRun {
  const evidence = new EvidenceImport();
  evidence.begin('log');
  evidence.push(text);
  evidence.end();
  return evidence.finish();
}

const header = (second: number, level = 'I'): string =>
  `${level}0101 10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000000       1 kubelet.go:1]`;

describe('what comes from outside', () => {
  it('whatever lines are left, doubled or moved: no crash, and what is made can be read', () => {
    const log = fc
      .tuple(
        fc.constantFrom(...LOGS),
        fc.array(fc.tuple(fc.nat(200), fc.nat(200), fc.nat(2)), { maxLength: 12 }),
      )
      .map(([lines, edits]) => {
        const out = [...lines];
        for (const [a, b, what] of edits) {
          const [from, to] = [a % out.length, b % out.length];
          const line = out[from] ?? '';
          if (what === 0) out.splice(from, 1);
          else if (what === 1) out.splice(to, 0, line);
          else out[from] = line.slice(0, b).replaceAll('10', '\u202e<b>');
          if (out.length === 0) break;
        }
        return out.join('\n');
      });
    fc.assert(
      fc.property(log, (text) => {
        const run = imported(text);
        const made = scenarioOfRun(run);
        if (made.ok)
          expect(parseScenario({ file: 'x', text: serializeScenario(made.value.scenario) }).ok).toBe(true);
        else expect(made.diagnostics[0]?.message).toBeTruthy();
        const { releases, notChecked } = checkAgainstModel(run);
        expect(releases.length === 3 || notChecked !== null).toBe(true);
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  it('keeps two names apart that become one, and prototype keys plain', () => {
    const lines = [
      'ns/__proto__',
      'ns/proto',
      'ns/Proto',
      `ns/${'x'.repeat(250)}`,
      '/',
      'constructor/constructor',
    ].map((pod, i) => `${header(i)} "SyncLoop ADD" source="api" pods=["${pod}"]`);
    const made = scenarioOfRun(imported(lines.join('\n')));
    if (!made.ok) throw new Error(JSON.stringify(made.diagnostics));
    const { scenario } = made.value;
    expect(new Set(scenario.pods.keys()).size).toBe(scenario.pods.size);
    expect(scenario.pods.has('proto')).toBe(true);
    expect(scenario.pods.has('proto-2')).toBe(true);
    expect(parseScenario({ file: 'x', text: serializeScenario(scenario) }).ok).toBe(true);
  });

  it('keeps as many pods as one looks at, those that fail first, and says how many are left out', () => {
    const lines = Array.from(
      { length: 500 },
      (_, i) => `${header(1)} "SyncLoop ADD" source="api" pods=["ns/p${i}"]`,
    );
    lines.push(
      `${header(60)} "SyncLoop REMOVE" source="api" pods=["ns/p499"]`,
      `${header(61, 'E')} "Error syncing pod, skipping" err="failed to \\"KillPodSandbox\\" for \\"u\\" with KillPodSandboxError: \\"rpc error: code = Unknown desc = x\\"" pod="ns/p499" podUID="u"`,
    );
    const made = scenarioOfRun(imported(lines.join('\n')));
    if (!made.ok) throw new Error(JSON.stringify(made.diagnostics));
    expect(made.value.scenario.pods.size).toBe(60);
    expect(made.value.scenario.pods.has('p499')).toBe(true);
    expect(made.value.notes.join('\n')).toMatch(/not carried over: pods beyond 60; .*\(44\d times\)/);
  });

  it('refuses a log that only names pods, with what would help', () => {
    const made = scenarioOfRun(imported(`${header(0)} "Starting kubelet main sync loop"`));
    expect(made.ok).toBe(false);
    if (!made.ok) expect(made.diagnostics[0]?.tip).toContain('kubelet log');
  });
});
