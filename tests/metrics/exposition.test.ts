import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Counter } from '../../src/metrics/counter';
import {
  formatExposition,
  formatFloat,
  parseSeriesKey,
  seriesKey,
  seriesValues,
} from '../../src/metrics/exposition';
import { Gauge } from '../../src/metrics/gauge';
import { Registry } from '../../src/metrics/registry';
import { parseExposition } from './parseExposition';

const labelName = fc.stringMatching(/^[a-z][a-z0-9_]{0,5}$/);
const labelValue = fc.string({ unit: 'grapheme' });
const hostile = fc.string({
  unit: fc.constantFrom('\\', 'n', '"', '\n', '{', '}', ',', '=', 'ä', '😀', ' '),
});

describe('text format', () => {
  it('is what a kubelet answers', () => {
    const registry = new Registry();
    const restarts = registry.register(
      new Counter({ name: 'kubelet_restarts_total', help: 'Restarts\nof \\ pods' }),
    );
    const pods = registry.register(
      new Gauge({ name: 'kubelet_pods', help: 'Pods "now"', labelNames: ['static', 'config'] }),
    );
    registry.register(new Gauge({ name: 'kubelet_untouched', help: 'Never set', labelNames: ['a'] }));
    restarts.add({}, 1234567);
    pods.set({ static: 'true', config: 'a"\\\n' }, 0.5);
    pods.set({ static: 'false', config: 'a"\\\n' }, -2);
    expect(formatExposition(registry.collect())).toBe(
      [
        '# HELP kubelet_pods Pods "now"',
        '# TYPE kubelet_pods gauge',
        'kubelet_pods{config="a\\"\\\\\\n",static="false"} -2',
        'kubelet_pods{config="a\\"\\\\\\n",static="true"} 0.5',
        '# HELP kubelet_restarts_total Restarts\\nof \\\\ pods',
        '# TYPE kubelet_restarts_total counter',
        'kubelet_restarts_total 1.234567e+06',
        '',
      ].join('\n'),
    );
    expect(seriesValues(registry.collect())).toEqual({
      'kubelet_pods{config="a\\"\\\\\\n",static="false"}': -2,
      'kubelet_pods{config="a\\"\\\\\\n",static="true"}': 0.5,
      kubelet_restarts_total: 1234567,
    });
  });

  it('reads back, for any help, labels and values', () => {
    const rows = fc.uniqueArray(
      fc.tuple(fc.oneof(labelValue, hostile), hostile, fc.double({ noNaN: true, noDefaultInfinity: true })),
      {
        selector: ([a, b]) => JSON.stringify([a, b]),
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(fc.oneof(labelValue, hostile), rows, (help, series) => {
        const gauge = new Gauge({
          name: 'g',
          help: `h${help}.`.replace(/\.+$/, '.'),
          labelNames: ['b', 'a'],
        });
        for (const [a, b, value] of series) gauge.set({ a, b }, value);
        const read = parseExposition(formatExposition([gauge.collect()])).get('g');
        expect(read?.help).toBe(gauge.help);
        expect(read?.type).toBe('gauge');
        expect(read?.samples.length).toBe(series.length);
        for (const sample of read?.samples ?? []) {
          const { a = '', b = '' } = sample.labels;
          expect(sample.value + 0).toBe((gauge.get({ a, b }) ?? Number.NaN) + 0);
        }
      }),
    );
  });
});

describe('numbers', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [-1, '-1'],
    [0.1, '0.1'],
    [100000, '100000'],
    [999999, '999999'],
    [1e6, '1e+06'],
    [1234567, '1.234567e+06'],
    [123456.789, '123456.789'],
    [-2.5e21, '-2.5e+21'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [0.00012345, '0.00012345'],
    [1.5e-7, '1.5e-07'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [2 ** 62, '4.611686018427388e+18'],
    [1 / 0, '+Inf'],
    [-1 / 0, '-Inf'],
    [Number.NaN, 'NaN'],
  ])('%d is %s, as Go prints it', (value, text) => {
    expect(formatFloat(value)).toBe(text);
  });
});

describe('series keys', () => {
  it('order labels by name, le last', () => {
    expect(seriesKey('kubelet_working_pods', { static: 'true', lifecycle: 'sync', config: 'orphan' })).toBe(
      'kubelet_working_pods{config="orphan",lifecycle="sync",static="true"}',
    );
    expect(seriesKey('up', {})).toBe('up');
    expect(seriesKey('h_bucket', { le: '+Inf', zone: 'a' })).toBe('h_bucket{zone="a",le="+Inf"}');
  });

  it('read back', () => {
    fc.assert(
      fc.property(fc.dictionary(labelName, fc.oneof(labelValue, hostile)), (labels) => {
        const read = parseSeriesKey(seriesKey('m:x', labels));
        expect(read).toEqual({ ok: true, value: { name: 'm:x', labels: { ...labels } }, warnings: [] });
      }),
    );
  });

  it.each([
    ['a', 'a'],
    [' a ', 'a'],
    ['a{}', 'a'],
    ['a{ }', 'a'],
    ['a {b="c",}', 'a{b="c"}'],
    ['a{ z = "1" , b = "2" } ', 'a{b="2",z="1"}'],
    ['a{b="}"}', 'a{b="}"}'],
    ['a{__proto__="x"}', 'a{__proto__="x"}'],
  ])('%s is %s', (text, key) => {
    const read = parseSeriesKey(text);
    expect(read.ok && seriesKey(read.value.name, read.value.labels)).toBe(key);
  });

  it.each([
    ['', 1, 'no metric name at the start of the series ""'],
    ['1a', 1, 'no metric name at the start of the series "1a"'],
    ['{a="b"}', 1, 'no metric name at the start of the series "{a=\\"b\\"}"'],
    ['a b', 3, 'expected { after a'],
    ['a{b="c"', 8, 'expected , or }'],
    ['a{b="c" d="e"}', 9, 'expected , or }'],
    ['a{b=c}', 3, 'expected label="value" or }'],
    ['a{b="\\x"}', 3, 'expected label="value" or }'],
    ['a{,}', 3, 'expected label="value" or }'],
    ['a{b-c="d"}', 3, 'not a label name: "b-c"'],
    ['a{b="1", b="2"}', 10, 'label b is given twice'],
    ['a{b="c"} 5', 10, 'expected nothing after }'],
  ])('%j is refused at column %d', (text, column, message) => {
    const tip = 'Write it as name{label="value",other="value"}';
    expect(parseSeriesKey(text)).toEqual({
      ok: false,
      diagnostics: [{ severity: 'error', column, message, tip }],
    });
  });
});
