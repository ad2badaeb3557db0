import { detectFormat } from '../../../src/importers/detectFormat';
import type { EvidencePart } from '../../../src/importers/evidencePart';
import type { ImportedRun } from '../../../src/importers/importedRun';
import { importKubectlText } from '../../../src/importers/kubectlText';
import { importMetrics } from '../../../src/importers/metricsText';
import { NO_FACTS, podOfObject } from '../../../src/importers/objectPods';
import { importPodObjects } from '../../../src/importers/podManifest';

function partOf(text: string): EvidencePart {
  const format = detectFormat(text);
  const read =
    format === 'metrics'
      ? importMetrics(text)
      : format === 'kubectl-text'
        ? importKubectlText(text)
        : importPodObjects(text);
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return read.value;
}

/** The run of texts that are no logs. */
export function runOf(...texts: readonly string[]): ImportedRun {
  const parts = texts.map(partOf);
  return {
    sources: [],
    format: parts[0]?.format ?? 'pod-yaml',
    kubelet: null,
    since127: null,
    verbosity: null,
    clock: { year: null, yearFrom: null, offsetMinutes: null, reversed: false },
    runs: [],
    pods: parts
      .flatMap(({ objects }) => objects)
      .map((object) => ({
        ...podOfObject(object),
        events: [],
        intervals: [],
        attempts: [],
        facts: NO_FACTS,
      })),
    nodeEvents: [],
    gaps: [],
    scrapes: parts.flatMap(({ scrapes }) => scrapes),
    reported: parts.flatMap(({ reported }) => reported),
    skipped: [],
    notes: [],
  };
}
