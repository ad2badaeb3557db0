import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EvidencePart } from '../../src/importers/evidencePart';
import { parseExpositionLine } from '../../src/importers/expositionLine';
import { importMetrics } from '../../src/importers/metricsText';
import { importPrometheusJson } from '../../src/importers/prometheusJson';

function read(text: string): EvidencePart {
  const read = importMetrics(text);
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return read.value;
}

const sample = (line: string) => {
  const found = parseExpositionLine(line);
  return found === null ? null : { ...found, labels: Object.fromEntries(found.labels) };
};

describe('a line of the exposition format', () => {
  it.each([
    ['no labels', 'a_total 3', { name: 'a_total', labels: {}, value: 3, timestamp: null }],
    [
      'labels in any order',
      'a{z="1",b="2"} 4',
      { name: 'a', labels: { b: '2', z: '1' }, value: 4, timestamp: null },
    ],
    [
      'an empty label is absent',
      'a{static="",b="2"} 4',
      { name: 'a', labels: { b: '2' }, value: 4, timestamp: null },
    ],
    ['no label at all', 'a{} 4', { name: 'a', labels: {}, value: 4, timestamp: null }],
    ['a comma at the end', 'a{b="2",} 4', { name: 'a', labels: { b: '2' }, value: 4, timestamp: null }],
    [
      'blanks',
      'a { b = "2" , c="}" }  4 ',
      { name: 'a', labels: { b: '2', c: '}' }, value: 4, timestamp: null },
    ],
    [
      'escapes',
      String.raw`a{b="x\"y\\z\n"} 1`,
      { name: 'a', labels: { b: 'x"y\\z\n' }, value: 1, timestamp: null },
    ],
    [
      'a time in the third column',
      'a 4 1707229512300',
      { name: 'a', labels: {}, value: 4, timestamp: '1707229512300' },
    ],
    [
      'an exemplar',
      'a_bucket{le="1"} 4 # {trace="x"} 0.67 1.5',
      { name: 'a_bucket', labels: { le: '1' }, value: 4, timestamp: null },
    ],
    [
      'a large number',
      'a 1.7072295123e+09',
      { name: 'a', labels: {}, value: 1_707_229_512.3, timestamp: null },
    ],
    ['infinity', 'a +Inf', { name: 'a', labels: {}, value: Number.POSITIVE_INFINITY, timestamp: null }],
    ['less than all', 'a -Inf', { name: 'a', labels: {}, value: Number.NEGATIVE_INFINITY, timestamp: null }],
    ['no number', 'a NaN', { name: 'a', labels: {}, value: Number.NaN, timestamp: null }],
    ['a comment', '# HELP a b', null],
    ['a cut label', 'a{b="2', null],
    ['a cut value', 'a{b="2"}', null],
    ['words', 'hello world', null],
  ] as const)('%s', (_desc, line, expected) => {
    expect(sample(line)).toEqual(expected);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', 'a{', 'a{b="', 'a '), (text, before) => {
        parseExpositionLine(before + text);
        importMetrics(before + text);
      }),
    );
  });
});

describe('scrapes', () => {
  it('reads a kubelet’s scrape with its node', () => {
    const text = readFileSync(new URL('./fixtures/12-metrics-1.28.prom', import.meta.url), 'utf8');
    const [scrape, ...more] = read(text).scrapes;
    expect(more).toEqual([]);
    expect(scrape).toMatchObject({ node: 'node-b', endpoint: 'kubelet' });
    expect(scrape?.samples).toHaveLength(42);
    const working = scrape?.samples.filter(({ name }) => name === 'kubelet_working_pods') ?? [];
    expect(working).toHaveLength(15);
    expect(working.filter(({ value }) => value > 0).map(({ line }) => line)).toEqual([59, 60, 61, 69, 73]);
    expect(working.filter(({ labels }) => labels.has('static'))).toHaveLength(9);
  });

  it('messy 44: reads Windows line ends, OpenMetrics’ end and pasted fences', () => {
    const part = read(
      '```\r\n# TYPE kubelet_running_pods gauge\r\nkubelet_running_pods 3\r\n# EOF\r\n```\r\n',
    );
    expect(part.scrapes[0]?.samples).toMatchObject([{ value: 3, line: 3, text: 'kubelet_running_pods 3' }]);
    expect(part.skipped).toEqual([]);
  });

  it('messy 44: takes a series that repeats for the next scrape', () => {
    const one = (orphans: number) =>
      `kubelet_running_pods ${orphans}\nkubelet_working_pods{config="orphan",static=""} ${orphans}\n`;
    const { scrapes } = read(one(1) + one(2));
    expect(scrapes.map(({ samples }) => samples.map(({ value }) => value))).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('keeps nodes apart, by the labels that a Prometheus adds', () => {
    const { scrapes } = read(
      'kubelet_running_pods{instance="10.0.0.1:10250",job="k"} 1\nkubelet_running_pods{instance="10.0.0.2:10250",job="k"} 2\n' +
        'kubelet_node_name{instance="10.0.0.2:10250",node="node-b"} 1\n',
    );
    expect(scrapes.map(({ node, samples }) => [node, samples.length])).toEqual([
      ['10.0.0.1:10250', 1],
      ['node-b', 2],
    ]);
  });

  it.each([
    ['container_cpu_usage_seconds_total{pod="a"} 1', 'cadvisor', /metrics\/cadvisor/],
    ['prober_probe_total{pod="a"} 1', 'probes', /metrics\/probes/],
    ['apiserver_request_total 1', 'apiserver', /API server/],
    ['node_load1 1', 'unknown', /no series/],
  ])('knows another endpoint: %s', (text, endpoint, said) => {
    const { scrapes, notes } = read(text);
    expect(scrapes[0]?.endpoint).toBe(endpoint);
    expect(notes[0]?.text).toMatch(said);
  });

  it('messy 45: says that what is missing is unknown', () => {
    expect(read('kubelet_running_pods 3').notes[0]?.text).toContain('unknown, not zero');
  });

  it('counts lines that are no samples, and refuses a text without any', () => {
    expect(read('kubelet_running_pods 3\n<html>\nkubelet_x{').skipped).toEqual([
      { lines: 2, first: 2, reason: 'not a sample of the metrics format' },
    ]);
    expect(importMetrics('<html>').ok).toBe(false);
  });
});

describe('answers of Prometheus', () => {
  const metric = '"metric":{"__name__":"kubelet_working_pods","config":"orphan","static":"","instance":"n1"}';

  it('messy 46: reads a vector', () => {
    const read = importPrometheusJson(
      `{"status":"success","data":{"resultType":"vector","result":[\n{${metric},"value":[1707229512.3,"2"]}]}}`,
    );
    expect(read).toMatchObject({
      ok: true,
      value: {
        format: 'prometheus-json',
        scrapes: [{ node: 'n1', endpoint: 'kubelet', samples: [{ value: 2, line: 2 }] }],
      },
    });
    expect(read.ok && [...(read.value.scrapes[0]?.samples[0]?.labels.keys() ?? [])]).toEqual([
      'config',
      'instance',
    ]);
  });

  it('reads a matrix as one scrape for each moment', () => {
    const read = importPrometheusJson(
      `{"status":"success","data":{"resultType":"matrix","result":[{${metric},"values":[[10,"1"],[20,"+Inf"],[30,"NaN"]]}]}}`,
    );
    expect(read.ok && read.value.scrapes.map(({ samples }) => samples[0]?.value)).toEqual([
      1,
      Number.POSITIVE_INFINITY,
      Number.NaN,
    ]);
  });

  it.each([
    [
      'a failed query',
      '{"status":"error","errorType":"bad_data","error":"parse error"}',
      'the query failed: parse error',
    ],
    ['a dashboard', '{"panels":[{"targets":[]}]}', 'this JSON has no series'],
    ['a cut answer', '{"status":"success","data":{"resultType":"vec', 'the JSON ends in the middle'],
  ])('explains %s', (_desc, text, said) => {
    const read = importPrometheusJson(text);
    expect(!read.ok && read.diagnostics[0]?.message).toContain(said);
  });

  it('says that a sum has no name', () => {
    const read = importPrometheusJson(
      '{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,"2"]}]}}',
    );
    expect(read.ok && read.value.notes[0]?.text).toContain('no name');
  });
});
