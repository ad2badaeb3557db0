import { describe, expect, it } from 'vitest';
import { churn } from '../../src/cli/churn';
import { BadInput } from '../../src/cli/failure';

describe('churn refuses, each with one message', () => {
  it.each([
    [['--pods', '0'], '--pods cannot be 0'],
    [['--pods', '10001'], '--pods cannot be 10001'],
    [['--pods', 'many'], '--pods is no whole number from 0: many'],
    [['--pods', '1.5'], '--pods is no whole number'],
    [['--parallel', '0'], '--parallel cannot be 0'],
    [['--force-share', '2'], '--force-share is no share: 2'],
    [['--force-share', 'NaN'], '--force-share is no share: NaN'],
    [['--force-share', '-0.1'], ''],
    [['--force-share', ''], '--force-share is no share'],
    [['--seed=-1'], '--seed is no whole number'],
    [['--release', 'v1.30'], 'unknown release v1.30'],
    [['--fault', 'StopPodSandbx:0.2'], 'unknown operation StopPodSandbx'],
    [['--fault', 'StopPodSandbox:0'], '--fault StopPodSandbox:0 never happens'],
    [['--fault', 'StopPodSandbox:often'], '--fault is no share: often'],
    [['--fault', 'StopPodSandbox:0.2:1'], '--fault StopPodSandbox:0.2:1 has too many parts'],
    [['--fault', ''], 'unknown operation'],
    [['--format', 'xml'], '--format cannot be xml'],
    [['--podz', '3'], 'unknown option --podz'],
    [['extra'], 'too many arguments: extra'],
  ])('%j', (args, says) => {
    let refused: unknown;
    try {
      churn(args);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(BadInput);
    expect((refused as BadInput).diagnostics).toHaveLength(1);
    expect((refused as BadInput).message).toContain(says);
  });
});

describe('churn', () => {
  const some = ['--pods', '12', '--parallel', '4'];
  it('as JSON has the fields that src/cli/README.md names', () => {
    const { exit, text } = churn([...some, '--format', 'json']);
    expect(exit).toBe(0);
    const report = JSON.parse(text) as { latencies: Record<string, object> };
    expect(Object.keys(report)).toEqual(['release', 'pods', 'verified', 'errors', 'stuck', 'latencies']);
    expect(report).toMatchObject({ release: 'v1.31', pods: 12, verified: 12, errors: [], stuck: [] });
    expect(Object.keys(report.latencies)).toEqual(['create', 'run', 'delete']);
    for (const latency of Object.values(report.latencies))
      expect(Object.keys(latency)).toEqual(['count', 'p50', 'p75', 'p90', 'p99', 'max']);
  });

  it('as text has a table, the bound with its reason, and who is stuck', () => {
    const { text } = churn(some);
    expect(text).toContain('Churn of 12 pods · kubelet v1.31 · 4 at once');
    expect(text).toMatch(/delete to gone +12 /);
    expect(text).toMatch(/at most 10\.02 s: call under way .* two relists .* next round/);
    expect(text).toContain('No pod is stuck.');
  });

  it('says why v1.26 leaves none stuck that is deleted gracefully', () => {
    const { text } = churn([...some, '--release', 'v1.26', '--fault', 'StopPodSandbox:0.2']);
    expect(text).toContain("the pod manager knows it, so the work queue's retry is delivered");
  });

  it('exits with 1 and names the pod when a stamp is missing', () => {
    const { exit, text } = churn(['--pods', '1', '--fault', 'StopPodSandbox:1']);
    expect(exit).toBe(1);
    expect(text).toContain('churn-1: stampMissing: it was never seen to be gone {"created":');
  });
});
