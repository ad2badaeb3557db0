import { describe, expect, it } from 'vitest';
import { Counter } from '../../src/metrics/counter';
import { Gauge } from '../../src/metrics/gauge';
import { Registry } from '../../src/metrics/registry';
import { expectMetricError } from './expectMetricError';

function twoMetrics() {
  const registry = new Registry();
  const starts = registry.register(new Counter({ name: 'starts_total', help: 'Starts' }));
  const pods = registry.register(new Gauge({ name: 'pods', help: 'Pods', labelNames: ['config'] }));
  return { registry, starts, pods };
}

describe('registry', () => {
  it('lists metrics by name and restores all values', () => {
    const { registry, starts, pods } = twoMetrics();
    starts.inc({});
    pods.set({ config: 'api' }, 2);
    expect(registry.collect().map((family) => family.name)).toEqual(['pods', 'starts_total']);
    const saved = JSON.parse(JSON.stringify(registry.save()));
    expect(saved).toEqual({ pods: [[['api'], 2]], starts_total: [[[], 1]] });
    const other = twoMetrics();
    other.starts.add({}, 99);
    other.registry.restore(saved);
    expect(other.registry.save()).toEqual(saved);
    expect(other.registry.collect()).toEqual(registry.collect());
  });

  it('refuses a name that is taken', () => {
    const { registry } = twoMetrics();
    expect(() => registry.register(new Gauge({ name: 'pods', help: 'Again' }))).toThrow(
      'metric pods: the name pods is taken by gauge pods',
    );
    expect(registry.collect()).toHaveLength(2);
  });

  it.each([
    ['no object', 5, 'metric (all): saved registry must be an object, got 5'],
    ['null', null, 'metric (all): saved registry must be an object, got null'],
    ['an array', [], 'metric (all): saved registry must be an object, got an array'],
    ['unknown', { pods: [], starts_total: [[[], 1]], more: [] }, 'metric more: saved, but not registered'],
    ['missing', { pods: [] }, 'metric starts_total: registered, but not saved'],
    [
      'bad last',
      { pods: [], starts_total: [[[], 'x']] },
      'metric starts_total: saved value must be a finite number, got "x"',
    ],
  ])('restores nothing of a save that is %s', (_desc, saved, message) => {
    const { registry, pods } = twoMetrics();
    pods.set({ config: 'api' }, 2);
    const before = registry.save();
    expectMetricError(() => registry.restore(saved), message);
    expect(registry.save()).toEqual(before);
  });
});
