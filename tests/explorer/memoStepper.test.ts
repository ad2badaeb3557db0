import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { podUID } from '../../src/api/pod';
import { MemoStepper } from '../../src/explorer/memoStepper';
import { RELEASE_NAMES, releaseOf } from '../../src/kubelet/releases';
import { FlatStepper } from '../../src/machine/flatTable';
import type { PodEvent } from '../../src/machine/podEvents';
import { deleted, newPod, newStaticPod, runtimePodOf, withPhase } from '../helpers/newPod';
import { FULL_NAME, kill, received, refreshed, returned, turn, update, visited } from '../machine/row';

const NOW = turn('now').at;
const pods = [
  newPod(),
  newPod({ version: 2 }),
  newStaticPod(),
  deleted(newPod()),
  withPhase(newPod(), 'Failed'),
];

/** Events of which no two are alike. */
const EVENTS: readonly PodEvent[] = [
  ...pods.flatMap((pod): PodEvent[] => [
    { type: 'POD.OBSERVED', at: NOW, pod, runs: false },
    { type: 'POD.OBSERVED', at: NOW, pod, runs: true },
    received(update('create', { pod }), true),
    received(update('create', { pod })),
    received(update('sync', { pod })),
    received(update('update', { pod })),
    received(update('kill', { pod, kill: kill() })),
    received(update('kill', { pod, kill: kill({ gracePeriodOverride: 1 }) })),
    received(update('kill', { pod, kill: kill({ evict: true }) })),
  ]),
  received(update('kill', { runtimePod: runtimePodOf(newPod()), kill: kill({ gracePeriodOverride: 1 }) })),
  ...(['now', 'notYet', 'never'] as const).map((start) => turn(start)),
  refreshed,
  ...(['ok', 'error', 'terminal', 'cancelled'] as const).map((result) => returned(result)),
  visited(true),
  visited(false),
];

describe.each(RELEASE_NAMES)('%s: steps that are remembered', (release) => {
  it('are those that are made', () => {
    const flat = new FlatStepper(releaseOf(release));
    const memo = new MemoStepper(new FlatStepper(releaseOf(release)));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 60 }), (events) => {
        const input = { uid: podUID('a'), fullName: FULL_NAME };
        let made = flat.initial(input);
        let remembered = memo.initial(input);
        for (const event of events) {
          const [a, effects] = flat.step(made, event);
          const [b, others] = memo.step(remembered, event);
          expect(b.value).toEqual(a.value);
          expect(b.context).toEqual(a.context);
          expect(others).toEqual(effects);
          [made, remembered] = [a, b];
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are the same objects', () => {
    const memo = new MemoStepper(new FlatStepper(releaseOf(release)));
    const start = memo.initial({ uid: podUID('a'), fullName: FULL_NAME });
    const event = received(update('create'), true);
    expect(memo.step(start, event)).toBe(memo.step(start, event));
  });
});
