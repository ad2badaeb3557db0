import { Fragment, memo } from 'react';
import { isSame } from '../../base/sameParts';
import { useChangedFields } from './useChangedFields';

/** The fields of Go's podSyncStatus by what they are about. A field that is in none stands at the end. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['Life', ['workType', 'started', 'terminationRequested', 'startedTerminating', 'terminated', 'finished']],
  ['Wishes', ['deleted', 'evicted', 'restartRequested', 'observedRuntime', 'gracePeriod']],
  ['Worker', ['hasWorker', 'working', 'pendingUpdate', 'activeUpdate', 'undelivered']],
];
const QUIET: ReadonlySet<string> = new Set(['false', 'none', '0', '']);

/** One pod's record in one pane. */
export interface StateColumn {
  readonly release: string;
  /** Names the pod and the run: what changed is only told within one. */
  readonly subject: string;
  readonly state: readonly (readonly [string, string])[];
}

/** The records side by side, a column a release. Rows never move: what is set is bold, what has just changed is marked. */
export const StateTable = memo(function StateTable({
  columns,
}: {
  readonly columns: readonly StateColumn[];
}) {
  const [a, b] = columns;
  // Two panes at most; hooks want a fixed number.
  const changed = [
    useChangedFields(a?.subject ?? '', a?.state ?? []),
    useChangedFields(b?.subject ?? '', b?.state ?? []),
  ];
  const names = [...new Set(columns.flatMap(({ state }) => state.map(([name]) => name)))];
  const grouped = new Set(GROUPS.flatMap(([, fields]) => fields));
  const rest = names.filter((name) => !grouped.has(name));
  const values = columns.map(({ state }) => new Map(state));
  if (columns.length === 0) return null;
  if (names.length === 0) return <p className="dim">The pod workers have no record of it.</p>;
  return (
    <table className="state" aria-label="podSyncStatus">
      <thead>
        <tr>
          <th scope="col">podSyncStatus</th>
          {columns.map(({ release }) => (
            <th key={release} scope="col">
              {release}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...GROUPS, ['Name', rest] as const].map(([group, fields]) => (
          <Fragment key={group}>
            <tr className="state-group">
              <th colSpan={columns.length + 1} scope="colgroup">
                {group}
              </th>
            </tr>
            {fields.map((name) => (
              <tr key={name} data-set={values.some((of) => !QUIET.has(of.get(name) ?? ''))}>
                <th scope="row">{name}</th>
                {columns.map(({ release }, i) => (
                  <StateCell
                    key={release}
                    value={values[i]?.get(name) ?? null}
                    before={changed[i]?.get(name) ?? null}
                  />
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}, isSame);

function StateCell({ value, before }: { readonly value: string | null; readonly before: string | null }) {
  if (value === null) return <td className="state-none">–</td>;
  return (
    <td
      data-set={!QUIET.has(value)}
      data-changed={before !== null}
      title={before === null ? undefined : `was ${before}`}
    >
      {value}
      {before !== null && <span className="state-was"> was {before}</span>}
    </td>
  );
}
