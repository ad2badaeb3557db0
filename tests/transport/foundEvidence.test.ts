import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/diagnose';
import { EvidenceImport } from '../../src/importers/importEvidence';
import { detailsOf, foundEvidence } from '../../src/transport/foundEvidence';

const PODS = 120;

/** Many pods that admission refused at one moment, each with a finding of its own. */
function manyRefused() {
  const evidence = new EvidenceImport();
  evidence.begin('log');
  for (let i = 0; i < PODS; i++)
    evidence.push(
      `I0506 10:00:00.000000       1 kubelet.go:2330] "SyncLoop ADD" source="api" pods=["a/pod-${i}"]\n` +
        `E0506 10:00:00.000000       1 kubelet.go:2330] "Pod admission denied" podUID="uid-${i}" pod="a/pod-${i}" reason="OutOfcpu" message="no cpu"\n`,
    );
  evidence.end();
  return evidence.finish();
}

describe('what a page gets of very many pods', () => {
  const run = manyRefused();
  const diagnosis = diagnose(run);
  const found = foundEvidence(run, diagnosis);

  it('is the first findings, and how many more there are', () => {
    expect(run.pods).toHaveLength(PODS);
    expect(found.findings.length + found.findingsLeftOut).toBe(diagnosis.findings.length);
    expect(found.findingsLeftOut).toBeGreaterThan(0);
  });

  it('is every finding once, with the lines of its pod if not among the first', () => {
    const later = run.pods.flatMap((_, i) => detailsOf(run, diagnosis, i).findings);
    expect(new Set([...found.findings, ...later])).toEqual(new Set(diagnosis.findings));
    expect(later).toHaveLength(found.findingsLeftOut);
  });

  it('keeps equal lines of one moment apart by their pods', () => {
    expect(found.recognised.find(({ says }) => says === 'config add')?.count).toBe(PODS);
    expect(run.notes.filter(({ text }) => /twice/.test(text))).toEqual([]);
  });
});
