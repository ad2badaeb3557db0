import { useSyncExternalStore } from 'react';
import { useLab } from '../../store/hooks';
import { countUntil } from '../../store/selectors/eventsAt';
import { podNames } from '../../store/selectors/eventsNames';
import { interestingIn } from '../../store/selectors/interesting';
import type { RunView } from '../../store/simulationStore';
import { describe } from '../../store/vocabulary';
import { grouped } from '../shared/grouped';
import './printedEvents.css';

/** As many events as are printed of a run; a longer list is told to be longer. */
const MOST = 400;

const onPrint = (changed: () => void): (() => void) => {
  const media = matchMedia('print');
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

/** The events of every pane as a table, on paper only: the list of the Events tab has only the rows in view. */
export function PrintedEvents() {
  const lab = useLab();
  const isPrinting = useSyncExternalStore(onPrint, () => matchMedia('print').matches);
  if (!isPrinting) return null;
  const { playhead } = lab.view.getState();
  return (
    <section className="printed" aria-label="Printed events">
      {lab.panes().map((run) => (
        <EventTable key={run.id} run={run} playhead={playhead} />
      ))}
    </section>
  );
}

function EventTable({ run, playhead }: { readonly run: RunView; readonly playhead: number }) {
  const nameOf = podNames(run.events, run.moment?.pods ?? []);
  const all = run.events
    .slice(0, countUntil(run.events, playhead))
    .filter((event) => interestingIn(run.events, event));
  const shown = all.slice(-MOST);
  const left = all.length - shown.length;
  return (
    <table>
      <caption>
        {run.release}: what happened up to {(playhead / 1000).toFixed(2)} s
        {left > 0 ? `; the last ${MOST}, ${grouped(left)} earlier ones are left out` : ''}
      </caption>
      <thead>
        <tr>
          <th scope="col">s</th>
          <th scope="col">pod</th>
          <th scope="col">event</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((event) => (
          <tr key={event.id}>
            <td>{(event.at / 1000).toFixed(3)}</td>
            <td>{event.pod === null ? '' : nameOf(event.pod)}</td>
            <td>{describe(event, nameOf)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
