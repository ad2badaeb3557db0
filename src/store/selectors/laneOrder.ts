import type { PodMoment, PodUID } from '../../transport/protocol';
import type { LaneRow } from './laneTypes';

/** The rows with the stuck pods first; the same list while none is stuck, so that nothing moves for nothing. */
export function stuckFirst(rows: readonly LaneRow[], stuck: ReadonlySet<PodUID>): readonly LaneRow[] {
  const first = rows.filter(({ uid }) => stuck.has(uid));
  return first.length === 0 ? rows : [...first, ...rows.filter(({ uid }) => !stuck.has(uid))];
}

/**
 * The rows with those of one full name (as `sharedNames` tells them) together, in the place of the first of them; the same list where no
 * name comes twice.
 */
export function togetherByName(
  rows: readonly LaneRow[],
  names: ReadonlyMap<PodUID, string>,
): readonly LaneRow[] {
  if (names.size === 0) return rows;
  const groups = new Map<string, LaneRow[]>();
  for (const row of rows) {
    const key = names.get(row.uid) ?? row.uid;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups.size === rows.length ? rows : [...groups.values()].flat();
}

const ALONE: ReadonlyMap<PodUID, never> = new Map<PodUID, never>();

/** Where each row stands in the bracket around rows of one full name; a row that is alone is not in it. */
export function bracketsOf(
  rows: readonly LaneRow[],
  names: ReadonlyMap<PodUID, string>,
): ReadonlyMap<PodUID, 'first' | 'middle' | 'last'> {
  if (names.size === 0) return ALONE;
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

/** The full name, namespace and name, of the pods of a moment that may share it; always the same map where none can. */
export function sharedNames(pods: readonly PodMoment[]): ReadonlyMap<PodUID, string> {
  // Of ten thousand pods few have a name in common: full names are put together for those only.
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of pods) (seen.has(name) ? twice : seen).add(name);
  if (twice.size === 0) return ALONE;
  return new Map(
    pods
      .filter(({ name }) => twice.has(name))
      .map(({ uid, namespace, name }) => [uid, `${namespace}/${name}`]),
  );
}
