import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { transition } from 'xstate';
import { assert } from '../../src/base/assert';
import { canonicalJson } from '../../src/base/canonicalJson';
import { GoldenNode } from '../../src/conformance/goldenNode';
import { RELEASE_NAMES, releaseOf } from '../../src/kubelet/releases';
import { podChart } from '../../src/machine/podChart';
import type { PodEvent } from '../../src/machine/podEvents';
import { type PodSnapshot, PodStepper, type Step } from '../../src/machine/step';
import { goldenFiles, OWN_GOLDEN, readGolden } from '../helpers/goldenFiles';
import { CALL_ROWS } from './callRows';
import { edgesTaken } from './edgesTaken';
import { HOUSEKEEPING_ROWS } from './housekeepingRows';
import { snapshotAt, stepperOf } from './row';
import { TURN_ROWS } from './turnRows';
import { UPDATE_ROWS } from './updateRows';

/** Edges taken on golden traces, filled by the tests in their order. */
const onTraces = new Set<string>();
let steps = 0;

/** The state and the effects of a step, as one text. */
const textOf = ({ value, context }: PodSnapshot, effects: readonly { type: string; params: unknown }[]) =>
  canonicalJson([value, context, effects.map(({ type, params }) => ({ type, params }))]);

const stepOf = PodStepper.prototype.step;

/** Makes every step of every stepper show that it is what xstate's public `transition` does. */
beforeAll(() => {
  vi.spyOn(PodStepper.prototype, 'step').mockImplementation(function (
    this: PodStepper,
    snapshot: PodSnapshot,
    event: PodEvent,
  ): Step {
    const edges = edgesTaken(this.machine, snapshot, event);
    for (const edge of edges) onTraces.add(edge);
    const [expected, effects] = transition(this.machine, snapshot, event);
    const step = stepOf.call(this, snapshot, event);
    assert(textOf(...step) === textOf(expected as PodSnapshot, effects as never), `${event.type}: not as xstate`);
    steps++;
    return step;
  });
});
afterAll(() => {
  vi.restoreAllMocks();
});

describe.each(RELEASE_NAMES)('%s: every step on a golden trace is what xstate does', (release) => {
  it.each(goldenFiles(OWN_GOLDEN))('%s', (file) => {
    const before = steps;
    for (const trace of readGolden(OWN_GOLDEN, file)) {
      const node = new GoldenNode(releaseOf(release), trace);
      for (const [index, step] of trace.steps.entries()) node.run(step, index);
    }
    expect(steps).toBeGreaterThan(before);
  });
});

describe('the edges of the chart', () => {
  const inRows = new Set<string>();
  for (const row of [...UPDATE_ROWS, ...TURN_ROWS, ...CALL_ROWS, ...HOUSEKEEPING_ROWS]) {
    for (const release of row.releases) {
      const snapshot = snapshotAt(release, row.before);
      for (const edge of edgesTaken(stepperOf(release).machine, snapshot, row.event)) inRows.add(edge);
    }
  }
  const all = podChart().edges.map(({ id }) => id);

  it('are all taken by a row of the tables', () => {
    expect(all.filter((id) => !inRows.has(id))).toEqual([]);
  });

  it('are taken on golden traces, but for those that need housekeeping between an update and the turn', () => {
    console.log(steps);
    expect(all.filter((id) => !onTraces.has(id))).toEqual([]);
  });

  it('are all that is taken', () => {
    expect([...inRows, ...onTraces].filter((id) => !all.includes(id))).toEqual([]);
  });
});
