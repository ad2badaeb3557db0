import type { PodUID } from '../../transport/protocol';
import type { LaneRow } from './laneTypes';

/** Two runs as one list of lanes: what is below in each row of the first run. */
export interface LaneOverlay {
  /** The first run's rows, then an empty one for each pod that only the second has. */
  readonly rows: readonly LaneRow[];
  /** The second run's row of the same pod, by the uid of the row above it. */
  readonly lower: ReadonlyMap<PodUID, LaneRow>;
}

/** A pod is the same in both runs by its name and by how many of that name were before it; one without a name by its uid. */
function keyed(rows: readonly LaneRow[]): ReadonlyMap<string, LaneRow> {
  const seen = new Map<string, number>();
  return new Map(
    rows.map((row) => {
      const { name, uid } = row;
      if (name === null) return [`uid ${uid}`, row];
      const count = seen.get(name) ?? 0;
      seen.set(name, count + 1);
      return [`name ${name} ${count}`, row];
    }),
  );
}

/** Lays the lanes of a second run under those of the first. */
export function overlayOf(upper: readonly LaneRow[], under: readonly LaneRow[]): LaneOverlay {
  const above = keyed(upper);
  const below = keyed(under);
  const only = [...below].filter(([key]) => !above.has(key)).map(([, row]) => row);
  const pairs = [...above].flatMap(([key, { uid }]): [PodUID, LaneRow][] => {
    const row = below.get(key);
    return row === undefined ? [] : [[uid, row]];
  });
  const empty = { bars: [], marks: [], stuck: [], runtimeOnly: [], events: [] };
  return {
    rows: [...upper, ...only.map(({ uid, name }) => ({ uid, name, ...empty }))],
    lower: new Map([...pairs, ...only.map((row): [PodUID, LaneRow] => [row.uid, row])]),
  };
}
