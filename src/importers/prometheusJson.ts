import { failure, type Result, success } from '../base/result';
import { type DataMap, type DataNode, itemsOf, nodeAt, textOf } from './dataTree';
import { readDocuments } from './documents';
import { type EvidencePart, evidencePart } from './evidencePart';
import { parseFloatOf } from './expositionLine';
import type { MetricSample } from './importedRun';
import { scrapeNotes } from './metricsText';
import { ScrapeBuilder } from './scrapeBuilder';
import type { SourceLines } from './sourceLines';

const EXPORT_TIP =
  'run the query in Prometheus itself: /api/v1/query?query=kubelet_working_pods answers JSON with "status" and "data"';

/**
 * Scrapes from the answer of Prometheus' query API: an instant vector is one scrape, a range matrix one for each moment.
 * Other exports (Grafana, CSV) are refused with what to give instead.
 */
export function importPrometheusJson(text: string): Result<EvidencePart> {
  const read = readDocuments(text);
  if (!read.ok) return read;
  const { lines, documents } = read.value;
  const root = documents[0]?.root ?? null;
  if (textOf(nodeAt(root, 'status')) === 'error') {
    const said = (textOf(nodeAt(root, 'error')) ?? '').slice(0, 200);
    return failure({ severity: 'error', message: `the query failed: ${said}`, tip: EXPORT_TIP });
  }
  const data = nodeAt(root, 'data');
  const result = nodeAt(data, 'result') ?? nodeAt(root, 'result');
  const type = textOf(nodeAt(data, 'resultType'));
  if (result?.kind !== 'list' || type === 'scalar' || type === 'string') {
    const problem = documents[0]?.problems[0];
    const message =
      'this JSON has no series: expected {"status":"success","data":{"resultType":…,"result":[…]}}';
    return failure(problem ?? { severity: 'error', message, tip: EXPORT_TIP });
  }
  const moments = new Map<number, MetricSample[]>();
  let nameless = 0;
  for (const series of result.items) {
    const metric = nodeAt(series, 'metric');
    const name = textOf(nodeAt(metric, '__name__'));
    if (name === null || metric?.kind !== 'map') {
      nameless++;
      continue;
    }
    const values = nodeAt(series, 'values');
    const points = values === null ? [nodeAt(series, 'value')] : itemsOf(values);
    for (const point of points) addPoint(moments, name, metric, point, lines);
  }
  const builder = new ScrapeBuilder();
  for (const [, samples] of [...moments].sort(([a], [b]) => a - b))
    for (const sample of samples) builder.add(sample);
  const scrapes = builder.build();
  const notes = [...scrapeNotes(scrapes, builder.dropped)];
  if (nameless > 0) {
    const what = nameless === 1 ? 'a series has' : `${nameless} series have`;
    const text = `${what} no name, as after sum() or rate(): query the kubelet_… series themselves`;
    notes.push({ line: null, text });
  }
  for (const { line, message } of documents[0]?.problems ?? [])
    notes.push({ line: line ?? null, text: message });
  return success(evidencePart('prometheus-json', { scrapes, notes }));
}

function addPoint(
  moments: Map<number, MetricSample[]>,
  name: string,
  metric: DataMap,
  point: DataNode | null,
  lines: SourceLines,
): void {
  const [time, written] = itemsOf(point);
  const at = Number(textOf(time ?? null) ?? Number.NaN);
  const value = parseFloatOf(textOf(written ?? null) ?? '');
  if (point === null || value === null || Number.isNaN(at)) return;
  const labels = new Map<string, string>();
  for (const [label, { node }] of metric.fields) {
    const text = textOf(node);
    if (label !== '__name__' && text !== null && text !== '') labels.set(label, text);
  }
  const { line } = lines.evidence(point.start, point.end);
  const pairs = [...labels].map(([label, text]) => `${label}=${JSON.stringify(text)}`).join(',');
  const text = `${name}{${pairs}} ${value} @${at}`.slice(0, 500);
  const samples = moments.get(at) ?? [];
  samples.push({ name, labels, value, line, text });
  moments.set(at, samples);
}
