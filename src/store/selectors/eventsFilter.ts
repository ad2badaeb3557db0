import type { PodUID, TraceEvent } from '../../transport/protocol';
import { describe, type NameOf } from '../vocabulary';
import { interestingIds } from './interesting';

/** Kinds of events as people tell them apart; each has a glyph of its own. */
export type EventGroup =
  | 'command'
  | 'config'
  | 'worker'
  | 'runtime'
  | 'retry'
  | 'housekeeping'
  | 'status'
  | 'node';

/** The groups in the order in which a filter offers them. */
export const EVENT_GROUPS: readonly EventGroup[] = [
  'command',
  'config',
  'worker',
  'runtime',
  'retry',
  'housekeeping',
  'status',
  'node',
];

const GROUP_OF: { readonly [K in TraceEvent['kind']]: EventGroup } = {
  command: 'command',
  commandFailed: 'command',
  expectChecked: 'command',
  faultHit: 'command',
  faultInjected: 'command',
  faultLifted: 'command',
  configReceived: 'config',
  deleteRefused: 'config',
  admissionRejected: 'config',
  sourceReady: 'config',
  apiObjectChanged: 'config',
  mirrorPodCreated: 'config',
  mirrorPodDeleted: 'config',
  updateReceived: 'worker',
  phaseEntered: 'worker',
  terminalAtFirstSight: 'worker',
  turnTaken: 'worker',
  cannotStartYet: 'worker',
  cannotStartEver: 'worker',
  callCancelled: 'worker',
  turnEnded: 'worker',
  workerStopped: 'worker',
  killCompleted: 'worker',
  waitingForPodStatus: 'worker',
  callStarted: 'worker',
  callReturned: 'worker',
  becameStuck: 'worker',
  freed: 'worker',
  evicted: 'worker',
  criStarted: 'runtime',
  criReturned: 'runtime',
  runtimeChanged: 'runtime',
  plegEvent: 'runtime',
  relistFailed: 'runtime',
  runtimeCheckFailed: 'runtime',
  volumesMounted: 'runtime',
  volumesUnmounted: 'runtime',
  volumeFailed: 'runtime',
  containerGCRemoved: 'runtime',
  retryQueued: 'retry',
  retryDelivered: 'retry',
  retryDropped: 'retry',
  orphanMet: 'housekeeping',
  historyRemoved: 'housekeeping',
  podForgotten: 'housekeeping',
  podRestarted: 'housekeeping',
  orphanedRuntimePod: 'housekeeping',
  terminalLeftover: 'housekeeping',
  mirrorPodOrphaned: 'housekeeping',
  housekeepingStarted: 'housekeeping',
  housekeepingEnded: 'housekeeping',
  housekeepingFailed: 'housekeeping',
  housekeepingSkipped: 'housekeeping',
  statusSet: 'status',
  statusWritten: 'status',
  apiWriteFailed: 'status',
  apiDeleteSent: 'status',
  kubeletStarted: 'node',
  kubeletStopped: 'node',
  syncLoopSkipped: 'node',
};

/** The group of an event. */
export const groupOfEvent = (event: TraceEvent): EventGroup => GROUP_OF[event.kind];

/** Which events a list shows. An event has to pass every part. */
export interface EventFilter {
  /** Found in the sentence or the pod's name, whatever the case; empty: everything. */
  readonly search: string;
  /** Only events of that pod; `null`: of all, and those of none. */
  readonly pod: PodUID | null;
  readonly interestingOnly: boolean;
  /** `null`: all. */
  readonly groups: ReadonlySet<EventGroup> | null;
}

/**
 * The events of one growing trace that pass one filter, by id in order. Make another when the filter changes; `extend` reads only what
 * is new.
 */
export class FilteredEvents {
  readonly ids: number[] = [];
  private read = 0;

  constructor(
    private readonly events: readonly TraceEvent[],
    private readonly filter: EventFilter,
  ) {}

  extend(nameOf: NameOf): readonly number[] {
    const interesting = this.filter.interestingOnly ? interestingIds(this.events) : null;
    const search = this.filter.search.trim().toLowerCase();
    for (; this.read < this.events.length; this.read++) {
      const event = this.events[this.read];
      if (event === undefined || (interesting !== null && !interesting.has(event.id))) continue;
      if (this.filter.pod !== null && event.pod !== this.filter.pod) continue;
      if (this.filter.groups !== null && !this.filter.groups.has(groupOfEvent(event))) continue;
      if (search !== '' && !textOf(event, nameOf).includes(search)) continue;
      this.ids.push(event.id);
    }
    return this.ids;
  }
}

const textOf = (event: TraceEvent, nameOf: NameOf): string =>
  `${event.pod === null ? '' : nameOf(event.pod)} ${describe(event, nameOf)}`.toLowerCase();

/** How many of `count` things, in order of time, are at `time` or before it. */
export function countUntil(count: number, atOf: (i: number) => number, time: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (atOf(middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Virtual ms as the page writes them: `18.250 s`. */
export const secondsText = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;
