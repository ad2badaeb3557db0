import { useDeferredValue, useEffect } from 'react';
import { useLab, usePane, useView } from '../../store/hooks';
import type { RunView } from '../../store/simulationStore';
import type { PodDetail, PodMoment, PodUID } from '../../transport/protocol';
import { firstStuck } from './verdictWords';

/** A pod in one pane. */
export interface PodInPane {
  readonly pane: number;
  readonly run: RunView;
  /** `null`: it is not there at this time. */
  readonly pod: PodMoment | null;
  /** `null`: not answered yet. */
  readonly detail: PodDetail | null;
}

/** The pod that the page looks at, by hand or because it is stuck, in every pane; `uid` is `null` if there is none. */
export function usePodInPanes(): { readonly uid: PodUID | null; readonly panes: readonly PodInPane[] } {
  // The lane that was pressed answers first, then comes what is to be said of it.
  const chosen = useDeferredValue(useView((view) => view.pod));
  const a = usePane(0);
  const b = usePane(1);
  const runs = [a, b].filter((run) => run !== null);
  const uid = chosen ?? runs.map((run) => firstStuck(run.moment?.pods ?? [])).find(Boolean)?.uid ?? null;
  useUnaskedDetail(a, chosen === null ? uid : null);
  useUnaskedDetail(b, chosen === null ? uid : null);
  const panes = runs.map((run, pane): PodInPane => {
    const detail = run.moment?.detail ?? null;
    return {
      pane,
      run,
      pod: run.moment?.pods.find((pod) => pod.uid === uid) ?? null,
      detail: detail?.uid === uid ? detail : null,
    };
  });
  return { uid, panes };
}

/** The lab asks for the selected pod only: of one that is shown without being selected, its detail is asked for here. */
function useUnaskedDetail(run: RunView | null, uid: PodUID | null): void {
  const lab = useLab();
  const id = run?.id ?? null;
  const moment = run?.moment ?? null;
  useEffect(() => {
    if (id === null || uid === null || moment === null || moment.detail?.uid === uid) return;
    const shown = lab.panes().find((pane) => pane.id === id);
    if (shown !== undefined)
      lab.simulation.actions.inspect(id, lab.view.getState().beat, lab.eventIn(shown), uid);
  }, [lab, id, uid, moment]);
}
