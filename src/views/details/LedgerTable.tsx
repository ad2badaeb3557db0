import { memo } from 'react';
import type { LedgerEntry } from '../../transport/protocol';

const SOURCES: readonly (readonly [LedgerEntry['source'], string])[] = [
  ['worker', 'worker'],
  ['config', 'config'],
  ['workQueue', 'work queue'],
  ['pleg', 'PLEG'],
  ['housekeeping', 'housekeeping'],
  ['restart', 'restart'],
];

/** What can still move the pod, one row a source: yes or no, and why. `label` tells the tables of two releases apart. */
export const LedgerTable = memo(function LedgerTable({
  label,
  entries,
}: {
  readonly label: string;
  readonly entries: readonly LedgerEntry[];
}) {
  if (entries.length === 0)
    return <p className="dim">{label}: the pod workers have no record that could be woken.</p>;
  return (
    <table className="ledger" aria-label={`Wake-up ledger, ${label}`}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">wakes</th>
          <th scope="col">why</th>
        </tr>
      </thead>
      <tbody>
        {SOURCES.map(([source, words]) => {
          const entry = entries.find((candidate) => candidate.source === source);
          if (entry === undefined) return null;
          return (
            <tr key={source} data-wakes={entry.wakes}>
              <th scope="row">{words}</th>
              <td className="ledger-wakes">{entry.wakes ? 'yes' : 'no'}</td>
              <td>{entry.why}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
});
