import { expect } from 'vitest';
import { MetricError } from '../../src/metrics/metricError';

/** `act` throws a `MetricError` with exactly this message. */
export function expectMetricError(act: () => unknown, message: string): void {
  let thrown: unknown = null;
  try {
    act();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(MetricError);
  expect(thrown instanceof MetricError ? thrown.message : '').toBe(message);
}
