import type { TraceEvent } from '../../transport/protocol';
import { chartMoves, type Move, type Standing } from './chartHistory';
import { placesOf } from './chartModel';

/**
 * The moves of a run as numbers, and how many pods stand where after the event that was asked for last: the next question costs what
 * has moved between the two (some nanoseconds a move) and not a look at every pod.
 */
class Population {
  private readonly ids: number[] = [];
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  /** Where pods stand, each combination of places once, and how many stand there. */
  private readonly standings: (Standing | null)[] = [null];
  private readonly numbers = new Map<string, number>();
  private readonly counts: number[] = [0];
  /** So many moves are in the counts. */
  private counted = 0;
  /** What was told last; `null`: a pod has moved since. */
  private told: ReadonlyMap<string, number> | null = null;

  extend(moves: readonly Move[]): void {
    for (let i = this.ids.length; i < moves.length; i++) {
      const move = moves[i];
      if (move === undefined) return;
      this.ids.push(move.id);
      this.from.push(this.numberOf(move.from));
      this.to.push(this.numberOf(move.to));
    }
  }

  after(event: number): ReadonlyMap<string, number> {
    const { ids, from, to } = this;
    while (this.counted < ids.length && (ids[this.counted] ?? 0) <= event) {
      this.pass(from[this.counted], to[this.counted]);
      this.counted++;
    }
    while (this.counted > 0 && (ids[this.counted - 1] ?? 0) > event) {
      this.counted--;
      this.pass(to[this.counted], from[this.counted]);
    }
    if (this.told !== null) return this.told;
    const found = new Map<string, number>();
    this.standings.forEach((standing, i) => {
      const count = this.counts[i] ?? 0;
      if (count === 0) return;
      for (const place of placesOf(standing)) found.set(place, (found.get(place) ?? 0) + count);
    });
    this.told = found;
    return found;
  }

  private pass(from = 0, to = 0): void {
    this.counts[from] = (this.counts[from] ?? 0) - 1;
    this.counts[to] = (this.counts[to] ?? 0) + 1;
    this.told = null;
  }

  private numberOf(standing: Standing | null): number {
    if (standing === null || standing.lifecycle === null) return 0;
    const key = `${standing.lifecycle} ${standing.worker}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.standings.push(standing);
    this.numbers.set(key, this.standings.length - 1);
    return this.standings.length - 1;
  }
}

const KNOWN = new WeakMap<readonly TraceEvent[], Population>();

/** How many pods of a run were in each place of the chart after an event. The same map as before while no pod has moved. */
export function population(events: readonly TraceEvent[], event: number): ReadonlyMap<string, number> {
  const known = KNOWN.get(events) ?? new Population();
  KNOWN.set(events, known);
  known.extend(chartMoves(events));
  return known.after(event);
}
