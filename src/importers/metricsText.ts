import { failure, type Result, success } from '../base/result';
import { type EvidencePart, evidencePart } from './evidencePart';
import { parseExpositionLine } from './expositionLine';
import type { MetricsScrape, Note, Skipped } from './importedRun';
import { ScrapeBuilder } from './scrapeBuilder';
import { MAX_LINE_TEXT } from './sourceLines';

/**
 * Scrapes from Prometheus or OpenMetrics text: one, several after one another, of one node or more. What a scrape does not
 * have is unknown, not zero. Fails if no line is a sample.
 */
export function importMetrics(text: string): Result<EvidencePart> {
  const reader = new MetricsReader();
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    reader.line(text.slice(start, end));
    start = end + 1;
  }
  return reader.end();
}

/** Takes a metrics text line by line. */
class MetricsReader {
  private readonly scrapes = new ScrapeBuilder();
  private lines = 0;
  private samples = 0;
  private bad: Skipped | null = null;

  /** The next line, without its line feed. */
  line(whole: string): void {
    this.lines++;
    const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    if (line === '' || line[0] === '#' || line.trim() === '' || line.startsWith('```')) return;
    const sample = parseExpositionLine(line.trimStart());
    if (sample === null) {
      const { lines = 0, first = this.lines } = this.bad ?? {};
      this.bad = { lines: lines + 1, reason: 'not a sample of the metrics format', first };
      return;
    }
    this.samples++;
    const { name, labels, value } = sample;
    this.scrapes.add({ name, labels, value, line: this.lines, text: line.slice(0, MAX_LINE_TEXT) });
  }

  end(): Result<EvidencePart> {
    if (this.samples === 0) {
      return failure({
        severity: 'error',
        message: 'no line of this is a sample of the metrics format',
        tip: 'kubectl get --raw /api/v1/nodes/NODE/proxy/metrics prints what a kubelet exports',
      });
    }
    const scrapes = this.scrapes.build();
    const skipped = this.bad === null ? [] : [this.bad];
    return success(
      evidencePart('metrics', { scrapes, skipped, notes: scrapeNotes(scrapes, this.scrapes.dropped) }),
    );
  }
}

/** What is to be said about scrapes: the wrong endpoint, series that are missing, more than is kept. */
export function scrapeNotes(scrapes: readonly MetricsScrape[], dropped: number): readonly Note[] {
  const notes: Note[] = [];
  const endpoints = new Set(scrapes.map(({ endpoint }) => endpoint));
  for (const endpoint of endpoints) {
    const hint = HINTS.get(endpoint);
    if (hint !== undefined) notes.push({ line: null, text: hint });
  }
  const kubelets = scrapes.filter(({ endpoint }) => endpoint === 'kubelet');
  const knows = kubelets.some(({ samples }) => samples.some(({ name }) => name === 'kubelet_working_pods'));
  if (kubelets.length > 0 && !knows) {
    const text =
      'no series kubelet_working_pods, so nothing here counts pod workers: a kubelet before v1.27, or a part of a scrape. ' +
      'What is missing is unknown, not zero.';
    notes.push({ line: null, text });
  }
  if (scrapes.length > 1) {
    const nodes = new Set(scrapes.map(({ node }) => node));
    notes.push({
      line: null,
      text: `${scrapes.length} scrapes of ${nodes.size === 1 ? 'one node' : `${nodes.size} nodes`}`,
    });
  }
  if (dropped > 0) notes.push({ line: null, text: `${dropped} more samples than are kept` });
  return notes;
}

const HINTS: ReadonlyMap<string, string> = new Map([
  [
    'cadvisor',
    "these are container figures (/metrics/cadvisor): they say nothing about pod workers; the kubelet's own are at /metrics",
  ],
  ['probes', "these are probe counts (/metrics/probes): the kubelet's own metrics are at /metrics"],
  [
    'apiserver',
    "these look like the API server's metrics: the kubelet's are at /api/v1/nodes/NODE/proxy/metrics",
  ],
  ['unknown', 'no series of these has a name that a kubelet uses'],
]);
