import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatDuration } from '../../src/clock/simTime';
import { EvidenceImport } from '../../src/importers/importEvidence';
import type { ImportedRun } from '../../src/importers/importedRun';
import { checkAgainstModel } from '../../src/reproduction/checkAgainstModel';
import { scenarioOfRun } from '../../src/reproduction/scenarioOfRun';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { serializeScenario } from '../../src/scenarios/serializeScenario';

const FIXTURES = new URL('../importers/fixtures/', import.meta.url);

function imported(file: string): ImportedRun {
  const evidence = new EvidenceImport();
  evidence.begin('unknown');
  evidence.push(readFileSync(new URL(file, FIXTURES), 'utf8'));
  expect(evidence.end().ok).toBe(true);
  return evidence.finish();
}

const files = readdirSync(FIXTURES).filter((name) => !name.includes('.expect.'));

describe('evidence as a scenario', () => {
  it('reads back what it makes, for every sample that tells of a pod', () => {
    const made = files.filter((file) => {
      const result = scenarioOfRun(imported(file));
      if (!result.ok) return false;
      const { scenario } = result.value;
      const read = parseScenario({ file, text: serializeScenario(scenario) });
      expect(read.ok, file).toBe(true);
      if (!read.ok) return false;
      const steps = read.value.steps.map((step) => ({ ...step, line: null }));
      expect({ ...read.value, steps }, file).toEqual(scenario);
      return true;
    });
    // Metrics tell of no pod, and of a mirror pod's static pod nothing is told.
    expect(files.filter((file) => !made.includes(file))).toEqual([
      '12-metrics-1.28.prom',
      '13-mirror-pod.json',
    ]);
  });

  it('has the events of a force delete at their times, and its time-outs as faults', () => {
    const result = scenarioOfRun(imported('01-force-delete-stuck-1.25.log'));
    if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
    const { scenario } = result.value;
    expect(scenario.release).toBe('v1.26');
    // ADD 10:00:11.410, REMOVE 10:04:00.118: 3 min 48.708 s later. Each call failed once, after two minutes and more.
    const pod = 'cart-7c9d8b6f5d-x2x9q';
    const steps = scenario.steps.map((step) => {
      if (!('command' in step)) throw new Error('no expectations');
      const { command } = step;
      return [
        formatDuration(step.at),
        command.do,
        'operation' in command ? command.operation : '',
        'kind' in command ? command.kind : '',
      ];
    });
    expect(steps).toEqual([
      ['1s', 'createPod', '', ''],
      ['3m49s708ms', 'injectFault', 'StopContainer', 'timeout'],
      ['3m49s708ms', 'injectFault', 'StopPodSandbox', 'timeout'],
      ['3m49s708ms', 'forceDeletePod', '', ''],
    ]);
    expect([...scenario.pods.keys()]).toEqual([pod]);
    expect(scenario.pods.get(pod)).toMatchObject({
      namespace: 'shop',
      uid: 'ca75c98c-070e-44a5-8131-d962bf403345',
    });
  });
});

describe('a log held against every release', () => {
  it('leaves v1.27 where a retry does not come, and goes with v1.26 to its end', () => {
    const { releases } = checkAgainstModel(imported('01-force-delete-stuck-1.25.log'));
    expect(releases.map(({ release, whole }) => [release, whole])).toEqual([
      ['v1.26', true],
      ['v1.27', false],
      ['v1.31', false],
    ]);
    expect(releases[0]?.fitsTo?.line).toBe(96);
    // The attempt fails in line 53, at 10:08:30; housekeeping has come by meanwhile, so v1.27 goes on at once.
    expect(releases[1]?.departs?.line).toBeNull();
    expect(releases[1]?.departs?.text).toMatch(/v1\.27 would have tried again to stop it at 10:08:3\d/);
  });

  it('leaves v1.26 where a retry comes that it would drop', () => {
    const { releases } = checkAgainstModel(imported('02-force-delete-rescued-1.28.log'));
    expect(releases.map(({ release, whole }) => [release, whole])).toEqual([
      ['v1.26', false],
      ['v1.27', true],
      ['v1.31', true],
    ]);
    // Line 37 is "Processing pod event" after the failure.
    expect(releases[0]?.departs?.line).toBe(37);
  });

  it('finds no sample that no release can explain', () => {
    for (const file of files) {
      const { releases, notChecked } = checkAgainstModel(imported(file));
      expect(notChecked !== null || releases.some(({ whole }) => whole), file).toBe(true);
    }
  });
});

/** Logs that were written by hand after the kubelet's own messages, each by what a release does (`tests/diagnosis/written`). */
describe('a log of a release goes with the release that is nearest to it', () => {
  const folder = new URL('../diagnosis/written/', import.meta.url);
  const logs = readdirSync(folder).filter((name) => !name.includes('.expect.') && name !== 'README.md');
  /** What the model leaves out. */
  const NOT_MODELLED: ReadonlyMap<string, string> = new Map([
    ['stale-runtime-cache-1.25.log', 'a list of the runtime that serves two passes of housekeeping'],
    [
      'rejected-then-deleted-1.27.5.log',
      'kubernetes#118497 in a patch release, and a stop before the clean-up',
    ],
  ]);
  it.each(logs.filter((name) => !NOT_MODELLED.has(name)))('%s', (name) => {
    const evidence = new EvidenceImport();
    evidence.begin('unknown');
    evidence.push(readFileSync(new URL(name, folder), 'utf8'));
    evidence.end();
    const run = evidence.finish();
    const made = scenarioOfRun(run);
    const { releases, notChecked } = checkAgainstModel(run);
    const nearest = releases.find(({ release }) => made.ok && release === made.value.scenario.release);
    expect(notChecked === null ? nearest?.departs : null).toBeNull();
  });
});
