import { describe, expect, it } from 'vitest';
import { CALL_ROWS } from './callRows';
import { HOUSEKEEPING_ROWS } from './housekeepingRows';
import { changesOf, placesOf, type Row, snapshotAt, stepperOf } from './row';
import { TURN_ROWS } from './turnRows';
import { UPDATE_ROWS } from './updateRows';

const TABLES: readonly (readonly [string, readonly Row[]])[] = [
  ['an update', UPDATE_ROWS],
  ['a turn', TURN_ROWS],
  ['the end of a call', CALL_ROWS],
  ['housekeeping', HOUSEKEEPING_ROWS],
];

describe.each(TABLES)('the pod machine takes %s', (_, rows) => {
  const cases = rows.flatMap((row) => row.releases.map((release) => ({ ...row, release })));
  it.each(cases)('$release: $desc', ({ release, before, event, after, changes, effects }) => {
    const snapshot = snapshotAt(release, before);
    const text = JSON.stringify(snapshot);
    const [next, asked] = stepperOf(release).step(snapshot, event);
    expect(placesOf(next)).toEqual(after);
    expect(changesOf(snapshot.context, next.context)).toEqual(changes);
    expect(asked).toEqual(effects);
    expect(JSON.stringify(snapshot), 'the old snapshot is untouched').toBe(text);
  });
});
