import type { LaneBar } from '../../store/selectors/laneTypes';
import type { RunView } from '../../store/simulationStore';
import { describe, type NameOf } from '../../store/vocabulary';
import type { Hover } from './useLanePointer';

const PHASES: Readonly<Record<LaneBar['phase'], string>> = {
  waiting: 'waiting: not started',
  sync: 'sync',
  idle: 'idle: nothing asks for the worker',
  backoff: 'back-off',
  terminating: 'terminating',
  terminated: 'terminated, cleaning up',
  finished: 'finished',
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

interface Props {
  readonly hover: Hover | null;
  readonly run: RunView;
  readonly nameOf: NameOf;
  readonly width: number;
}

/** What is under the pointer in a sentence. For the pointer only: the same sentences stand in the Events tab. */
export function LaneTooltip({ hover, run, nameOf, width }: Props) {
  if (hover === null) return null;
  const { hit, row } = hover;
  const event = hit.eventId === null ? undefined : run.events[hit.eventId];
  if (event === undefined) return null;
  const { bar } = hit;
  const when =
    bar === null ? seconds(event.at) : `${seconds(bar.from)} – ${bar.to === null ? 'now' : seconds(bar.to)}`;
  const what =
    bar === null
      ? describe(event, nameOf)
      : [PHASES[bar.phase], bar.note].filter((part) => part !== '').join(' · ');
  const isRight = hover.x > width / 2;
  return (
    <div
      className="lane-tooltip"
      aria-hidden="true"
      style={{ top: hover.y + 16, ...(isRight ? { right: width - hover.x } : { left: hover.x }) }}
    >
      <span className="lane-tooltip-when">{when}</span>{' '}
      {row === null ? '' : <strong>{nameOf(row.uid)}</strong>} {what}
    </div>
  );
}
