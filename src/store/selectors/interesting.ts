import type { TraceEvent } from '../../transport/protocol';

/**
 * Is that event one that a reader stops at? Looks at the event alone, so a visit of housekeeping counts each time it comes by; where
 * the trace is at hand use `interestingIn`, which lets only the first of a run of equal ones through.
 */
export function isInteresting(event: TraceEvent): boolean {
  switch (event.kind) {
    case 'phaseEntered':
    case 'terminalAtFirstSight':
    case 'retryDropped':
    case 'historyRemoved':
    case 'podRestarted':
    case 'kubeletStarted':
    case 'kubeletStopped':
    case 'becameStuck':
    case 'freed':
    case 'command':
    case 'commandFailed':
    case 'faultHit':
    case 'evicted':
    case 'admissionRejected':
    case 'cannotStartEver':
      return true;
    case 'criReturned':
      return event.data.error !== null;
    case 'retryQueued':
      return event.data.class === 'backoff';
    case 'expectChecked':
      return !event.data.ok;
    default:
      return repeats(event);
  }
}

/** What comes again and again while nothing else happens; of a run of equal ones only the first tells something. */
function repeats(event: TraceEvent): boolean {
  switch (event.kind) {
    case 'orphanMet':
    case 'orphanedRuntimePod':
    case 'terminalLeftover':
    case 'mirrorPodOrphaned':
    case 'cannotStartYet':
    case 'housekeepingFailed':
    case 'relistFailed':
    case 'runtimeCheckFailed':
      return true;
    default:
      return false;
  }
}

/** Whose run of repeated events it belongs to. */
function groupOf(event: TraceEvent): string {
  if (event.kind === 'orphanedRuntimePod') return event.data.pod.uid;
  if (event.kind === 'mirrorPodOrphaned') return event.data.name;
  return event.pod ?? event.kind;
}

const sameAs = (event: TraceEvent): string =>
  event.kind === 'orphanMet' ? `${event.data.did} ${event.data.orphan}` : event.kind;

/**
 * The interesting events of one growing trace. It knows what went before: the first of a run of equal visits counts, and a retry
 * that is delivered counts if it ends a back-off. A run ends when anything else of interest happens to the pod, or the kubelet
 * begins anew.
 */
class InterestingIndex {
  readonly ids = new Set<number>();
  private read = 0;
  private readonly last = new Map<string, string>();
  private readonly backingOff = new Set<string>();

  extend(events: readonly TraceEvent[]): void {
    for (; this.read < events.length; this.read++) {
      const event = events[this.read];
      if (event !== undefined && this.counts(event)) this.ids.add(event.id);
    }
  }

  private counts(event: TraceEvent): boolean {
    if (event.kind === 'retryDelivered') return event.pod !== null && this.backingOff.delete(event.pod);
    if (event.kind === 'retryQueued' && event.pod !== null) {
      if (event.data.class === 'backoff') this.backingOff.add(event.pod);
      else this.backingOff.delete(event.pod);
    }
    if (!isInteresting(event)) return false;
    const group = groupOf(event);
    if (repeats(event)) {
      const is = sameAs(event);
      if (this.last.get(group) === is) return false;
      this.last.set(group, is);
      return true;
    }
    if (event.kind === 'kubeletStarted') {
      this.last.clear();
      this.backingOff.clear();
    } else this.last.delete(group);
    return true;
  }
}

const indices = new WeakMap<readonly TraceEvent[], InterestingIndex>();

/** The ids of the interesting events of a trace, which may have grown since it was last asked for: only what is new is read. */
export function interestingIds(events: readonly TraceEvent[]): ReadonlySet<number> {
  const index = indices.get(events) ?? new InterestingIndex();
  indices.set(events, index);
  index.extend(events);
  return index.ids;
}

/** Is `event` interesting where it stands in the trace `events`? For `lab.step`: `(run, event) => interestingIn(run.events, event)`. */
export const interestingIn = (events: readonly TraceEvent[], event: TraceEvent): boolean =>
  interestingIds(events).has(event.id);
