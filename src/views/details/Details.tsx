import { useLayoutEffect } from 'react';
import { useLab, useView } from '../../store/hooks';
import { Icon } from '../shared/Icon';
import { DetailsOfPod } from './DetailsOfPod';
import { useFootHeight } from './useFootHeight';
import { usePodInPanes } from './usePodInPanes';
import { isStuckKind, verdictText } from './verdictWords';
import './details.css';

/** Everything about one pod: its verdict, what could still move it, its record, and what led here. */
export function Details() {
  const lab = useLab();
  const open = useView((view) => view.detailsOpen);
  const { uid, panes } = usePodInPanes();
  const foot = useFootHeight();
  useLayoutEffect(() => {
    // On a phone the sheet would cover the lanes that it is about.
    if (window.matchMedia('(max-width: 699px)').matches) lab.set({ detailsOpen: false });
  }, [lab]);
  const pod = panes.find((pane) => pane.pod !== null)?.pod ?? null;
  const name = pod?.name ?? (uid === null ? 'no pod' : uid.slice(0, 8));
  return (
    <aside
      className="details"
      aria-label="Details"
      data-open={open}
      style={{ '--foot': `${foot}px` } as React.CSSProperties}
    >
      <div className="details-head">
        <h2>
          {name}
          {uid !== null && <span className="details-uid">uid {uid.slice(0, 8)}</span>}
        </h2>
        {!open && (
          <span className="details-brief">
            {panes.map(({ run, pod: at }) => (
              <span key={run.id} data-stuck={at !== null && isStuckKind(at.verdict)}>
                {run.release} {uid === null ? '' : verdictText(at, []).word}
              </span>
            ))}
          </span>
        )}
        <button
          type="button"
          aria-expanded={open}
          aria-label={open ? 'Hide details' : 'Show details'}
          title={open ? 'Hide details' : 'Show details'}
          onClick={() => lab.set({ detailsOpen: !open })}
        >
          <Icon name="panel" />
        </button>
      </div>
      {open && <DetailsOfPod uid={uid} panes={panes} />}
    </aside>
  );
}
