import { Fragment } from 'react';
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
export function StateTable({ columns }: { readonly columns: readonly StateColumn[] }) {
  const names = [...new Set(columns.flatMap(({ state }) => state.map(([name]) => name)))];
  const grouped = new Set(GROUPS.flatMap(([, fields]) => fields));
  const rest = names.filter((name) => !grouped.has(name));
  if (names.length === 0) return <p className="dim">The pod workers have no record of it.</p>;
  return (
    <div className="state-columns" data-count={columns.length}>
      {columns.map((column) => (
        <StateOf key={column.release} column={column} groups={[...GROUPS, ['Name', rest]]} />
      ))}
    </div>
  );
}

function StateOf({
  column: { release, subject, state },
  groups,
}: {
  readonly column: StateColumn;
  readonly groups: typeof GROUPS;
}) {
  const changed = useChangedFields(subject, state);
  const values = new Map(state);
  if (state.length === 0) return <p className="dim">{release}: no record.</p>;
  return (
    <table className="state" aria-label={`podSyncStatus, ${release}`}>
      <caption>{release}</caption>
      <tbody>
        {groups.map(([group, fields]) => (
          <Fragment key={group}>
            <tr className="state-group">
              <th colSpan={2} scope="colgroup">
                {group}
              </th>
            </tr>
            {fields.map((name) => (
              <StateRow
                key={name}
                name={name}
                value={values.get(name) ?? ''}
                before={changed.get(name) ?? null}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function StateRow({
  name,
  value,
  before,
}: {
  readonly name: string;
  readonly value: string;
  readonly before: string | null;
}) {
  return (
    <tr data-set={!QUIET.has(value)} data-changed={before !== null}>
      <th scope="row">{name}</th>
      <td title={before === null ? undefined : `was ${before}`}>
        {value}
        {before !== null && <span className="state-was"> was {before}</span>}
      </td>
    </tr>
  );
}
