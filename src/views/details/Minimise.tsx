import { useState } from 'react';
import { useLab, useView } from '../../store/hooks';
import { loadPart } from '../../store/loadPart';
import type { RunId } from '../../transport/protocol';
import type { PodInPane } from './usePodInPanes';

/** What was said, and of which panes. */
interface Said {
  readonly words: string;
  readonly panes: readonly RunId[];
  readonly done: boolean;
}

/** Where a pod is stuck: shrinks its run to what it takes for that. What does it is loaded when it is first wanted. */
export function Minimise({ panes }: { readonly panes: readonly PodInPane[] }) {
  const lab = useLab();
  const shownPanes = useView((view) => view.panes);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const stuck = panes.find(({ pod }) => pod?.stuck === true);
  const minimise = async (run: RunId, pod: string): Promise<void> => {
    setBusy(true);
    setSaid({ words: 'Running it again and again with less …', panes: shownPanes, done: false });
    const part = await loadPart(lab, import('../../store/minimiseRun'));
    if (part === null) {
      setBusy(false);
      return setSaid(null);
    }
    part.minimiseRun(lab, run, pod, (words, done) => {
      setBusy(false);
      setSaid({ words, panes: lab.view.getState().panes, done });
    });
  };
  const shown = said !== null && said.panes === shownPanes ? said : null;
  return (
    <div className="minimise">
      {stuck?.pod != null && shown?.done !== true && (
        <button
          type="button"
          disabled={busy}
          title="Leaves out steps and shortens the time between them while the pod still gets stuck"
          onClick={() => stuck.pod !== null && void minimise(stuck.run.id, stuck.pod.name)}
        >
          Minimise this run
        </button>
      )}
      <span aria-live="polite">{shown?.words}</span>
      {shown?.done === true && (
        <button type="button" onClick={() => lab.undo()}>
          Undo
        </button>
      )}
    </div>
  );
}
