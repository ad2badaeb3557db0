import type { PodUID, TraceEvent } from '../../transport/protocol';

/** A transition that a pod took, as the trace tells it. `from` and `to` are places of the chart. */
export interface Taken {
  readonly id: number;
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly event: string;
}

/** Where a pod was after an event of the trace, and how it got there last, in each region. `null` places: no record. */
export interface Standing {
  readonly id: number;
  readonly at: number;
  readonly lifecycle: string | null;
  readonly worker: string | null;
  readonly lastLifecycle: Taken | null;
  readonly lastWorker: Taken | null;
}

type Region = 'lifecycle' | 'worker';

/** One pod's way through the chart, read off the trace event by event. A test holds it to the machine's own snapshots. */
export class ChartHistory {
  readonly standings: Standing[] = [];
  private now: Omit<Standing, 'id' | 'at'> = NOWHERE;
  /** The event of the chart that the trace is telling of. */
  private current = 'UPDATE.RECEIVED';
  private endedItself = false;

  /** Where the pod was right after an event of the trace. */
  after(event: number): Standing | null {
    let low = 0;
    let high = this.standings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.standings[middle]?.id ?? Number.POSITIVE_INFINITY) <= event) low = middle + 1;
      else high = middle;
    }
    return this.standings[low - 1] ?? null;
  }

  /** Reads the pod's next event. Returns where it is then. */
  read(event: TraceEvent): Standing {
    this.follow(event);
    const standing = { id: event.id, at: event.at, ...this.now };
    this.standings.push(standing);
    return standing;
  }

  private follow(event: TraceEvent): void {
    switch (event.kind) {
      case 'terminalAtFirstSight':
        this.appear();
        this.current = 'POD.OBSERVED';
        return this.go('lifecycle', 'terminated', event);
      case 'updateReceived':
        this.appear();
        if (event.data.firstSight && event.data.ignored !== null && this.now.lifecycle === 'terminated') {
          this.redirect('lifecycle', 'finished', 'finished.stopped');
        }
        this.current = 'UPDATE.RECEIVED';
        if (event.data.ignored === null) this.wake(event);
        return;
      case 'turnTaken': {
        this.current = 'TURN.STARTED';
        const fn = CALLS[event.data.work];
        return this.go('worker', `calling.${fn}`, event, `calling.${fn}.awaitingPodStatus`);
      }
      case 'cannotStartYet':
        this.current = 'TURN.STARTED';
        return this.go('worker', 'idle', event);
      case 'cannotStartEver':
        this.current = 'TURN.STARTED';
        return this.go('worker', 'exited', event);
      case 'callStarted':
        return this.callStarts(event.data.fn, event);
      case 'turnEnded':
        this.current = 'CALL.RETURNED';
        this.endedItself = event.data.result === 'terminal';
        this.go('worker', event.data.nextIsPending ? 'notified' : 'idle', event, null, 'calling');
        if (this.endedItself && this.now.lifecycle === 'terminating.requested') {
          this.go('lifecycle', 'terminating.acknowledged', event);
        }
        return;
      case 'workerStopped':
        return this.redirect('worker', 'exited');
      case 'orphanMet':
        this.current = 'HOUSEKEEPING.VISITED';
        if (event.data.did === 'replayed' || event.data.did === 'beganTermination') this.wake(event);
        return;
      case 'phaseEntered':
        return this.enter(event.data.to, event);
      case 'podForgotten':
      case 'kubeletStopped':
        this.now = { ...this.now, lifecycle: null, worker: null };
        return;
    }
  }

  private appear(): void {
    if (this.now.lifecycle === null) this.now = { ...NOWHERE, lifecycle: 'observed', worker: 'none' };
  }

  private wake(event: TraceEvent): void {
    if (this.now.worker === 'none' || this.now.worker === 'idle') this.go('worker', 'notified', event);
  }

  private callStarts(fn: string, event: TraceEvent): void {
    if (fn === 'syncTerminatingRuntimePod') this.redirect('worker', `calling.${fn}`);
    else {
      this.current = 'POD_STATUS.REFRESHED';
      this.go('worker', `calling.${fn}.running`, event, null, `calling.${fn}.awaitingPodStatus`);
    }
    if (fn !== 'syncTerminatedPod' && this.now.lifecycle === 'terminating.requested' && fn !== 'syncPod') {
      this.go('lifecycle', 'terminating.acknowledged', event);
    }
  }

  private enter(to: string, event: TraceEvent): void {
    if (to === 'terminating') {
      const byItself = this.current === 'CALL.RETURNED' && this.endedItself;
      return this.go(
        'lifecycle',
        byItself ? 'terminating.acknowledged' : to,
        event,
        byItself ? null : 'terminating.requested',
      );
    }
    if (to !== 'finished') return this.go('lifecycle', to, event);
    const never = this.current === 'TURN.STARTED' && this.now.lifecycle === 'terminating.requested';
    if (never) this.go('lifecycle', 'finished.neverStopped', event);
    else this.go('lifecycle', 'finished', event, 'finished.stopped');
  }

  /** `to` is where the edge ends, `place` where the pod comes to stand; `from` where the edge begins. */
  private go(
    region: Region,
    to: string,
    { id, at }: TraceEvent,
    place: string | null = null,
    from = this.now[region],
  ) {
    const taken: Taken = {
      id,
      at,
      from: `pod.${region}.${from}`,
      to: `pod.${region}.${to}`,
      event: this.current,
    };
    this.now = {
      ...this.now,
      [region]: place ?? to,
      [region === 'worker' ? 'lastWorker' : 'lastLifecycle']: taken,
    };
  }

  /** The trace tells a little later where the last transition really went. */
  private redirect(region: Region, to: string, place = to): void {
    const key = region === 'worker' ? 'lastWorker' : 'lastLifecycle';
    const last = this.now[key];
    if (last === null) return;
    this.now = { ...this.now, [region]: place, [key]: { ...last, to: `pod.${region}.${to}` } };
  }
}

const NOWHERE: Omit<Standing, 'id' | 'at'> = {
  lifecycle: null,
  worker: null,
  lastLifecycle: null,
  lastWorker: null,
};

const CALLS = {
  sync: 'syncPod',
  terminating: 'syncTerminatingPod',
  terminated: 'syncTerminatedPod',
} as const;

/** A pod that changed its place at an event. */
export interface Move {
  readonly id: number;
  readonly from: Standing | null;
  readonly to: Standing;
}

/** All pods' ways; reads on where it stopped, since a run's list of events grows in place. */
interface Histories {
  read: number;
  readonly byPod: Map<PodUID, ChartHistory>;
  /** Every change of place of any pod, in order of the events. */
  readonly moves: Move[];
}

const KNOWN = new WeakMap<readonly TraceEvent[], Histories>();

/** The ways of all pods of a run through the chart. */
export const chartHistories = (events: readonly TraceEvent[]): ReadonlyMap<PodUID, ChartHistory> =>
  historiesOf(events).byPod;

/** Every change of place in a run, in order. The list grows in place. */
export const chartMoves = (events: readonly TraceEvent[]): readonly Move[] => historiesOf(events).moves;

function historiesOf(events: readonly TraceEvent[]): Histories {
  const known: Histories = KNOWN.get(events) ?? { read: 0, byPod: new Map(), moves: [] };
  KNOWN.set(events, known);
  const read = (history: ChartHistory, event: TraceEvent): void => {
    const from = history.standings.at(-1) ?? null;
    const to = history.read(event);
    if (from?.lifecycle !== to.lifecycle || from.worker !== to.worker)
      known.moves.push({ id: event.id, from, to });
  };
  for (; known.read < events.length; known.read++) {
    const event = events[known.read];
    if (event === undefined) break;
    if (event.kind === 'kubeletStopped') for (const history of known.byPod.values()) read(history, event);
    if (event.pod === null) continue;
    const history = known.byPod.get(event.pod) ?? new ChartHistory();
    known.byPod.set(event.pod, history);
    read(history, event);
  }
  return known;
}
