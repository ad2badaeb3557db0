import { useMemo } from 'react';
import { useView } from '../../store/hooks';
import type { LedgerEntry, PodUID } from '../../transport/protocol';
import { Because } from './Because';
import { becameStuck, lastEventOf } from './causeChain';
import { LedgerTable } from './LedgerTable';
import { Minimise } from './Minimise';
import { StateTable } from './StateTable';
import { ThreeViews } from './ThreeViews';
import type { PodInPane } from './usePodInPanes';
import { VerdictCard } from './VerdictCard';

/** The four parts, each with all panes in it, so that two releases are compared line by line. */
export function DetailsOfPod({
  uid,
  panes,
}: {
  readonly uid: PodUID | null;
  readonly panes: readonly PodInPane[];
}) {
  const ready = panes.every(({ run }) => run.moment !== null);
  const face = panes.length === 0 || !ready ? 'The run is being read …' : uid === null ? HINT : null;
  const of = (part: (uid: PodUID) => React.ReactNode): React.ReactNode =>
    uid === null || face !== null ? <p className="dim">–</p> : part(uid);
  return (
    <div className="details-body" style={{ '--panes': panes.length } as React.CSSProperties}>
      <section>
        <h3 tabIndex={-1} data-focus>
          Verdict
        </h3>
        {face !== null && <p className="dim">{face}</p>}
        {face === null && of((pod) => panes.map((pane) => <Verdict key={pane.pane} at={pane} uid={pod} />))}
        <Minimise panes={panes} />
      </section>
      <section>
        <h3>Wake-up ledger</h3>
        {of(() =>
          panes.map(({ pane, run, pod, detail }) =>
            !isKnown({ pod, detail }) ? (
              <p key={pane} className="dim">
                {run.release}: asked for; select the pod to follow it while playing.
              </p>
            ) : (
              <LedgerTable key={pane} label={run.release} entries={detail?.ledger ?? NOTHING} />
            ),
          ),
        )}
      </section>
      <section>
        <h3>State</h3>
        {of((pod) => (
          <>
            <ThreeViews
              rows={panes.map(({ run, pod: at, detail }) => ({
                release: run.release,
                pod: at,
                crictl: detail?.crictl ?? null,
              }))}
            />
            {/* What is not known is not said to be empty. */}
            <StateTable
              columns={panes.filter(isKnown).map(({ run, detail }) => ({
                release: run.release,
                subject: `${run.release} ${pod}`,
                state: detail?.state ?? [],
              }))}
            />
          </>
        ))}
      </section>
      <section>
        <h3>Because</h3>
        {of((pod) => panes.map((pane) => <Why key={pane.pane} at={pane} uid={pod} />))}
      </section>
    </div>
  );
}

/** Its detail has been answered, or there is no pod to ask about. */
const isKnown = ({ pod, detail }: Pick<PodInPane, 'pod' | 'detail'>): boolean =>
  detail !== null || pod === null;

const NOTHING: readonly LedgerEntry[] = [];

const HINT = 'Choose a pod: click its lane, or go to the lanes and press Enter on its row.';

function Verdict({ at: { run, pod, detail }, uid }: { readonly at: PodInPane; readonly uid: PodUID }) {
  const now = run.moment?.now ?? 0;
  const since = becameStuck(run.events, uid, now)?.at ?? null;
  return (
    <VerdictCard
      release={run.release}
      pod={pod}
      ledger={detail?.ledger ?? NOTHING}
      since={since}
      stuckFor={since === null ? null : now - since}
    />
  );
}

/** The chain of the selected event; else of how a stuck pod became stuck; else of the pod's last event. */
function Why({ at: { pane, run }, uid }: { readonly at: PodInPane; readonly uid: PodUID }) {
  const selected = useView((view) => (pane === 0 ? view.event : null));
  const now = run.moment?.now ?? 0;
  const event =
    run.events[selected ?? -1] ?? becameStuck(run.events, uid, now) ?? lastEventOf(run.events, uid, now);
  const pods = run.moment?.pods;
  const nameOf = useMemo(() => {
    const names = new Map(pods?.map((pod) => [pod.uid, pod.name]));
    return (other: string) => names.get(other as PodUID) ?? other;
  }, [pods]);
  return (
    <div className="because-pane">
      <p className="dim">{run.release}</p>
      <Because release={run.release} events={run.events} pane={pane} event={event} nameOf={nameOf} />
    </div>
  );
}
