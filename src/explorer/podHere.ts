import { fullNameOf, type PodFullName, type PodUID, podUID } from '../api/pod';
import type { PodPhase } from '../api/podStatus';
import type { SyncCallName } from '../machine/podEffects';
import type { Model, ModelPod } from './model';

/** What the source has of a pod: it was never there, is there, is there with a deletion timestamp, was there. */
export const NEVER = 0;
export const PRESENT = 1;
export const DELETED = 2;
export const GONE = 3;

/** The calls, by `PodHere.call` less 1. */
export const CALLS: readonly SyncCallName[] = [
  'syncPod',
  'syncTerminatingPod',
  'syncTerminatingRuntimePod',
  'syncTerminatedPod',
];

/** The phases, by `PodHere.phase` and `PodHere.status`. */
export const PHASES: readonly PodPhase[] = ['', 'Succeeded', 'Failed'];

/** One pod in the world. Mutable: it is filled anew from every state that is looked at. */
export interface PodHere {
  readonly index: number;
  readonly uid: PodUID;
  readonly fullName: PodFullName;
  readonly model: ModelPod;
  source: number;
  version: number;
  /** The phase in the API object, and the one that the status manager has. */
  phase: number;
  status: number;
  /** The status manager knows that SyncTerminatedPod is through. */
  done: boolean;
  queued: boolean;
  /** The entry cannot be due before housekeeping has passed (only with the usual periods). */
  fresh: boolean;
  runs: boolean;
  /** Its containers have ended by themselves; the runtime still has them, and whoever looks sees it. */
  ended: boolean;
  /** The call under way, counted from 1; 0: none. */
  call: number;
}

/** The pods of a model before anything has happened. */
export const podsOf = (model: Model): readonly PodHere[] =>
  model.pods.map((pod, index) => ({
    index,
    uid: podUID(`uid-${index}-${pod.name}`),
    fullName: fullNameOf({ name: pod.fullName, namespace: 'default' }),
    model: pod,
    source: NEVER,
    version: 0,
    phase: 0,
    status: 0,
    done: false,
    queued: false,
    fresh: false,
    runs: false,
    ended: false,
    call: 0,
  }));

/** Its source has it, deleted or not. */
export const isThere = ({ source }: Pick<PodHere, 'source'>): boolean =>
  source === PRESENT || source === DELETED;
