import type { PodUID, TraceEvent } from '../../transport/protocol';
import { goName } from '../vocabulary';
import { podMarkOf } from './laneMarks';
import { AWAITS_POD_STATUS, type LaneBar, type LaneMark, type LanePhase, type LaneRow } from './laneTypes';

type Lifecycle = Extract<TraceEvent, { kind: 'phaseEntered' }>['data']['to'];
type Open<T> = { -readonly [K in keyof T]: T[K] };
type Span = Open<LaneRow['stuck'][number]>;

const AT_REST: Readonly<Record<Lifecycle, LanePhase>> = {
  observed: 'waiting',
  syncing: 'idle',
  terminating: 'terminating',
  terminated: 'terminated',
  finished: 'finished',
};

const FIRST: Readonly<Record<'sync' | 'terminating' | 'terminated', Lifecycle>> = {
  sync: 'observed',
  terminating: 'terminating',
  terminated: 'terminated',
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Reads the events of one pod, in order, into its lane. */
export class LaneRowBuilder {
  readonly bars: Open<LaneBar>[] = [];
  readonly marks: LaneMark[] = [];
  readonly stuck: Span[] = [];
  readonly runtimeOnly: Span[] = [];
  readonly events: number[] = [];
  /** `null`: the pod workers have no record of the pod. */
  private lifecycle: Lifecycle | null = null;
  private inTurn = false;
  /** A call began in the open bar, so that it counts even if it takes no time. */
  private called = false;
  private readonly running = new Set<string>();

  constructor(
    readonly uid: PodUID,
    public name: string | null,
  ) {}

  /** An event of this pod; `kubeletStopped` is every pod's. */
  read(event: TraceEvent): void {
    if (event.pod !== null) {
      this.events.push(event.id);
      const kind = podMarkOf(event);
      if (kind !== null) this.mark({ at: event.at, eventId: event.id, kind });
    }
    this.apply(event);
    span(this.runtimeOnly, this.lifecycle === null && this.running.size > 0, event);
  }

  /** One failure is told by several events: only the first is marked. */
  mark(mark: LaneMark): void {
    const last = this.marks.at(-1);
    if (mark.kind === 'error' && last?.kind === 'error' && last.at === mark.at) return;
    this.marks.push(mark);
  }

  private apply(event: TraceEvent): void {
    switch (event.kind) {
      case 'updateReceived':
        if (this.lifecycle !== null) return;
        this.lifecycle = event.data.work === null ? 'finished' : FIRST[event.data.work];
        return this.enter(AT_REST[this.lifecycle], '', event);
      case 'phaseEntered':
        this.lifecycle = event.data.to;
        return this.enter(this.inTurn ? this.turnPhase() : AT_REST[event.data.to], '', event);
      case 'cannotStartYet':
        return this.enter('waiting', 'its name is taken', event);
      case 'turnTaken':
        this.inTurn = true;
        return this.enter(this.turnPhase(), AWAITS_POD_STATUS, event);
      case 'callStarted':
        this.enter(this.turnPhase(), goName(event.data.fn), event);
        this.called = true;
        return;
      case 'turnEnded':
        this.inTurn = false;
        if (event.data.nextIsPending || this.lifecycle === 'finished') return;
        return this.enter(this.lifecycle === 'observed' ? 'waiting' : 'idle', '', event);
      case 'retryQueued':
        return this.awaitRetry(event);
      case 'retryDropped':
        if (!this.inTurn && this.lifecycle !== null) this.enter('idle', 'its retry was dropped', event);
        return;
      case 'podForgotten':
      case 'kubeletStopped':
        return this.end(event);
      case 'becameStuck':
      case 'freed':
        return span(this.stuck, event.kind === 'becameStuck', event);
      case 'runtimeChanged':
        return this.track(event.data.change.type, event.data.change.id);
    }
  }

  private awaitRetry(event: Extract<TraceEvent, { kind: 'retryQueued' }>): void {
    const { lifecycle } = this;
    if (this.inTurn || lifecycle === null || lifecycle === 'observed' || lifecycle === 'finished') return;
    const due = seconds(event.data.dueAt);
    if (event.data.class === 'backoff') this.enter('backoff', `retry due at ${due}`, event);
    else if (this.bars.at(-1)?.phase === 'idle') this.enter('idle', `next sync due at ${due}`, event);
  }

  private turnPhase(): LanePhase {
    const phase = AT_REST[this.lifecycle ?? 'observed'];
    return phase === 'waiting' || phase === 'idle' ? 'sync' : phase;
  }

  private enter(phase: LanePhase, note: string, event: TraceEvent): void {
    const open = this.bars.at(-1);
    if (open?.to === null && open.phase === phase && open.note === note) return;
    this.close(event.at);
    this.bars.push({ from: event.at, to: null, phase, note, event: event.id });
    this.called = false;
  }

  private close(at: number): void {
    const open = this.bars.at(-1);
    if (open === undefined || open.to !== null) return;
    if (open.from === at && !this.called) this.bars.pop();
    else open.to = at;
  }

  private end(event: TraceEvent): void {
    this.close(event.at);
    this.lifecycle = null;
    this.inTurn = false;
  }

  private track(change: string, id: string): void {
    if (change === 'sandboxReady' || change === 'containerStarted') this.running.add(id);
    else if (change !== 'imagePulled' && change !== 'containerCreated') this.running.delete(id);
  }
}

/** Opens or closes the last span of a list, so that it lasts while `holds`. */
export function span(spans: Span[], holds: boolean, { at, id }: TraceEvent): void {
  const last = spans.at(-1);
  const isOpen = last !== undefined && last.to === null;
  if (holds && !isOpen) spans.push({ from: at, to: null, event: id });
  if (holds || !isOpen) return;
  if (last.from === at) spans.pop();
  else last.to = at;
}
