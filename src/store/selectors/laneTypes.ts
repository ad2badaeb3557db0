import type { PodUID } from '../../transport/protocol';

/**
 * What a pod's worker is in during a bar. `waiting`: known and not started; `sync`, `terminating`, `terminated`: in a turn for
 * that work; `idle`: nothing asks for the worker at the moment; `backoff`: a failed call waits for its retry.
 */
export type LanePhase = 'waiting' | 'sync' | 'idle' | 'backoff' | 'terminating' | 'terminated' | 'finished';

/** A stretch of virtual ms; `to` is `null` while it lasts. `event` is the trace event that began it. */
export interface LaneSpan {
  readonly from: number;
  readonly to: number | null;
  readonly event: number;
}

/** A stretch in one phase. Bars of a row are in order of time and do not overlap; one of no length is a call that took none. */
export interface LaneBar extends LaneSpan {
  readonly phase: LanePhase;
  /** What the worker does there, in words; may be empty. */
  readonly note: string;
}

/** What a glyph stands for. `leftAlone` and `acted` are housekeeping's. */
export type LaneMarkKind =
  | 'create'
  | 'delete'
  | 'forceDelete'
  | 'evict'
  | 'reuse'
  | 'command'
  | 'fault'
  | 'lift'
  | 'error'
  | 'dropped'
  | 'leftAlone'
  | 'acted'
  | 'restart'
  | 'kubeletStopped'
  | 'kubeletStarted';

export interface LaneMark {
  readonly at: number;
  readonly eventId: number;
  readonly kind: LaneMarkKind;
}

/** The lane of one pod: one uid, however often its kubelet forgets it. */
export interface LaneRow {
  readonly uid: PodUID;
  /** What the scenario calls it, as far as the trace tells; `null` if it does not. */
  readonly name: string | null;
  readonly bars: readonly LaneBar[];
  readonly marks: readonly LaneMark[];
  /** Where nothing in the kubelet would touch it any more. */
  readonly stuck: readonly LaneSpan[];
  /** Where something of it runs and no worker knows it. */
  readonly runtimeOnly: readonly LaneSpan[];
  /** Ids of its trace events, in order. */
  readonly events: readonly number[];
}

/** A housekeeping pass: whether it left somebody alone, acted on somebody, or did not come to its end. */
export interface LaneTick {
  readonly at: number;
  readonly eventId: number;
  readonly kind: 'tick' | 'leftAlone' | 'acted' | 'both' | 'skipped' | 'failed';
}

/** The lane of what is no pod's. */
export interface NodeLane {
  readonly ticks: readonly LaneTick[];
  readonly marks: readonly LaneMark[];
  /** Where no kubelet runs. */
  readonly down: readonly LaneSpan[];
}

/** All lanes of a run. Its lists grow in place, as the trace does; `length` tells of how many events they tell. */
export interface LaneModel {
  readonly rows: readonly LaneRow[];
  readonly node: NodeLane;
  readonly length: number;
  /** The lane of a pod; `undefined`: the trace has not told of it. */
  rowOf(uid: PodUID): LaneRow | undefined;
}

/** The note of a bar in which the worker has its update and waits for the pod cache before it begins the call. */
export const AWAITS_POD_STATUS = 'waits for a newer pod status';
