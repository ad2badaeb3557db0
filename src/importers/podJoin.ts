import type { IdOwner } from './evidencePart';
import type { LogEvent } from './logEvent';

/** The events of one pod, by uid where any line tells it. */
export interface JoinedPod {
  readonly node: string | null;
  uid: string | null;
  name: string | null;
  readonly events: LogEvent[];
}

/** Events that say which uid a listed pod has: the next of them after an ADD is of that pod. */
const AFTER_ADD: ReadonlySet<string> = new Set([
  'firstSync',
  'restartRequested',
  'cannotStartYet',
  'admissionDenied',
  'finishedNoUpdates',
  'attemptStart',
]);
/** The worker's error names its uid, and the runtime's text in it the sandbox. */
const SANDBOX = /KillPodSandbox.*?sandbox \\*"([0-9a-f]{12,64})/s;
const AFTER_REMOVE: ReadonlySet<string> = new Set([
  'mustBeKilled',
  'terminationRequested',
  'finishedNoUpdates',
]);
const TABLE_ID = 13;
const GC: ReadonlySet<string> = new Set(['gcSandboxFailed', 'gcFailed']);

/**
 * Gives every event its pod. Lines name pods by name, by uid, by both, or only by an id of the runtime: the names of uids
 * and the owners of ids are gathered first, then everything is joined. Nothing is ever joined across nodes.
 */
export function joinPods(
  events: readonly LogEvent[],
  nodeOfRun: (run: number) => string | null,
  known: ReadonlyMap<string, IdOwner>,
): { readonly pods: readonly JoinedPod[]; readonly rest: readonly LogEvent[] } {
  const nodes = new Map<string | null, LogEvent[]>();
  for (const event of events) {
    const node = nodeOfRun(event.run);
    const own = nodes.get(node);
    if (own === undefined) nodes.set(node, [event]);
    else own.push(event);
  }
  const pods: JoinedPod[] = [];
  const rest: LogEvent[] = [];
  for (const [node, own] of nodes) new NodeJoin(node, own, known).join(pods, rest);
  return { pods, rest };
}

class NodeJoin {
  private readonly names = new Map<string, string>();
  private readonly owners = new Map<string, IdOwner>();
  /** Where each uid of a name is mentioned, as places in `events`. */
  private readonly mentions = new Map<
    string,
    { readonly at: number; readonly uid: string; readonly kind: string }[]
  >();
  private readonly gcIds = new Set<string>();

  constructor(
    private readonly node: string | null,
    private readonly events: readonly LogEvent[],
    known: ReadonlyMap<string, IdOwner>,
  ) {
    for (const [id, owner] of known) this.own(id, owner);
    events.forEach((event, at) => {
      const { uid, pod, id, kind } = event;
      if (uid !== null && pod !== null) {
        this.names.set(uid, pod);
        const list = this.mentions.get(pod);
        if (list === undefined) this.mentions.set(pod, [{ at, uid, kind }]);
        else list.push({ at, uid, kind });
      }
      if (id !== undefined && id !== '' && (uid !== null || pod !== null) && !GC.has(kind))
        this.own(id, { uid, pod });
      if (GC.has(kind) && id !== undefined) this.gcIds.add(id);
      const sandbox = uid === null ? null : SANDBOX.exec(event.error ?? '');
      if (sandbox?.[1] !== undefined) this.own(sandbox[1], { uid, pod });
    });
    for (const { uid, pod } of known.values()) if (uid !== null && pod !== null) this.names.set(uid, pod);
  }

  join(pods: JoinedPod[], rest: LogEvent[]): void {
    const byKey = new Map<string, JoinedPod>();
    this.events.forEach((raw, at) => {
      const event = this.resolved(raw, at);
      if (event.uid === null && event.pod === null) {
        rest.push(event);
        return;
      }
      const key = event.uid === null ? `name ${event.pod ?? ''}` : `uid ${event.uid}`;
      let pod = byKey.get(key);
      if (pod === undefined) {
        pod = { node: this.node, uid: event.uid, name: event.pod, events: [] };
        byKey.set(key, pod);
        pods.push(pod);
      }
      pod.name ??= event.pod;
      pod.events.push(event);
    });
  }

  private resolved(event: LogEvent, at: number): LogEvent {
    const isGc = GC.has(event.kind) || this.isOfGc(event, at);
    const owner = event.id === undefined || isGc ? undefined : this.ownerOf(event.id);
    const uid = event.uid ?? owner?.uid ?? this.uidOf(event.pod ?? owner?.pod ?? null, event, at);
    const nameOfUid = uid === null ? undefined : this.names.get(uid);
    const pod = event.pod ?? nameOfUid ?? owner?.pod ?? null;
    const kind = isGc && event.kind === 'criError' ? 'gcSandboxFailed' : event.kind;
    return uid === event.uid && pod === event.pod && kind === event.kind
      ? event
      : { ...event, uid, pod, kind };
  }

  /** The runtime's error is logged just before the garbage collector's, which tells whose call it was. */
  private isOfGc(event: LogEvent, at: number): boolean {
    if (event.kind !== 'criError' || event.id === undefined || !this.gcIds.has(event.id)) return false;
    for (let next = at + 1; next < Math.min(at + 8, this.events.length); next++) {
      const later = this.events[next];
      if (later?.id !== event.id) continue;
      return GC.has(later.kind);
    }
    return false;
  }

  /** The uid that a name means at this place. */
  private uidOf(pod: string | null, event: LogEvent, at: number): string | null {
    const list = pod === null ? undefined : this.mentions.get(pod);
    if (list === undefined) return null;
    const before = list.findLast((mention) => mention.at <= at)?.uid ?? null;
    if (event.kind === 'configAdd' || event.kind === 'receivingPod') {
      const next = list.find((mention) => mention.at > at && AFTER_ADD.has(mention.kind));
      if (next !== undefined) return next.uid;
      const fresh = list.find(
        (mention) => mention.at > at && !list.some((m) => m.at < at && m.uid === mention.uid),
      );
      return fresh?.uid ?? before;
    }
    if (event.kind === 'configRemove' || event.kind === 'configDelete') {
      // Two uids of one name may both be there; the kill that follows at once says which of them it was.
      const next = list.find(
        (mention) => mention.at > at && mention.at <= at + 6 && AFTER_REMOVE.has(mention.kind),
      );
      if (next !== undefined) return next.uid;
    }
    return before ?? list[0]?.uid ?? null;
  }

  /** Tables of crictl show the first 13 characters of an id. */
  private ownerOf(id: string): IdOwner | undefined {
    return this.owners.get(id) ?? this.owners.get(id.slice(0, TABLE_ID));
  }

  private own(id: string, owner: IdOwner): void {
    const known = this.owners.get(id);
    if (known === undefined || (known.uid === null && owner.uid !== null)) this.owners.set(id, owner);
  }
}
