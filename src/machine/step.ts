import { type Actor, type ActorScope, createActor, type SnapshotFrom } from 'xstate';
import type { PodContext } from './podContext';
import type { PodEffect } from './podEffects';
import type { PodEvent, PodInput } from './podEvents';
import { createPodMachine, type PodMachine } from './podMachine';
import type { MachineBehaviours } from './releaseBehaviours';

/** The state of one pod's machine: the only truth about that pod. Immutable. */
export type PodSnapshot = SnapshotFrom<PodMachine>;

/** A snapshot as JSON. */
export interface SavedPod {
  readonly value: PodSnapshot['value'];
  readonly context: PodContext;
}

/** One step's outcome: the next snapshot, and what the machine asks for, in order. */
export type Step = readonly [PodSnapshot, readonly PodEffect[]];

/** What runs a release's machine: XState (`PodStepper`) or the table made of its definition (`FlatStepper`). Pure. */
export interface Stepper {
  initial(input: PodInput): PodSnapshot;
  step(snapshot: PodSnapshot, event: PodEvent): Step;
  restore(saved: SavedPod): PodSnapshot;
}

/**
 * Runs one release's machine. XState's public `transition()` builds an actor for every call; here one inert scope serves
 * them all, which is several times faster (`npm run bench`). The scope relies on how xstate hands actions over
 * (`actionExecutor`), so xstate is pinned exactly and tests hold `step` against `transition()` on every golden trace.
 */
export class PodStepper implements Stepper {
  readonly machine: PodMachine;
  private effects: PodEffect[] = [];
  private readonly scope: ActorScope<PodSnapshot, PodEvent>;

  constructor(behaviours: MachineBehaviours) {
    this.machine = createPodMachine(behaviours);
    const self = createActor(this.machine, { input: {} as PodInput }) as Actor<PodMachine>;
    this.scope = {
      self,
      id: '',
      sessionId: '',
      system: self.system,
      logger: () => {},
      defer: () => {},
      emit: () => {},
      stopChild: () => {},
      actionExecutor: ({ type, params }) => {
        this.effects.push({ type, params } as PodEffect);
      },
    };
  }

  /** A blank record: observed, without a worker. */
  initial(input: PodInput): PodSnapshot {
    this.effects = [];
    return this.machine.getInitialSnapshot(this.scope, input);
  }

  /** What `event` makes of `snapshot`. Pure: executes nothing. */
  step(snapshot: PodSnapshot, event: PodEvent): Step {
    this.effects = [];
    const next = this.machine.transition(snapshot, event, this.scope) as PodSnapshot;
    return [next, this.effects];
  }

  /** The snapshot that `save` wrote. */
  restore(saved: SavedPod): PodSnapshot {
    return this.machine.resolveState({ value: saved.value, context: saved.context }) as PodSnapshot;
  }
}

/** A snapshot without what the machine's definition says anyway. */
export const savePod = (snapshot: PodSnapshot): SavedPod => ({
  value: snapshot.value,
  context: snapshot.context,
});
