import { describe, expect, it } from 'vitest';
import { bracketsOf, sharedNames, togetherByName } from '../../src/store/selectors/laneOrder';
import { overlayOf } from '../../src/store/selectors/laneOverlay';
import type { LaneRow } from '../../src/store/selectors/laneTypes';

/** Rows written as `uid:name`; without a name, `uid`. */
const rows = (...all: string[]): LaneRow[] =>
  all.map((word) => {
    const [uid = '', name = null] = word.split(':');
    return { uid: uid as LaneRow['uid'], name, bars: [], marks: [], stuck: [], runtimeOnly: [], events: [] };
  });

const uids = (all: readonly LaneRow[]): string[] => all.map(({ uid }) => uid);

describe('two runs in the same lanes', () => {
  it('pair pods by name and by how many of that name were before, else by uid', () => {
    const { rows: above, lower } = overlayOf(
      rows('a1:web', 'a2:web', 'a3:api', 'x'),
      rows('b3:api', 'b1:web', 'b2:web', 'x'),
    );
    expect(uids(above)).toEqual(['a1', 'a2', 'a3', 'x']);
    expect([...lower].map(([uid, row]) => [uid, row.uid])).toEqual([
      ['a1', 'b1'],
      ['a2', 'b2'],
      ['a3', 'b3'],
      ['x', 'x'],
    ]);
  });

  it('give a pod that only the second has an empty row to lie under, and one that only the first has nothing', () => {
    const { rows: above, lower } = overlayOf(rows('a1:web'), rows('b2:job'));
    expect(uids(above)).toEqual(['a1', 'b2']);
    expect([...lower.keys()]).toEqual(['b2']);
  });
});

describe('rows of one full name', () => {
  const names = new Map(
    Object.entries({ a: 'x/web', b: 'x/api', c: 'x/web', e: 'x/web', g: 'y/web' }),
  ) as unknown as Parameters<typeof bracketsOf>[1];

  it('stand together where the first of them stands, in a bracket; the same name elsewhere is another pod', () => {
    const together = togetherByName(rows('a', 'b', 'c', 'd', 'e', 'g'), names);
    expect(uids(together)).toEqual(['a', 'c', 'e', 'b', 'd', 'g']);
    expect([...bracketsOf(together, names)]).toEqual([
      ['a', 'first'],
      ['c', 'middle'],
      ['e', 'last'],
    ]);
  });

  it('stay the same list where no name comes twice; pods whose name is not known stand alone', () => {
    const all = rows('a', 'b', 'd', 'f');
    expect(togetherByName(all, names)).toBe(all);
    expect(bracketsOf(all, names).size).toBe(0);
  });

  it('are told of pods that share a name; where none do it is the same answer every time', () => {
    const pod = (uid: string, namespace: string, name: string) => ({ uid, namespace, name }) as never;
    const pods = [pod('a', 'x', 'web'), pod('b', 'x', 'api'), pod('c', 'y', 'web')];
    expect(Object.fromEntries(sharedNames(pods))).toEqual({ a: 'x/web', c: 'y/web' });
    expect(sharedNames(pods.slice(0, 2)).size).toBe(0);
    expect(sharedNames(pods.slice(0, 1))).toBe(sharedNames(pods.slice(1, 2)));
  });
});
