import type { ExplorationView } from '../../store/explorerStore';
import { grouped } from '../shared/grouped';

const MB = 1_000_000;

/** Before that a rate says more about the start than about the explorer. */
const RATE_MS = 500;

/** How far an exploration is, in figures. */
export function Counters({
  progress,
  elapsed,
}: {
  readonly progress: NonNullable<ExplorationView['progress']>;
  readonly elapsed: number;
}) {
  const { states, transitions, frontier, depth, bytes } = progress;
  const figures: readonly (readonly [string, string])[] = [
    ['States', grouped(states)],
    ['Transitions', grouped(transitions)],
    ['Frontier', grouped(frontier)],
    ['Depth', grouped(depth)],
    ['States a second', elapsed < RATE_MS ? '–' : grouped(Math.round((states * 1000) / elapsed))],
    ['Time', `${(elapsed / 1000).toFixed(1)} s`],
    ['Memory', `${(bytes / MB).toFixed(bytes < 10 * MB ? 1 : 0)} MB`],
  ];
  return (
    <dl className="explorer-counters">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
