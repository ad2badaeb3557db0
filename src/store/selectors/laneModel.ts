import type { PodUID, TraceEvent } from '../../transport/protocol';
import { nodeMarkOf, passDid, passWith } from './laneMarks';
import { LaneRowBuilder, span } from './laneRow';
import type { LaneMark, LaneModel, LaneTick, NodeLane } from './laneTypes';

const builders = new WeakMap<readonly TraceEvent[], LaneModelBuilder>();

/** The lanes of a trace as far as it goes. Reads only what has been added since it was last asked. */
export function laneModelOf(events: readonly TraceEvent[]): LaneModel {
  const known = builders.get(events);
  const builder = known ?? new LaneModelBuilder(events);
  if (known === undefined) builders.set(events, builder);
  builder.read(events.length);
  return builder;
}

/** Reads a growing trace into lanes, each event once and in order. Its lists grow in place. */
export class LaneModelBuilder implements LaneModel {
  readonly rows: LaneRowBuilder[] = [];
  private readonly ticks: { -readonly [K in keyof LaneTick]: LaneTick[K] }[] = [];
  private readonly marks: LaneMark[] = [];
  private readonly down: { from: number; to: number | null; event: number }[] = [];
  readonly node: NodeLane = { ticks: this.ticks, marks: this.marks, down: this.down };
  private readonly byUid = new Map<PodUID, LaneRowBuilder>();
  private readonly byName = new Map<string, LaneRowBuilder>();
  private inPass = false;
  length = 0;

  constructor(private readonly events: readonly TraceEvent[]) {}

  rowOf(uid: PodUID): LaneRowBuilder | undefined {
    return this.byUid.get(uid);
  }

  /** Reads on up to, and without, the event of id `until`. */
  read(until: number): void {
    for (; this.length < until; this.length++) {
      const event = this.events[this.length];
      if (event !== undefined) this.take(event);
    }
  }

  private take(event: TraceEvent): void {
    if (isOfMirrorPod(event)) return;
    this.takeForPass(event);
    if (event.kind === 'faultInjected' && event.data.target !== null) {
      const row = this.byName.get(event.data.target);
      if (row !== undefined) return row.mark({ at: event.at, eventId: event.id, kind: 'fault' });
    }
    if (event.pod === null) this.takeForNode(event);
    else this.rowFor(event.pod, event)?.read(event);
  }

  private takeForNode(event: TraceEvent): void {
    const kind = nodeMarkOf(event);
    if (kind !== null) this.marks.push({ at: event.at, eventId: event.id, kind });
    if (event.kind === 'kubeletStarted') span(this.down, false, event);
    if (event.kind === 'kubeletStopped') {
      this.inPass = false;
      span(this.down, true, event);
      for (const row of this.rows) row.read(event);
    }
    if (event.kind === 'orphanedRuntimePod') {
      const { uid, name } = event.data.pod;
      this.rowFor(uid, event, name)?.mark({ at: event.at, eventId: event.id, kind: 'acted' });
    }
  }

  private takeForPass(event: TraceEvent): void {
    const { at, id: eventId } = event;
    if (event.kind === 'housekeepingSkipped') this.ticks.push({ at, eventId, kind: 'skipped' });
    if (event.kind === 'housekeepingStarted') this.ticks.push({ at, eventId, kind: 'tick' });
    const pass = this.ticks.at(-1);
    if (this.inPass && pass !== undefined) {
      const did = passDid(event);
      if (did !== null) pass.kind = passWith(pass.kind, did);
      if (event.kind === 'housekeepingFailed') pass.kind = 'failed';
    }
    if (event.kind === 'housekeepingStarted') this.inPass = true;
    if (event.kind === 'housekeepingEnded' || event.kind === 'housekeepingFailed') this.inPass = false;
  }

  /** The row of a uid. It begins with what says that there is such a pod; before that there is none. */
  private rowFor(uid: PodUID, event: TraceEvent, name: string | null = null): LaneRowBuilder | null {
    const known = this.byUid.get(uid);
    if (known !== undefined) return known;
    if (!isFirstOfPod(event)) return null;
    const made = this.creatorOf(event);
    const row = new LaneRowBuilder(uid, made?.name ?? name);
    this.rows.push(row);
    this.byUid.set(uid, row);
    if (made !== null) {
      this.byName.set(made.name, row);
      row.mark({ at: made.event.at, eventId: made.event.id, kind: 'create' });
    }
    return row;
  }

  /** The command that a new pod comes from: it says what the scenario calls the pod. */
  private creatorOf(event: TraceEvent): { readonly name: string; readonly event: TraceEvent } | null {
    let cause: TraceEvent | undefined = event;
    while (cause !== undefined) {
      if (cause.kind === 'command') {
        const { command } = cause.data;
        const makes =
          command.do === 'createPod' || command.do === 'createStaticPod' || command.do === 'editStaticPod';
        return makes ? { name: command.pod, event: cause } : null;
      }
      cause = cause.causedBy === null ? undefined : this.events[cause.causedBy];
    }
    return null;
  }
}

const isOfMirrorPod = (event: TraceEvent): boolean =>
  (event.kind === 'apiObjectChanged' || event.kind === 'configReceived') && event.data.mirror;

const isFirstOfPod = ({ kind }: TraceEvent): boolean =>
  kind === 'apiObjectChanged' ||
  kind === 'configReceived' ||
  kind === 'updateReceived' ||
  kind === 'orphanedRuntimePod';
