import { describe, expect, it } from 'vitest';
import { savePod } from '../../src/machine/step';
import { CALL_ROWS } from './callRows';
import { HOUSEKEEPING_ROWS } from './housekeepingRows';
import { placesOf, snapshotAt, stepperOf } from './row';
import { TURN_ROWS } from './turnRows';
import { UPDATE_ROWS } from './updateRows';

const CASES = [...UPDATE_ROWS, ...TURN_ROWS, ...CALL_ROWS, ...HOUSEKEEPING_ROWS].flatMap((row) =>
  row.releases.map((release) => ({ ...row, release })),
);

describe('a snapshot goes through JSON', () => {
  it.each(CASES)('$release: $desc', ({ release, before, event }) => {
    const stepper = stepperOf(release);
    const snapshot = snapshotAt(release, before);
    const restored = stepper.restore(JSON.parse(JSON.stringify(savePod(snapshot))));
    expect(placesOf(restored)).toEqual(placesOf(snapshot));
    const [next, effects] = stepper.step(snapshot, event);
    const [nextRestored, effectsRestored] = stepper.step(restored, event);
    expect(savePod(nextRestored)).toEqual(savePod(next));
    expect(effectsRestored).toEqual(effects);
    expect(JSON.parse(JSON.stringify(savePod(next)))).toEqual(savePod(next));
  });
});
