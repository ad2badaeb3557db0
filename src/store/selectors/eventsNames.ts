import type { PodMoment, PodUID, TraceEvent } from '../../transport/protocol';

/** The names that a growing trace tells: a command names a pod, and what it leads to bears the pod's uid. */
class NameIndex {
  readonly names = new Map<PodUID, string>();
  private read = 0;

  extend(events: readonly TraceEvent[]): void {
    for (; this.read < events.length; this.read++) {
      const event = events[this.read];
      if (event === undefined || event.pod === null || this.names.has(event.pod)) continue;
      const name = nameFrom(events, event);
      if (name !== null) this.names.set(event.pod, name);
    }
  }
}

/** Follows an event back to the command that it comes from. */
function nameFrom(events: readonly TraceEvent[], event: TraceEvent): string | null {
  let at: TraceEvent | undefined = event;
  while (at !== undefined) {
    if (at.kind === 'command') return 'pod' in at.data.command ? at.data.command.pod : null;
    at = at.causedBy === null ? undefined : events[at.causedBy];
  }
  return null;
}

const indices = new WeakMap<readonly TraceEvent[], NameIndex>();

/**
 * How the pods of a trace are called. `pods` (the node at the playhead) knows best; those that do not exist yet at the playhead are
 * called as the command that made them calls them, and a uid that nobody names by its first eight characters.
 */
export function podNames(
  events: readonly TraceEvent[],
  pods: readonly Pick<PodMoment, 'uid' | 'name'>[],
): (uid: PodUID) => string {
  const index = indices.get(events) ?? new NameIndex();
  indices.set(events, index);
  index.extend(events);
  const known = new Map(pods.map(({ uid, name }) => [uid, name]));
  return (uid) => known.get(uid) ?? index.names.get(uid) ?? uid.slice(0, 8);
}
