import { describe, expect, it } from 'vitest';
import { duration } from '../../src/clock/simTime';
import { compareSteps } from '../../src/reproduction/compareSteps';
import { withoutIdle } from '../../src/reproduction/withoutIdle';
import type { WorkerStep, WorkerStepKind } from '../../src/reproduction/workerStep';
import { parseScenario } from '../../src/scenarios/parseScenario';

/** `stopBegins 10`: a step and the seconds at which it comes. */
const steps = (...texts: readonly string[]): readonly WorkerStep[] =>
  texts.map((text, i) => {
    const [kind, at] = text.split(' ');
    return { kind: kind as WorkerStepKind, at: Number(at) * 1000, line: i + 1 };
  });
const always = (): boolean => true;

describe('a log and a release go together', () => {
  it.each([
    [
      'the same',
      ['stopBegins 10', 'stopFails 12', 'stopBegins 24'],
      ['stopBegins 10', 'stopFails 12', 'stopBegins 24'],
    ],
    [
      'a retry at once and one after the back-off',
      ['stopBegins 10', 'stopFails 12', 'stopBegins 27'],
      ['stopBegins 10', 'stopFails 12', 'stopBegins 12'],
    ],
    [
      'a call that takes as long as the runtime likes',
      ['stopBegins 10', 'stopFails 300', 'stopBegins 312'],
      ['stopBegins 10', 'stopFails 11', 'stopBegins 22'],
    ],
    [
      'lines that are missing but implied',
      ['stopFails 12', 'finished 30'],
      ['stopBegins 10', 'stopFails 12', 'stopBegins 24', 'stopped 26', 'cleanupBegins 26', 'finished 30'],
    ],
  ])('%s', (_, log, model) => {
    expect(compareSteps(steps(...log), steps(...model), always)).toEqual({
      agreed: log.length,
      parting: null,
    });
  });

  it('as far as the log goes, if it ends before the next step would show', () => {
    const model = steps('stopBegins 10', 'stopFails 12', 'stopBegins 24');
    expect(compareSteps(model.slice(0, 2), model, (at) => at < 20_000).parting).toBeNull();
  });

  it('where a command and a retry fall together, since either may come first', () => {
    const model = steps('stopBegins 10', 'stopFails 12', 'stopBegins 24');
    const before = { at: 22_000, kind: 'command' } as const;
    expect(compareSteps(model.slice(0, 2), model, always, [before]).parting).toBeNull();
    const longBefore = { at: 11_000, kind: 'command' } as const;
    expect(compareSteps(model.slice(0, 2), model, always, [longBefore]).parting?.kind).toBe('not in the log');
  });
});

describe('a log and a release part', () => {
  it('where a retry does not come', () => {
    const model = steps('stopBegins 10', 'stopFails 12', 'stopBegins 24');
    const { agreed, parting } = compareSteps(model.slice(0, 2), model, always);
    expect({ agreed, kind: parting?.kind, at: parting?.at }).toEqual({
      agreed: 2,
      kind: 'not in the log',
      at: 24_000,
    });
  });

  it('where one comes that would not', () => {
    const log = steps('stopBegins 10', 'stopFails 12', 'stopBegins 24');
    const { parting } = compareSteps(log, log.slice(0, 2), always);
    expect({ kind: parting?.kind, line: parting?.log?.line, model: parting?.model }).toEqual({
      kind: 'not in the model',
      line: 3,
      model: null,
    });
  });

  it('where it comes much later than back-off and jitter allow', () => {
    // 10 s back-off, half of it as jitter and 5 s for the loops: at most 20 s apart from the model's.
    const model = steps('stopBegins 10', 'stopFails 12', 'stopBegins 24');
    const late = (at: number) =>
      compareSteps(steps('stopBegins 10', 'stopFails 12', `stopBegins ${at}`), model, always).parting;
    expect(late(43)).toBeNull();
    expect(late(46)?.kind).toBe('at another time');
  });

  it('where a failure is, which is always printed and cannot be skipped', () => {
    const { parting } = compareSteps(
      steps('finished 30'),
      steps('stopBegins 10', 'stopFails 12', 'finished 30'),
      always,
    );
    expect(parting?.kind).not.toBeUndefined();
  });
});

describe('a long rest', () => {
  it('is cut to ten minutes, and times can be read back', () => {
    const read = parseScenario({
      file: 'rest',
      text: 'version: 1\ntitle: rest\npods: { a: {} }\nsteps:\n  - { at: 1s, do: createPod, pod: a }\n  - { at: 50h, do: deletePod, pod: a }\n',
    });
    if (!read.ok) throw new Error('read');
    const { scenario, toFull } = withoutIdle(read.value, []);
    expect(scenario.steps.map(({ at }) => at)).toEqual([1000, 601_000]);
    expect(scenario.until).toBe(duration(1_201_000));
    expect(toFull(1000)).toBe(1000);
    expect(toFull(601_000)).toBe(50 * 3_600_000);
    expect(toFull(602_000)).toBe(50 * 3_600_000 + 1000);
  });

  it('is not cut where the log shows something', () => {
    const read = parseScenario({ file: 'rest', text: 'version: 1\ntitle: rest\nsteps: []\n' });
    if (!read.ok) throw new Error('read');
    const { toFull } = withoutIdle(read.value, [500_000, 1_000_000]);
    expect(toFull(1_000_000)).toBe(1_000_000);
  });
});
