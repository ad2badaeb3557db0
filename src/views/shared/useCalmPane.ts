import { useEffect, useReducer } from 'react';
import { useLab, useOfPane, useView } from '../../store/hooks';
import { beatEvery } from '../../store/playback';
import type { RunView } from '../../store/simulationStore';

/** Often enough for what nobody reads while it plays. */
const EVERY_MS = 400;

/** The run of a pane, but while it plays not newer than twice or so a second: what need not be exact costs no frames. */
export function useCalmPane(index: number): RunView | null {
  const lab = useLab();
  const playing = useView((view) => view.playing);
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  // While it plays only another run is news, and the first moment of one.
  useOfPane(index, (run) => (playing && run?.moment != null ? run.id : run));
  useEffect(() => {
    if (!playing) return;
    let timer = 0;
    const later = (): void => {
      timer = window.setTimeout(
        () => {
          look();
          later();
        },
        Math.max(EVERY_MS, beatEvery(lab.panes())),
      );
    };
    later();
    return () => clearTimeout(timer);
  }, [lab, playing]);
  return lab.panes()[index] ?? null;
}
