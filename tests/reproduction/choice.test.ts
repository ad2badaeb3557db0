import { describe, expect, it } from 'vitest';
import { EvidenceImport } from '../../src/importers/importEvidence';
import type { ImportedRun } from '../../src/importers/importedRun';
import { nearestRelease } from '../../src/reproduction/nearestRelease';
import type { Choice } from '../../src/reproduction/reproduction';
import { scenarioOfRun } from '../../src/reproduction/scenarioOfRun';

const stamp = (second: number): string =>
  `${String(10 + Math.floor(second / 3600)).padStart(2, '0')}:${String(Math.floor(second / 60) % 60).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
const line = (second: number, text: string, host = 'node-a', pid = 11): string =>
  `Jan 01 ${stamp(second)} ${host} kubelet[${pid}]: I0101 ${stamp(second)}.000000      ${pid} kubelet.go:1] ${text}`;

function imported(...lines: readonly string[]): ImportedRun {
  const evidence = new EvidenceImport();
  evidence.begin('log');
  evidence.push(lines.join('\n'));
  expect(evidence.end().ok).toBe(true);
  return evidence.finish();
}

function commands(run: ImportedRun, choice: Choice = {}): readonly string[] {
  const made = scenarioOfRun(run, choice);
  if (!made.ok) throw new Error(JSON.stringify(made.diagnostics));
  return made.value.scenario.steps.map((step) => {
    if (!('command' in step)) throw new Error('a command');
    return `${step.at / 1000} ${step.command.do}${'pod' in step.command ? ` ${step.command.pod}` : ''}`;
  });
}

describe('what a scenario is made of', () => {
  const two = imported(
    line(0, '"SyncLoop ADD" source="api" pods=["ns/web"]'),
    line(5, '"SyncLoop ADD" source="api" pods=["ns/api"]'),
    line(6, '"SyncLoop ADD" source="api" pods=["ns/other"]', 'node-b', 22),
    line(40, '"SyncLoop DELETE" source="api" pods=["ns/web"]'),
    line(41, '"Killing container with a grace period" pod="ns/web" containerName="c" gracePeriod=7'),
  );

  it('is one node: the one with most of the pods, or the one that was asked for', () => {
    expect(commands(two)).toEqual(['1 createPod web', '6 createPod api', '41 deletePod web']);
    expect(commands(two, { node: 'node-b' })).toEqual(['1 createPod other']);
  });

  it('is only the pods that were asked for', () => {
    expect(commands(two, { pods: ['ns/api'] })).toEqual(['1 createPod api']);
    const none = scenarioOfRun(two, { pods: ['ns/apy'] });
    expect(none.ok ? '' : none.diagnostics[0]?.tip).toContain('ns/api');
  });

  it('has the grace period of the deletion, not of the pod', () => {
    const made = scenarioOfRun(two, { pods: ['ns/web'] });
    const step = made.ok ? made.value.scenario.steps.at(-1) : undefined;
    expect(step).toMatchObject({ command: { do: 'deletePod', gracePeriod: 7 } });
  });

  it('is one kubelet process if asked for, and a restart between two otherwise', () => {
    const run = imported(
      line(0, '"Kubelet version" kubeletVersion="v1.25.4"'),
      line(2, '"SyncLoop ADD" source="api" pods=["ns/web"]'),
      line(30, '"Kubelet version" kubeletVersion="v1.25.4"', 'node-a', 33),
      line(32, '"SyncLoop ADD" source="api" pods=["ns/web"]', 'node-a', 33),
      line(50, '"SyncLoop REMOVE" source="api" pods=["ns/web"]', 'node-a', 33),
    );
    // No line tells when the first one stopped: a second before the next began.
    expect(commands(run)).toEqual(['2 createPod web', '29 restartKubelet', '50 forceDeletePod web']);
    expect(commands(run, { kubeletRun: 1 })).toEqual(['2 createPod web', '20 forceDeletePod web']);
  });

  it('begins early enough for a pod that was there before the log, and says so', () => {
    const run = imported(line(100, '"SyncLoop REMOVE" source="api" pods=["ns/web"]'));
    expect(commands(run)).toEqual(['0 createPod web', '10 forceDeletePod web']);
    const made = scenarioOfRun(run);
    expect(made.ok && made.value.notes).toContain('assumed: ns/web ran before its first line');
  });

  it('gives an uid that comes back under one name one template, and says what it leaves out', () => {
    const run = imported(
      line(0, '"SyncLoop ADD" source="api" pods=["ns/web"]'),
      line(1, '"Pod is being synced for the first time" pod="ns/web" podUID="aaaa" updateType="create"'),
      line(10, '"SyncLoop UPDATE" source="api" pods=["ns/web"]'),
      line(20, '"SyncLoop REMOVE" source="api" pods=["ns/web"]'),
      line(21, '"Pod has been deleted and must be killed" pod="ns/web" podUID="aaaa"'),
      line(60, '"SyncLoop ADD" source="api" pods=["ns/web"]'),
      line(61, '"Pod is being synced for the first time" pod="ns/web" podUID="bbbb" updateType="create"'),
    );
    expect(commands(run)).toEqual(['1 createPod web', '21 forceDeletePod web', '61 createPod web']);
    const made = scenarioOfRun(run);
    expect(made.ok && made.value.notes).toContain('not carried over: updates of ns/web');
    expect(made.ok && made.value.pods.get('web')?.map(({ uid }) => uid)).toEqual(['aaaa', 'bbbb']);
  });
});

describe('the release that is nearest', () => {
  it.each([
    ['1.22.8', null, 'v1.26'],
    ['1.26.15', null, 'v1.26'],
    ['1.27.0', null, 'v1.27'],
    ['1.28.6', null, 'v1.27'],
    ['1.29.1', null, 'v1.31'],
    ['1.32.3', null, 'v1.31'],
    [null, true, 'v1.27'],
    [null, false, 'v1.26'],
    [null, null, null],
  ] as const)('to kubelet %s (since 1.27: %s) is %s', (kubelet, since127, release) => {
    expect(nearestRelease({ kubelet, since127 })).toBe(release);
  });
});
