import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { podUID } from '../../src/api/pod';
import { GoldenNode } from '../../src/conformance/goldenNode';
import { RELEASE_NAMES, type ReleaseName, releaseOf } from '../../src/kubelet/releases';
import { FlatStepper } from '../../src/machine/flatTable';
import type { PodEvent } from '../../src/machine/podEvents';
import { type PodSnapshot, PodStepper, type Step } from '../../src/machine/step';
import { goldenFiles, OWN_GOLDEN, readGolden } from '../helpers/goldenFiles';
import { deleted, newPod, newStaticPod, runtimePodOf, withPhase } from '../helpers/newPod';
import { FULL_NAME, kill, received, refreshed, returned, turn, update, visited } from './row';

/** A million with `FLAT_STEPS=1000000`. */
const RANDOM_STEPS = Number(process.env.FLAT_STEPS ?? 60_000);

vi.setConfig({ testTimeout: 600_000 });

const same = (a: Step, b: Step): boolean =>
  isDeepStrictEqual(a[0].value, b[0].value) &&
  isDeepStrictEqual(a[0].context, b[0].context) &&
  isDeepStrictEqual(a[1], b[1]);

describe.each(RELEASE_NAMES)('%s: the table does what xstate does', (release) => {
  let total = 0;
  it.each(goldenFiles(OWN_GOLDEN))('on every step of %s', (file) => {
    const flat = new FlatStepper(releaseOf(release));
    const different: string[] = [];
    let steps = 0;
    const step = PodStepper.prototype.step;
    const spy = vi.spyOn(PodStepper.prototype, 'step');
    spy.mockImplementation(function (this: PodStepper, before: PodSnapshot, event: PodEvent): Step {
      const expected = step.call(this, before, event);
      const got = flat.step(flat.restore(before), event);
      if (!same(got, expected)) different.push(event.type);
      steps++;
      return expected;
    });
    for (const trace of readGolden(OWN_GOLDEN, file)) {
      const node = new GoldenNode(releaseOf(release), trace);
      for (const [index, golden] of trace.steps.entries()) node.run(golden, index);
    }
    spy.mockRestore();
    expect(different).toEqual([]);
    total += steps;
  });

  it('and those were many', () => {
    expect(total).toBeGreaterThan(5000);
  });

  it('on random steps', () => {
    const each = Math.ceil(RANDOM_STEPS / RELEASE_NAMES.length);
    expect(randomSteps(release, each)).toBeGreaterThanOrEqual(each);
  });
});

const pods = [newPod(), newPod({ version: 2 }), newStaticPod(), deleted(newPod(), 0), deleted(newPod(), 5)];
const anyPod = fc.constantFrom(...pods, withPhase(newPod(), 'Succeeded'));
const anyKill = fc.record({
  evict: fc.boolean(),
  gracePeriodOverride: fc.constantFrom(null, 0, 1, 20),
  request: fc.constantFrom(null, 1, 2),
});
const anyUpdate = fc.oneof(
  fc
    .tuple(fc.constantFrom('create', 'update', 'sync', 'kill'), anyPod, fc.option(anyKill))
    .map(([type, pod, options]) => update(type as 'kill', { pod, kill: options })),
  fc.constant(update('kill', { runtimePod: runtimePodOf(newPod()), kill: kill({ gracePeriodOverride: 1 }) })),
);
const results = ['ok', 'terminal', 'error', 'networkNotReady', 'cancelled'] as const;
const anyEvent: fc.Arbitrary<PodEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(anyUpdate, fc.boolean()).map(([given, first]) => received(given, first)) },
  { weight: 3, arbitrary: fc.constantFrom('now', 'now', 'notYet', 'never').map((s) => turn(s as 'now')) },
  { weight: 3, arbitrary: fc.constant(refreshed) },
  { weight: 3, arbitrary: fc.constantFrom(...results, 'ok').map((result) => returned(result as 'ok')) },
  { weight: 2, arbitrary: fc.boolean().map(visited) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('POD.OBSERVED' as const),
      at: fc.constant(turn('now').at),
      pod: fc.option(anyPod),
      runs: fc.boolean(),
    }),
  },
);

/** What the kubelet never sends: a turn without an update, a call without one. XState's machine asserts there. */
function isSensible(snapshot: PodSnapshot, event: PodEvent): boolean {
  const { worker, lifecycle } = snapshot.value;
  switch (event.type) {
    case 'TURN.STARTED':
      return worker === 'notified' && snapshot.context.pending !== null;
    case 'CALL.RETURNED':
      return typeof worker === 'object';
    case 'POD.OBSERVED':
      return worker === 'none' && lifecycle === 'observed';
    default:
      return true;
  }
}

/** A step of either, or that it broke a rule; then both must. */
function attempt(stepper: PodStepper | FlatStepper, snapshot: PodSnapshot, event: PodEvent): Step | null {
  try {
    return stepper.step(snapshot, event);
  } catch {
    return null;
  }
}

function randomSteps(release: ReleaseName, atLeast: number): number {
  const xstate = new PodStepper(releaseOf(release));
  const flat = new FlatStepper(releaseOf(release));
  const input = { uid: podUID('a'), fullName: FULL_NAME };
  let steps = 0;
  const walk = fc.array(anyEvent, { minLength: 20, maxLength: 60, size: 'max' });
  for (let seed = 1; steps < atLeast; seed++) {
    fc.assert(
      fc.property(walk, (events) => {
        let a = xstate.initial(input);
        let b = flat.initial(input);
        for (const event of events) {
          if (!isSensible(a, event)) continue;
          const expected = attempt(xstate, a, event);
          const got = attempt(flat, b, event);
          steps++;
          if (expected === null || got === null) {
            expect(got).toEqual(expected);
            return;
          }
          if (!same(got, expected))
            expect(got.slice()).toEqual([
              { value: expected[0].value, context: expected[0].context },
              expected[1],
            ]);
          // Nobody may tell a step that changed nothing from one that did: the trace asks.
          expect(got[0] === b).toBe(expected[0] === a);
          [a] = expected;
          [b] = got;
        }
      }),
      { seed, numRuns: 100, endOnFailure: false },
    );
  }
  return steps;
}
