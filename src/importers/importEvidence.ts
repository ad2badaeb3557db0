import { failure, type Result, success } from '../base/result';
import { importCrictl } from './crictlJson';
import { DETECT_LENGTH, detectFormat, UNDERSTOOD } from './detectFormat';
import type { EvidencePart, IdOwner } from './evidencePart';
import type { ImportedPod, ImportedRun, ImportedSource, Note, Skipped, SourceFormat } from './importedRun';
import { importLogs } from './importLogs';
import { importKubectlText } from './kubectlText';
import { LineSplitter } from './lineSplitter';
import { LogReader } from './logReader';
import { importMetrics } from './metricsText';
import { NO_FACTS, type PodAsSeen, podOfObject, podsOfReports } from './objectPods';
import { importPodObjects } from './podManifest';
import { importPrometheusJson } from './prometheusJson';

/** Characters of a source that has to be read as a whole. Logs are read as they come, and may be of any length. */
export const LONGEST_WHOLE = 32_000_000;

type Whole = Exclude<SourceFormat, 'klog' | 'klog-json' | 'journald' | 'scenario' | 'trace'>;

const READERS: { readonly [Format in Whole]: (text: string, label: string) => Result<EvidencePart> } = {
  'pod-yaml': importPodObjects,
  'pod-json': importPodObjects,
  metrics: importMetrics,
  'prometheus-json': importPrometheusJson,
  'kubectl-text': importKubectlText,
  'crictl-json': importCrictl,
};

const isWhole = (format: SourceFormat): format is Whole => Object.hasOwn(READERS, format);

/**
 * Takes evidence file by file, each in pieces of text as they are read, and makes one run of all. What a file is, is
 * decided by its content. Logs of several files are read as one.
 */
export class EvidenceImport {
  private readonly log = new LogReader();
  private readonly labels: string[] = [];
  private readonly sources: ImportedSource[] = [];
  private readonly parts: EvidencePart[] = [];
  private readonly notes: Note[] = [];
  private label = '';
  private head = '';
  private format: SourceFormat | null = null;
  private splitter: LineSplitter | null = null;
  private whole: string[] = [];
  private length = 0;

  /** Another file begins, known as `label` to the person. */
  begin(label: string): void {
    this.label = label;
    this.head = '';
    this.format = null;
    this.splitter = null;
    this.whole = [];
    this.length = 0;
  }

  /** The next piece of it. */
  push(text: string): void {
    this.length += text.length;
    if (this.splitter !== null) return this.splitter.push(text);
    if (this.format !== null) {
      if (this.length <= LONGEST_WHOLE) this.whole.push(text);
      return;
    }
    this.head += text;
    if (this.head.length >= DETECT_LENGTH) this.decide();
  }

  /** What was done to its bytes on the way to text. */
  remark(notes: readonly Note[]): void {
    this.notes.push(...notes);
  }

  /** The file is at its end. Bad if nothing recognises it, or if it is broken; what was read before stays. */
  end(): Result<SourceFormat> {
    if (this.format === null) this.decide();
    const { format, splitter, label } = this;
    if (format === null) {
      return failure({
        severity: 'error',
        file: label,
        line: 1,
        message: this.length === 0 ? 'there is nothing in it' : 'nothing here is recognised',
        tip: `understood are ${UNDERSTOOD}`,
      });
    }
    if (splitter !== null) {
      splitter.end();
      this.sources.push({ label, format, lines: splitter.count });
      return success(format);
    }
    if (this.length > LONGEST_WHOLE) {
      return failure({
        severity: 'error',
        file: label,
        message: `${this.length} characters are too much for ${format}, which has to be read as a whole`,
        tip: `at most ${LONGEST_WHOLE}; give only the pods that matter`,
      });
    }
    if (!isWhole(format)) {
      return failure({
        severity: 'error',
        file: label,
        message: `this is a ${format} of the lab, no evidence of a node`,
        tip: 'open it as a scenario, and use the log of its run',
      });
    }
    const text = this.whole.join('');
    const part = READERS[format](text, label);
    if (!part.ok) return { ok: false, diagnostics: part.diagnostics.map((d) => ({ file: label, ...d })) };
    this.parts.push(part.value);
    this.sources.push({ label, format: part.value.format, lines: text.split('\n').length });
    return success(part.value.format);
  }

  /** All that was read, as one run. */
  finish(): ImportedRun {
    const read = this.log.end();
    const ids = new Map<string, IdOwner>();
    for (const part of this.parts) for (const [id, owner] of part.ids) ids.set(id, owner);
    const logs = importLogs(read, this.labels, ids);
    const objects = this.parts.flatMap((part) => part.objects);
    const reported = this.parts.flatMap((part) => part.reported);
    const logFormat: SourceFormat = read.wrapped.journald
      ? 'journald'
      : read.wrapped.json && !read.wrapped.text
        ? 'klog-json'
        : 'klog';
    const sources = this.sources.map((source) =>
      source.format === 'klog' ? { ...source, format: logFormat } : source,
    );
    const skipped: readonly Skipped[] = [...logs.skipped, ...this.parts.flatMap((part) => part.skipped)];
    return {
      ...logs,
      sources,
      format: sources[0]?.format ?? 'klog',
      pods: withOthers(logs.pods, [...objects.map(podOfObject), ...podsOfReports(reported)]),
      scrapes: this.parts.flatMap((part) => part.scrapes),
      reported,
      skipped,
      notes: [...this.notes, ...logs.notes, ...this.parts.flatMap((part) => part.notes)],
    };
  }

  private decide(): void {
    this.format = detectFormat(this.head);
    const { head } = this;
    this.head = '';
    if (this.format === 'klog' || this.format === 'klog-json' || this.format === 'journald') {
      if (this.labels.length > 0) this.log.nextFile();
      this.labels.push(this.label);
      this.splitter = new LineSplitter(this.log.line);
      this.splitter.push(head);
    } else {
      this.whole.push(head);
    }
  }
}

/** Objects and reports join the pods that the log tells of; the others are pods that only they tell of. */
function withOthers(pods: readonly ImportedPod[], others: readonly PodAsSeen[]): ImportedPod[] {
  const all = [...pods];
  for (const other of others) {
    const at = all.findIndex(
      ({ uid, name }) =>
        (other.uid !== null && uid === other.uid) ||
        (name === other.name && (uid === null || other.uid === null)),
    );
    const known = all[at];
    if (known === undefined) {
      all.push({ ...other, events: [], intervals: [], attempts: [], facts: NO_FACTS });
    } else {
      all[at] = {
        ...known,
        uid: known.uid ?? other.uid,
        object: other.object ?? known.object,
        mirrors: known.mirrors ?? other.mirrors,
        // A log knows the worker; an object only what was reported of it.
        ...(known.final === 'unknown'
          ? { final: other.final, finalCertainty: other.finalCertainty, told: other.told }
          : {}),
      };
    }
  }
  return all;
}
