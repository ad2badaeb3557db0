import { describe, expect, it } from 'vitest';
import { EvidenceImport } from '../../src/importers/importEvidence';
import type { ImportedRun } from '../../src/importers/importedRun';
import { checkAgainstModel } from '../../src/reproduction/checkAgainstModel';

const NAMES = 'pod="ns/web" podUID="aaaa"';
const ERROR =
  'failed to \\"KillPodSandbox\\" for \\"aaaa\\" with KillPodSandboxError: \\"rpc error: code = Unknown desc = x\\"';
const at = (time: string, text: string, level = 'I'): string =>
  `${level}0101 ${time}.000000      11 kubelet.go:1] ${text}`;

/** A pod whose stop fails at 10:00:20; the log goes on at `next`, and lines of the worker are printed. */
function log(...next: readonly string[]): ImportedRun {
  const evidence = new EvidenceImport();
  evidence.begin('log');
  const lines = [
    at('09:59:00', '"Kubelet version" kubeletVersion="v1.27.0"'),
    at('10:00:00', '"SyncLoop ADD" source="api" pods=["ns/web"]'),
    at('10:00:00', `"Processing pod event" ${NAMES} updateType="sync"`),
    at('10:00:01', `"Processing pod event done" ${NAMES} updateType="sync"`),
    at('10:00:20', '"SyncLoop DELETE" source="api" pods=["ns/web"]'),
    at('10:00:20', `"Processing pod event" ${NAMES} updateType="terminating"`),
    at('10:00:21', `"Error syncing pod, skipping" err="${ERROR}" ${NAMES}`, 'E'),
    at('10:00:21', `"Processing pod event done" ${NAMES} updateType="terminating"`),
    ...next,
  ];
  evidence.push(lines.join('\n'));
  expect(evidence.end().ok).toBe(true);
  return evidence.finish();
}
const other = (time: string): string => at(time, '"SyncLoop ADD" source="api" pods=["ns/other"]');
const v127 = (run: ImportedRun) => checkAgainstModel(run).releases.find(({ release }) => release === 'v1.27');

describe('a retry that is not in the log', () => {
  it('is missed if the log goes on for long enough', () => {
    expect(v127(log(other('10:00:50'), other('10:01:30')))?.departs?.text).toContain(
      'v1.27 would have tried again to stop it',
    );
  });

  it('is not missed where the log ends before it had to show', () => {
    // Back-off and jitter are 15 s, and the loops have their 5 s: until 10:00:41 and later nothing has to be there.
    expect(v127(log(other('10:00:30')))?.whole).toBe(true);
  });

  it('is not missed where lines are missing', () => {
    const run = log(other('10:45:00'), other('10:45:30'));
    expect(run.gaps).toHaveLength(1);
    expect(v127(run)?.whole).toBe(true);
  });
});
