import { memo } from 'react';
import { isSame } from '../../base/sameParts';
import type { PodMoment } from '../../transport/protocol';

/** One pane's three views of the pod. */
export interface ThreeViewsRow {
  readonly release: string;
  readonly pod: PodMoment | null;
  /** A line a sandbox or container; `null`: not answered yet. */
  readonly crictl: readonly string[] | null;
}

/** What kubectl, the pod worker and the runtime each believe, beside each other. */
export const ThreeViews = memo(function ThreeViews({ rows }: { readonly rows: readonly ThreeViewsRow[] }) {
  return (
    <>
      <table className="views" aria-label="Three views">
        <thead>
          <tr>
            <td />
            <th scope="col">kubectl</th>
            <th scope="col">worker</th>
            <th scope="col">crictl</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ release, pod }) => (
            <tr key={release}>
              <th scope="row">{release}</th>
              <td>{pod?.kubectl ?? '–'}</td>
              <td>
                {pod?.worker ?? '–'}
                {pod !== null && pod.activity !== null && <small>{pod.activity}</small>}
              </td>
              <td>{pod?.runtime ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.map(({ release, crictl }) => (
        <div className="crictl" key={release}>
          <span className="dim">crictl, {release}</span>
          {crictl === null ? (
            <code>…</code>
          ) : crictl.length === 0 ? (
            <code>nothing</code>
          ) : (
            crictl.map((line) => <code key={line}>{line}</code>)
          )}
        </div>
      ))}
    </>
  );
}, isSame);
