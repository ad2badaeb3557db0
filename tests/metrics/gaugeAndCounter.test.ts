import { describe, expect, it } from 'vitest';
import { Counter } from '../../src/metrics/counter';
import { Gauge } from '../../src/metrics/gauge';
import type { Labels } from '../../src/metrics/labels';
import { expectMetricError } from './expectMetricError';

const pods = () => new Gauge({ name: 'pods', help: 'Pods', labelNames: ['static', 'config'] });
const starts = () => new Counter({ name: 'starts_total', help: 'Starts', labelNames: ['static', 'config'] });
const web = { config: 'api', static: 'false' };

describe('gauge', () => {
  it('keeps one value a combination of label values, whatever order the labels come in', () => {
    const gauge = pods();
    gauge.set(web, 3);
    gauge.inc({ static: 'false', config: 'api' });
    gauge.dec({ static: 'true', config: 'file' });
    gauge.add(web, -1.5);
    gauge.with(web).inc();
    gauge.with(web).dec();
    gauge.with(web).add(1);
    expect(gauge.get(web)).toBe(3.5);
    expect(gauge.with(web).value).toBe(3.5);
    expect(gauge.get({ config: 'x', static: 'x' })).toBeUndefined();
    expect(gauge.collect()).toEqual({
      name: 'pods',
      help: 'Pods',
      type: 'gauge',
      samples: [
        { labels: { config: 'api', static: 'false' }, value: 3.5 },
        { labels: { config: 'file', static: 'true' }, value: -1 },
      ],
    });
  });

  it('tells values apart that would join to the same text', () => {
    const gauge = pods();
    gauge.set({ config: 'a', static: 'b1:c' }, 1);
    gauge.set({ config: 'ab', static: '1:c' }, 2);
    gauge.set({ config: '', static: '' }, 3);
    expect(gauge.collect().samples.map((s) => s.value)).toEqual([3, 1, 2]);
  });

  it('forgets series on delete and clear, and keeps the one series of a gauge without labels', () => {
    const gauge = pods();
    gauge.set(web, 3);
    expect(gauge.delete(web)).toBe(true);
    expect(gauge.delete(web)).toBe(false);
    gauge.set(web, 3);
    gauge.clear();
    expect(gauge.collect().samples).toEqual([]);
    const single = new Gauge({ name: 'single', help: 'One' });
    single.set({}, 4);
    single.clear();
    expect(single.collect().samples).toEqual([{ labels: {}, value: 0 }]);
  });

  it('is saved as JSON and restored, into the series already handed out', () => {
    const gauge = pods();
    const held = gauge.with(web);
    held.set(7);
    gauge.set({ config: 'file', static: 'true' }, 1);
    const saved = JSON.parse(JSON.stringify(gauge.save()));
    held.set(8);
    gauge.set({ config: 'later', static: 'true' }, 1);
    gauge.restore(saved);
    expect(gauge.save()).toEqual(saved);
    held.inc();
    expect(gauge.get(web)).toBe(8);
    const other = pods();
    other.restore(saved);
    expect(other.save()).toEqual(saved);
  });
});

describe('counter', () => {
  it('only grows', () => {
    const counter = starts();
    counter.inc(web);
    counter.add(web, 2.5);
    counter.with(web).inc();
    counter.with(web).add(0);
    expect(counter.get(web)).toBe(4.5);
    expect(counter.collect().samples).toEqual([{ labels: web, value: 4.5 }]);
    const saved = JSON.parse(JSON.stringify(counter.save()));
    counter.clear();
    expect(counter.get(web)).toBeUndefined();
    counter.restore(saved);
    expect(counter.get(web)).toBe(4.5);
    expect(counter.delete(web)).toBe(true);
  });
});

const wrong = (labels: unknown) => labels as Labels<'static' | 'config'>;

describe('refused, with nothing changed', () => {
  const labelRows: [desc: string, labels: unknown, message: string][] = [
    ['missing', { config: 'api' }, 'label "static" is missing, expected config, static'],
    ['unknown', { ...web, node: 'a' }, 'label "node" is unknown, expected config, static'],
    ['no text', { config: 'api', static: true }, 'label "static" must be a text, got true'],
    ['undefined', { config: 'api', static: undefined }, 'label "static" must be a text, got undefined'],
    ['inherited', Object.create(web), 'label "config" is missing, expected config, static'],
    ['no object', null, 'labels must be an object, got null'],
    ['half a character', { config: '\ud800', static: '' }, 'label "config" holds half a surrogate pair'],
  ];
  it.each(labelRows)('labels: %s', (_desc, labels, message) => {
    const gauge = pods();
    gauge.set(web, 1);
    const counter = starts();
    counter.inc(web);
    const before = JSON.stringify([gauge.save(), counter.save()]);
    for (const act of [
      () => gauge.set(wrong(labels), 2),
      () => gauge.inc(wrong(labels)),
      () => gauge.with(wrong(labels)),
    ]) {
      expectMetricError(act, `metric pods: ${message}`);
    }
    expectMetricError(() => counter.inc(wrong(labels)), `metric starts_total: ${message}`);
    expect(JSON.stringify([gauge.save(), counter.save()])).toBe(before);
  });

  const fresh = { config: 'new', static: 'true' };
  const huge = Number.MAX_VALUE;
  const valueRows: [
    desc: string,
    act: (g: ReturnType<typeof pods>, c: ReturnType<typeof starts>) => void,
    message: string,
  ][] = [
    ['gauge set NaN', (g) => g.set(fresh, Number.NaN), 'metric pods: value must be a finite number, got NaN'],
    [
      'gauge add infinity',
      (g) => g.add(fresh, 1 / 0),
      'metric pods: delta must be a finite number, got Infinity',
    ],
    [
      'gauge set text',
      (g) => g.set(fresh, '1' as unknown as number),
      'metric pods: value must be a finite number, got "1"',
    ],
    [
      'gauge set bigint',
      (g) => g.set(fresh, 1n as unknown as number),
      'metric pods: value must be a finite number, got 1n',
    ],
    [
      'gauge series',
      (g) => g.with(web).set(Number.NaN),
      'metric pods: value must be a finite number, got NaN',
    ],
    [
      'gauge too large',
      (g) => g.add({ config: 'max', static: '' }, huge),
      'metric pods: value must be a finite number, got Infinity',
    ],
    [
      'counter negative',
      (_, c) => c.add(fresh, -1),
      'metric starts_total: amount of a counter must not be negative, got -1',
    ],
    [
      'counter NaN',
      (_, c) => c.add(fresh, Number.NaN),
      'metric starts_total: amount must be a finite number, got NaN',
    ],
    [
      'counter series',
      (_, c) => c.with(web).add(-0.5),
      'metric starts_total: amount of a counter must not be negative, got -0.5',
    ],
    ['restore no array', (g) => g.restore({}), 'metric pods: saved series must be an array, got an object'],
    [
      'restore odd row',
      (g) => g.restore([[['a'], 1]]),
      'metric pods: saved series 0 must be [values of [config, static], state]',
    ],
    [
      'restore no text',
      (g) => g.restore([[['a', 1], 1]]),
      'metric pods: saved series 0 must be [values of [config, static], state]',
    ],
    [
      'restore twice',
      (g) =>
        g.restore([
          [['a', 'b'], 1],
          [['a', 'b'], 1],
        ]),
      'metric pods: saved series 1 comes twice',
    ],
    [
      'restore last row bad',
      (g) =>
        g.restore([
          [['api', 'false'], 9],
          [['a', 'b'], 'x'],
        ]),
      'metric pods: saved value must be a finite number, got "x"',
    ],
    [
      'restore negative',
      (_, c) => c.restore([[['a', 'b'], -1]]),
      'metric starts_total: saved value of a counter must not be negative, got -1',
    ],
  ];
  it.each(valueRows)('%s', (_desc, act, message) => {
    const gauge = pods();
    gauge.set(web, 1);
    gauge.set({ config: 'max', static: '' }, huge);
    const counter = starts();
    counter.inc(web);
    const before = JSON.stringify([gauge.save(), counter.save()]);
    expectMetricError(() => act(gauge, counter), message);
    expect(JSON.stringify([gauge.save(), counter.save()])).toBe(before);
  });

  it('restoring nothing into a metric without labels', () => {
    const single = new Gauge({ name: 'single', help: 'One' });
    single.set({}, 4);
    expect(() => single.restore([])).toThrow('metric single: the saved series is missing');
    expect(single.get({})).toBe(4);
  });

  const declarations: [
    desc: string,
    options: { name: string; help: string; labelNames?: string[] },
    message: string,
  ][] = [
    [
      'name',
      { name: '1pod', help: 'h' },
      'metric 1pod: the name is not one: letters, digits, _ and :, no digit first',
    ],
    [
      'no name',
      { name: '', help: 'h' },
      'metric (no name): the name is not one: letters, digits, _ and :, no digit first',
    ],
    [
      'dash',
      { name: 'a-b', help: 'h' },
      'metric a-b: the name is not one: letters, digits, _ and :, no digit first',
    ],
    ['no help', { name: 'pods', help: ' ' }, 'metric pods: help is missing'],
    [
      'two full stops',
      { name: 'pods', help: 'Pods..' },
      'metric pods: help ends in two full stops: "Pods.."',
    ],
    ['broken help', { name: 'pods', help: '\udc00' }, 'metric pods: help holds half a surrogate pair'],
    [
      'label',
      { name: 'pods', help: 'h', labelNames: ['a:b'] },
      'metric pods: label name "a:b" is not one: letters, digits and _, no digit first',
    ],
    [
      'reserved',
      { name: 'pods', help: 'h', labelNames: ['__a'] },
      'metric pods: label name "__a" is reserved: leading __',
    ],
    [
      'twice',
      { name: 'pods', help: 'h', labelNames: ['a', 'b', 'a'] },
      'metric pods: label name "a" is given twice',
    ],
  ];
  it.each(declarations)('declared with %s', (_desc, options, message) => {
    expectMetricError(() => new Gauge(options), message);
  });

  it('a counter without _total', () => {
    expect(() => new Counter({ name: 'starts', help: 'h' })).toThrow(
      'metric starts: the name of a counter must end in _total',
    );
  });
});
