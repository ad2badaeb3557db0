/** A pod as the table shows it. */
export interface WelcomeRow {
  readonly name: string;
  readonly kubectl: string;
  readonly worker: string;
  readonly runtime: string;
  readonly stuck: boolean;
  readonly why: string;
}

/** What one release made of the scenario. */
export interface WelcomeRun {
  readonly release: string;
  readonly rows: readonly WelcomeRow[];
}

/** The one screen: what the project is, and what the bug does in the release before the fix and in the one with it. */
export function Welcome({
  title,
  description,
  runs,
}: {
  readonly title: string;
  readonly description: string;
  readonly runs: readonly WelcomeRun[];
}) {
  return (
    <main>
      <h1>Pod Worker Lab</h1>
      <p>
        The kubelet's pod worker, modelled event by event and true to recordings of the real one. This page
        ran the scenario below just now, in your browser; the command line runs many more.
      </p>
      <h2>{title}</h2>
      <p>{description}</p>
      {runs.map((run) => (
        <section key={run.release} aria-label={run.release}>
          <h3>kubelet {run.release}</h3>
          <table>
            <thead>
              <tr>
                {['Pod', 'kubectl', 'Worker', 'Runtime', ''].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {run.rows.map((row) => (
                <tr key={row.name} className={row.stuck ? 'stuck' : undefined}>
                  <th scope="row">{row.name}</th>
                  <td>{row.kubectl}</td>
                  <td>{row.worker}</td>
                  <td>{row.runtime}</td>
                  <td>{row.stuck ? `STUCK: ${row.why}` : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
      <p>
        Type <code>npm run -s lab -- compare force-delete-cri-error</code> to see where the two part.
      </p>
    </main>
  );
}
