import { describe, expect, it } from 'vitest';
import { simTime } from '../../src/clock/simTime';
import { Keyframes } from '../../src/engine/keyframes';

const at = (length: number, from = length) => ({ at: simTime(length), length, from, state: null as never });

/** As a run keeps them: one whenever it is due, event by event. */
function kept(events: number, pods: number): Keyframes {
  const keyframes = new Keyframes();
  keyframes.add(at(0), pods);
  for (let length = 1; length <= events; length++)
    if (keyframes.isDue(length, () => pods)) keyframes.add(at(length), pods);
  return keyframes;
}
/** The number of events before the keyframe that serves `length` events. */
const servedFrom = (keyframes: Keyframes, length: number): number =>
  keyframes.before((keyframe) => keyframe.length <= length).length;

describe('keyframes', () => {
  it.each([
    [3, 10_000, 500, 21],
    [700, 7000, 700, 11],
  ])('of %i pods and %i events lie %i events apart', (pods, events, apart, count) => {
    const keyframes = kept(events, pods);
    expect(keyframes.count).toBe(count);
    expect(servedFrom(keyframes, 2 * apart + 1)).toBe(2 * apart);
    expect(servedFrom(keyframes, 2 * apart - 1)).toBe(apart);
  });

  it('never keep more than 150,000 pods, and the distances stay even', () => {
    // 10,000 pods: 15 keyframes at most. The 16th doubles the distance of 10,000 events: 0, 20,000, … are left.
    const keyframes = kept(165_000, 10_000);
    expect(keyframes.count).toBeLessThanOrEqual(15);
    expect(servedFrom(keyframes, 19_999)).toBe(0);
    expect(servedFrom(keyframes, 39_999)).toBe(20_000);
    expect(servedFrom(keyframes, 165_000)).toBe(160_000);
  });

  it('keep the first, and those after a command: before them no moment after it can be had', () => {
    const keyframes = kept(100_000, 10_000);
    keyframes.add(at(100_007, 100_005), 10_000);
    for (let i = 1; i < 40; i++) keyframes.add(at(100_007 + i), 10_000);
    expect(servedFrom(keyframes, 100_007)).toBe(100_007);
    expect(servedFrom(keyframes, 100_006)).toBeLessThan(100_006);
    expect(servedFrom(keyframes, 0)).toBe(0);
  });

  it('of a past are those up to its time', () => {
    const past = kept(5000, 3).until(simTime(2600), 2600);
    expect(servedFrom(past, 5000)).toBe(2500);
    expect(past.isDue(2999, () => 3)).toBe(false);
    expect(past.isDue(3000, () => 3)).toBe(true);
  });

  it('that only commands made all stay', () => {
    const keyframes = new Keyframes();
    for (let i = 0; i < 40; i++) keyframes.add(at(i * 3 + 1, i * 3), 10_000);
    expect(keyframes.count).toBe(40);
    expect(keyframes.isDue(39 * 3 + 1 + 10_000, () => 10_000)).toBe(true);
  });
});
