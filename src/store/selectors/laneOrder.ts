import type { PodMoment, PodUID } from '../../transport/protocol';
import type { LaneRow } from './laneTypes';

/** The rows with the stuck pods first; the same list while none is stuck, so that nothing moves for nothing. */
export function stuckFirst(rows: readonly LaneRow[], stuck: ReadonlySet<PodUID>): readonly LaneRow[] {
  const first = rows.filter(({ uid }) => stuck.has(uid));
  return first.length === 0 ? rows : [...first, ...rows.filter(({ uid }) => !stuck.has(uid))];
}

/** The rows with those of one full name together, in the place of the first of them; the same list where no name comes twice. */
export function togetherByName(
  rows: readonly LaneRow[],
  names: ReadonlyMap<PodUID, string>,
): readonly LaneRow[] {
  const groups = new Map<string, LaneRow[]>();
  for (const row of rows) {
    const key = names.get(row.uid) ?? row.uid;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups.size === rows.length ? rows : [...groups.values()].flat();
}

/** Where each row stands in the bracket around rows of one full name; a row that is alone is not in it. */
export function bracketsOf(
  rows: readonly LaneRow[],
  names: ReadonlyMap<PodUID, string>,
): ReadonlyMap<PodUID, 'first' | 'middle' | 'last'> {
  const nameAt = (i: number): string | undefined => names.get(rows[i]?.uid ?? ('' as PodUID));
  const brackets = new Map<PodUID, 'first' | 'middle' | 'last'>();
  rows.forEach(({ uid }, i) => {
    const name = nameAt(i);
    const before = name !== undefined && nameAt(i - 1) === name;
    const after = name !== undefined && nameAt(i + 1) === name;
    if (before || after) brackets.set(uid, before ? (after ? 'middle' : 'last') : 'first');
  });
  return brackets;
}

/** The full name, namespace and name, of every pod that the moment knows. */
export const fullNames = (pods: readonly PodMoment[]): ReadonlyMap<PodUID, string> =>
  new Map(pods.map(({ uid, namespace, name }) => [uid, `${namespace}/${name}`]));
