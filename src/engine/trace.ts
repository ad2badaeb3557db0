import type { PodUID } from '../api/pod';
import type { KubeletEvent } from '../kubelet/kubeletEvents';
import type { CriOperation, GrpcCode } from '../runtime/criCalls';
import type { FaultKind, FaultOperation } from '../runtime/faults';
import type { RuntimeChange } from '../runtime/runtimeEvents';
import type { Command, Expectation } from '../scenarios/command';

/** Whatever happens on the node: the kubelet's events and those of the world around it. */
export type NodeEvent =
  | KubeletEvent
  | { readonly kind: 'command'; readonly uid: PodUID | null; readonly command: Command }
  /** The command could not be done; nothing of it was. */
  | { readonly kind: 'commandFailed'; readonly uid: PodUID | null; readonly why: string }
  | {
      readonly kind: 'expectChecked';
      readonly index: number;
      readonly ok: boolean;
      readonly expected: Expectation;
      readonly got: string;
    }
  | { readonly kind: 'kubeletStopped' }
  /** From here on nothing in this kubelet will reach the pod's worker (see `verdict.ts`). */
  | { readonly kind: 'becameStuck'; readonly uid: PodUID }
  /** Something reached it all the same, or the kubelet that had forgotten it is gone. */
  | { readonly kind: 'freed'; readonly uid: PodUID }
  | {
      readonly kind: 'faultHit';
      readonly uid: PodUID | null;
      readonly fault: string;
      readonly operation: FaultOperation;
      readonly effect: FaultKind;
    }
  | {
      readonly kind: 'faultInjected';
      readonly fault: string;
      readonly operation: FaultOperation;
      readonly effect: FaultKind;
      readonly target: string | null;
    }
  | { readonly kind: 'faultLifted'; readonly faults: readonly string[] }
  | {
      readonly kind: 'criStarted';
      readonly uid: PodUID;
      readonly op: CriOperation;
      readonly id: string;
      readonly name: string;
      readonly gracePeriod: number | null;
    }
  | {
      readonly kind: 'criReturned';
      readonly uid: PodUID;
      readonly op: CriOperation;
      readonly id: string;
      readonly name: string;
      readonly error: { readonly code: GrpcCode; readonly message: string } | null;
      readonly took: number;
    }
  | { readonly kind: 'runtimeChanged'; readonly uid: PodUID; readonly change: RuntimeChange }
  | {
      readonly kind: 'apiObjectChanged';
      readonly uid: PodUID;
      readonly what: 'created' | 'changed' | 'removed';
      readonly mirror: boolean;
    };

export type NodeEventKind = NodeEvent['kind'];

type WithoutFrame<E> = E extends unknown ? Omit<E, 'kind' | 'uid'> : never;

/** What an event of that kind tells beside whose it is. */
export type EventData<K extends NodeEventKind> = WithoutFrame<Extract<NodeEvent, { kind: K }>>;

/**
 * One event of the trace. `id` counts from 0 in the order of what happened; `pod` is the uid of the pod that it is about;
 * `causedBy` is the event that led to it, so that every event can be followed back to a command (or to nothing: loops
 * tick by themselves). Logs, lanes, explanations and exports are read from this and keep no truth of their own.
 */
export type TraceEvent = {
  readonly [K in NodeEventKind]: {
    readonly id: number;
    readonly at: number;
    readonly kind: K;
    readonly pod: PodUID | null;
    readonly causedBy: number | null;
    readonly data: EventData<K>;
  };
}[NodeEventKind];

/** An event of one kind. */
export type TraceEventOf<K extends NodeEventKind> = Extract<TraceEvent, { kind: K }>;

/** Remembers who led to what while one thing after the other is dispatched, and makes trace events of node events. */
export class CauseTracker {
  private readonly touched = new Set<PodUID>();
  private readonly lastOfPod = new Map<PodUID, number>();
  private root: number | null = null;

  constructor(private next: number) {}

  get nextId(): number {
    return this.next;
  }

  /** From here on `cause` leads to what happens. */
  because(cause: number | null): void {
    this.root = cause;
    this.lastOfPod.clear();
  }

  /** What leads to what happens next to that pod (or to the node). */
  causeFor(uid: PodUID | null): number | null {
    return uid === null ? this.root : (this.lastOfPod.get(uid) ?? this.root);
  }

  /** The pods to which something has happened since this was last asked. */
  takeTouched(): readonly PodUID[] {
    const touched = [...this.touched];
    this.touched.clear();
    return touched;
  }

  record(event: NodeEvent, at: number): TraceEvent {
    const { kind, ...rest } = event;
    const { uid = null, ...data } = rest as { uid?: PodUID | null };
    const id = this.next++;
    const causedBy = this.causeFor(uid);
    if (uid === null) this.root = id;
    else this.lastOfPod.set(uid, id);
    if (uid !== null) this.touched.add(uid);
    return { id, at, kind, pod: uid, causedBy, data } as unknown as TraceEvent;
  }
}
