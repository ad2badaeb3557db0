import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { transition } from 'xstate';
import { GoldenNode } from '../../src/conformance/goldenNode';
import { RELEASE_NAMES, type ReleaseName, releaseOf } from '../../src/kubelet/releases';
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

// A file of fifty traces takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const FILES = goldenFiles(OWN_GOLDEN);

interface Comparison {
  steps: number;
  /** Events whose step is not what xstate's public `transition` does. */
  readonly different: string[];
  readonly edges: Set<string>;
}

const comparisons = new Map<string, Comparison>();

/** Runs the traces of a file on a release, once, and holds every step of the machine against xstate. */
function compared(release: ReleaseName, file: string): Comparison {
  const known = comparisons.get(`${release} ${file}`);
  if (known !== undefined) return known;
  const comparison: Comparison = { steps: 0, different: [], edges: new Set() };
  comparisons.set(`${release} ${file}`, comparison);
  const spy = spyOnSteps(comparison);
  for (const trace of readGolden(OWN_GOLDEN, file)) {
    const node = new GoldenNode(releaseOf(release), trace);
    for (const [index, step] of trace.steps.entries()) node.run(step, index);
  }
  spy.mockRestore();
  return comparison;
}

function spyOnSteps(comparison: Comparison) {
  const step = PodStepper.prototype.step;
  const spy = vi.spyOn(PodStepper.prototype, 'step');
  return spy.mockImplementation(function (this: PodStepper, before: PodSnapshot, event: PodEvent): Step {
    for (const edge of edgesTaken(this.machine, before, event)) comparison.edges.add(edge);
    const [expected, actions] = transition(this.machine, before, event);
    const [after, effects] = step.call(this, before, event);
    const asked = actions.map(({ type, params }) => ({ type, params }));
    const same =
      isDeepStrictEqual(after.value, expected.value) &&
      isDeepStrictEqual(after.context, expected.context) &&
      isDeepStrictEqual(effects, asked);
    if (!same) comparison.different.push(event.type);
    comparison.steps++;
    return [after, effects];
  });
}

describe.each(RELEASE_NAMES)('%s: every step on a golden trace is what xstate does', (release) => {
  it.each(FILES)('%s', (file) => {
    expect(compared(release, file).different).toEqual([]);
  });
});

describe('the comparison with xstate', () => {
  it('sees an effect that is missing', () => {
    const comparison: Comparison = { steps: 0, different: [], edges: new Set() };
    const step = PodStepper.prototype.step;
    PodStepper.prototype.step = function (snapshot, event) {
      const [after, effects] = step.call(this, snapshot, event);
      return [after, effects.slice(1)];
    };
    const spy = spyOnSteps(comparison);
    const [row] = UPDATE_ROWS.filter(({ effects }) => effects.length > 0);
    if (row !== undefined) stepperOf('v1.31').step(snapshotAt('v1.31', row.before), row.event);
    spy.mockRestore();
    PodStepper.prototype.step = step;
    expect(comparison).toMatchObject({ steps: 1, different: ['UPDATE.RECEIVED'] });
  });
});

describe('the edges of the chart', () => {
  const all = podChart().edges.map(({ id }) => id);
  const inRows = new Set<string>();
  for (const row of [...UPDATE_ROWS, ...TURN_ROWS, ...CALL_ROWS, ...HOUSEKEEPING_ROWS]) {
    for (const release of row.releases) {
      const snapshot = snapshotAt(release, row.before);
      for (const edge of edgesTaken(stepperOf(release).machine, snapshot, row.event)) inRows.add(edge);
    }
  }
  const onTraces = () => {
    const edges = RELEASE_NAMES.flatMap((release) =>
      FILES.flatMap((file) => [...compared(release, file).edges]),
    );
    return new Set(edges);
  };

  it('are all taken by a row of the tables', () => {
    expect(all.filter((id) => !inRows.has(id))).toEqual([]);
  });

  it('are all taken on golden traces, but for two that need housekeeping between an update and its turn', () => {
    const taken = onTraces();
    expect(all.filter((id) => !taken.has(id))).toEqual([
      'pod.lifecycle.terminating/HOUSEKEEPING.VISITED/0',
      'pod.lifecycle.terminated/HOUSEKEEPING.VISITED/0',
    ]);
  });

  it('are all that is taken', () => {
    expect([...inRows, ...onTraces()].filter((id) => !all.includes(id))).toEqual([]);
  });
});
