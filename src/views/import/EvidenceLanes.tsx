import { useState } from 'react';
import { shownText } from '../../base/shownText';
import type { EvidencePod, FoundEvidence, Scale } from '../../transport/evidenceProtocol';
import { grouped } from '../shared/grouped';
import { laneBars, markAt, seen } from './evidenceBars';
import { podName } from './podName';

/** So many lanes are shown at once; beyond that a name is looked for. */
const MOST_ROWS = 40;

/** One lane a pod: how far its worker got, as far as the lines tell. */
export function EvidenceLanes(props: {
  readonly found: FoundEvidence;
  readonly chosen: number | null;
  readonly select: (pod: number) => void;
}) {
  const { found, chosen, select } = props;
  const { pods, podsLeftOut, scale } = found;
  const [wanted, setWanted] = useState('');
  if (pods.length === 0) return null;
  const fitting = pods.filter(({ pod, uid }) => `${pod ?? ''} ${uid ?? ''}`.includes(wanted.trim()));
  const rows = fitting.slice(0, MOST_ROWS);
  const hasNodes = new Set(pods.flatMap(({ node }) => node ?? [])).size > 1;
  const hidden = fitting.length - rows.length + (wanted === '' ? podsLeftOut : 0);
  return (
    <div className="import-lanes">
      {pods.length > MOST_ROWS && (
        <label>
          Find a pod <input type="search" value={wanted} onChange={({ target }) => setWanted(target.value)} />
        </label>
      )}
      <table>
        <caption className="sr-only">Imported pods</caption>
        <thead>
          <tr>
            <th scope="col">Pod</th>
            <th scope="col">Worker</th>
            <th scope="col">
              <ScaleHead scale={scale} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((pod) => (
            <tr key={pod.index} data-chosen={pod.index === chosen}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={pod.index === chosen}
                  title={podName(pod)}
                  onClick={() => select(pod.index)}
                >
                  {podName(pod)}
                </button>
                {hasNodes && pod.node !== null && (
                  <span className="import-dim"> on {shownText(pod.node, 100)}</span>
                )}
              </th>
              <td>
                {pod.stuck === true && <strong className="import-stuck">STUCK </strong>}
                {pod.final}
                {pod.certainty === 'inferred' && <span className="import-dim"> (inferred)</span>}
              </td>
              <td>{scale !== null && <Bars pod={pod} scale={scale} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p className="import-note">{grouped(hidden)} more: look for a name.</p>}
      {scale !== null && <Legend pods={rows} />}
    </div>
  );
}

function ScaleHead({ scale }: { readonly scale: Scale | null }) {
  if (scale === null) return <span className="sr-only">Phases</span>;
  return (
    <span className="import-scale">
      <span>{scale.fromText}</span>
      <span>{scale.toText}</span>
    </span>
  );
}

function Bars({ pod, scale }: { readonly pod: EvidencePod; readonly scale: Scale }) {
  const bars = laneBars(pod, scale);
  return (
    <div className="import-bars" role="img" aria-label={bars.map(({ words }) => words).join('; ')}>
      {bars.map(({ kind, certainty, left, width, words }) => (
        <i
          key={`${kind} ${left}`}
          data-kind={kind}
          data-certainty={certainty}
          style={{ left: `${left}%`, width: `${width}%` }}
          title={words}
        />
      ))}
      {seen(
        pod.failures,
        (failure) => markAt(failure, scale),
        () => 0,
      ).map((failure) => (
        <b
          key={failure.line}
          style={{ left: `${markAt(failure, scale)}%` }}
          title={`line ${failure.line}: ${shownText(failure.error)}`}
        />
      ))}
    </div>
  );
}

const LEGEND: readonly (readonly [kind: string, certainty: string, words: string])[] = [
  ['syncing', 'observed', 'syncing'],
  ['terminating', 'observed', 'terminating'],
  ['terminated', 'observed', 'terminated'],
  ['finished', 'observed', 'finished'],
  ['gone', 'observed', 'gone'],
  ['rejected', 'observed', 'refused'],
  ['stuck', 'observed', 'nothing moves it'],
  ['syncing', 'inferred', 'inferred'],
  ['unknown', 'unknown', 'unknown'],
];

/** Only what is drawn. */
function Legend({ pods }: { readonly pods: readonly EvidencePod[] }) {
  const intervals = pods.flatMap((pod) => pod.intervals);
  const isDrawn = (kind: string, words: string): boolean =>
    kind === 'stuck'
      ? pods.some(({ stuck }) => stuck === true)
      : words === 'inferred'
        ? intervals.some(({ certainty }) => certainty === 'inferred')
        : intervals.some(({ phase }) => phase === kind);
  return (
    <ul className="import-legend" aria-label="Legend">
      {LEGEND.filter(([kind, , words]) => isDrawn(kind, words)).map(([kind, certainty, words]) => (
        <li key={words}>
          <span className="import-bars">
            <i data-kind={kind} data-certainty={certainty} />
          </span>
          {words}
        </li>
      ))}
      {pods.some(({ failures }) => failures.length > 0) && (
        <li>
          <span className="import-bars">
            <b />
          </span>
          a sync call failed
        </li>
      )}
    </ul>
  );
}
