import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Diagnosis, diagnose } from '../../src/diagnosis/diagnose';
import { EvidenceImport } from '../../src/importers/importEvidence';

const FIXTURES = new URL('../importers/fixtures/', import.meta.url);

interface Expectation {
  readonly input: string;
  readonly kubelet: string | null;
  readonly pods: readonly {
    readonly pod: string | null;
    readonly uid: string | null;
    readonly final: string;
    readonly stuck: boolean | 'unknown';
    readonly finalAccept?: readonly string[];
    readonly stuckAccept?: readonly (boolean | 'unknown')[];
  }[];
  readonly mustFind: readonly {
    readonly rule: string;
    readonly pod: string | null;
    readonly confidence: 'possible' | 'likely' | 'certain';
  }[];
  readonly mustNotFind: readonly string[];
  readonly evidenceLines: { readonly [rule: string]: readonly number[] };
}

const RANK = { possible: 1, likely: 2, certain: 3 };

/** Every sample is read under the same name: nothing may depend on what a file is called. */
function diagnosed(input: string): Diagnosis {
  const evidence = new EvidenceImport();
  evidence.begin('unknown');
  evidence.push(readFileSync(new URL(input, FIXTURES), 'utf8'));
  const read = evidence.end();
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return diagnose(evidence.finish());
}

const files = readdirSync(FIXTURES).filter((name) => name.endsWith('.expect.json'));

describe('samples of evidence give what an expert reads in them', () => {
  it('has all of them', () => {
    expect(files).toHaveLength(13);
  });

  for (const file of files) {
    const wanted = JSON.parse(readFileSync(new URL(file, FIXTURES), 'utf8')) as Expectation;
    describe(wanted.input, () => {
      const got = diagnosed(wanted.input);

      it('tells the version of the kubelet if the file does', () => {
        if (wanted.kubelet === null) expect(got.kubelet ?? null).toBeNull();
        else expect(got.kubelet).toBe(wanted.kubelet);
      });

      it('tells how each pod ends, and whether it is stuck', () => {
        for (const pod of wanted.pods) {
          const found = got.pods.findLast((x) => (pod.uid === null ? x.pod === pod.pod : x.uid === pod.uid));
          expect(pod.finalAccept ?? [pod.final], `${pod.pod} ${pod.uid}`).toContain(found?.final);
          expect(pod.stuckAccept ?? [pod.stuck], `${pod.pod} ${pod.uid}`).toContain(found?.stuck);
        }
      });

      it('finds what it must, as sure as it must, on lines that show it', () => {
        for (const { rule, pod, confidence } of wanted.mustFind) {
          const found = got.findings.filter((f) => f.rule === rule && (pod === null || f.pod === pod));
          expect(
            found.map((f) => RANK[f.confidence]).some((rank) => rank >= RANK[confidence]),
            `${rule} for ${pod}`,
          ).toBe(true);
          const lines = wanted.evidenceLines[rule] ?? [];
          if (lines.length > 0) {
            const shown = found.flatMap((f) => f.evidence.map(({ line }) => line));
            expect(
              shown.some((line) => lines.includes(line)),
              `lines of ${rule}: ${shown.join(' ')}`,
            ).toBe(true);
          }
        }
      });

      it('finds nothing that is not there', () => {
        expect(
          got.findings.map(({ rule }) => rule).filter((rule) => wanted.mustNotFind.includes(rule)),
        ).toEqual([]);
      });
    });
  }
});
