import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Diagnosis, diagnose } from '../../src/diagnosis/diagnose';
import { EvidenceImport } from '../../src/importers/importEvidence';

/** What an expert reads in a sample (`*.expect.json`). Lines count from 1, as they are in the file. */
export interface Expectation {
  readonly input: string;
  /** `null`: the file does not tell. */
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
  /** At least one of these lines has to be among the evidence of the rule. */
  readonly evidenceLines: { readonly [rule: string]: readonly number[] };
}

const RANK = { possible: 1, likely: 2, certain: 3 };

/** The expectations that lie in a folder beside their samples, by file name. */
export function expectationsIn(folder: URL): readonly Expectation[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.expect.json'))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Expectation);
}

/** Every sample is read under the same name: nothing may depend on what a file is called. */
function diagnosed(file: URL): Diagnosis {
  const evidence = new EvidenceImport();
  evidence.begin('unknown');
  evidence.push(readFileSync(file, 'utf8'));
  const read = evidence.end();
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return diagnose(evidence.finish());
}

/** Declares the tests of one sample. */
export function checkSample(wanted: Expectation, folder: URL): void {
  describe(wanted.input, () => {
    const got = diagnosed(new URL(wanted.input, folder));

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
