import { deletionPicture } from '../../store/selectors/churnPicture';
import type { ChurnView } from '../../store/simulationStore';
import type { Percentiles } from '../../transport/protocol';
import { BucketBars } from './BucketBars';

/** At most so many errors are listed. */
const LISTED = 10;

const LATENCIES = [
  ['create', 'create to running'],
  ['run', 'run'],
  ['delete', 'delete to gone'],
] as const;

/** The latencies of all releases side by side. */
export function ChurnTable({ churns }: { readonly churns: readonly ChurnView[] }) {
  const done = churns.flatMap(({ result }) => result?.report ?? []);
  if (done.length === 0) return null;
  return (
    <table className="churn-table">
      <caption className="sr-only">Latencies of the churn by release</caption>
      <thead>
        <tr>
          {['Latency', 'Release', 'Pods', 'p50', 'p75', 'p90', 'p99', 'max'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {LATENCIES.flatMap(([name, label]) =>
          done.map(({ release, latencies }) => (
            <tr key={`${name} ${release}`}>
              <th scope="row">{label}</th>
              <td>{release}</td>
              <Figures of={latencies[name]} />
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

function Figures({ of }: { readonly of: Percentiles }) {
  return (
    <>
      <td>{of.count}</td>
      {(['p50', 'p75', 'p90', 'p99', 'max'] as const).map((name) => (
        <td key={name}>{of[name] === null ? '–' : `${((of[name] ?? 0) / 1000).toFixed(2)} s`}</td>
      ))}
    </>
  );
}

/** What came of a churn in one release, beside its latencies. */
export function ChurnOfRelease({ churn }: { readonly churn: ChurnView }) {
  const { release, options, result, broken } = churn;
  if (broken !== null) return <p role="alert">{`${release}: a rule of the lab broke: ${broken}`}</p>;
  if (result === null) return null;
  const { report, bound, deletions } = result;
  const { errors, stuck, verified, pods } = report;
  const graceful = options.forceShare === 0;
  return (
    <section className="churn-release" aria-label={`Churn in ${release}`}>
      <h4>{release}</h4>
      <p>{`${verified} of ${pods} pods show nothing that they should not.`}</p>
      {errors.length > 0 && (
        <ul className="churn-wrong">
          {errors.slice(0, LISTED).map(({ pod, kind, message, stamps }) => (
            <li key={`${pod} ${kind}`}>{`${pod}: ${message} (${JSON.stringify(stamps)})`}</li>
          ))}
          {errors.length > LISTED && <li>{`and ${errors.length - LISTED} more`}</li>}
        </ul>
      )}
      {stuck.length === 0 ? (
        <p>No pod is stuck.</p>
      ) : (
        <p className="churn-wrong">
          {`${stuck.length} ${stuck.length === 1 ? 'pod is' : 'pods are'} stuck: ${stuck.join(', ')}`}
        </p>
      )}
      {release === 'v1.26' && graceful && options.faults.length > 0 && stuck.length === 0 && (
        <p className="panel-note">
          Deleted gracefully, a pod keeps its API object until it is over: the pod manager knows it, so the
          work queue’s retry is delivered.
        </p>
      )}
      {graceful && options.faults.length === 0 && (
        <p className="panel-note">
          {`Without faults delete to gone takes at most ${(bound.ms / 1000).toFixed(2)} s: ${bound.why}.`}
        </p>
      )}
      <BucketBars picture={deletionPicture(release, deletions)} />
    </section>
  );
}
