import { useSimulation, useView } from '../../store/hooks';

/** Chooses the pane that a panel tells of; nothing while there is only one. */
export function PaneSwitch({
  pane,
  onChange,
}: {
  readonly pane: number;
  readonly onChange: (pane: number) => void;
}) {
  const panes = useView((view) => view.panes);
  const releases = useSimulation(({ runs }) => panes.map((id) => runs.get(id)?.release ?? '').join('|'));
  if (panes.length < 2) return null;
  return (
    <label className="pane-switch">
      Pane{' '}
      <select value={pane} onChange={(event) => onChange(Number(event.target.value))}>
        {releases.split('|').map((release, i) => (
          <option key={panes[i]} value={i}>
            {'AB'[i]}: {release}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A pane that is there: the chosen one, or the first after the comparison has ended. */
export const usePaneIndex = (chosen: number): number =>
  useView((view) => (chosen < view.panes.length ? chosen : 0));
