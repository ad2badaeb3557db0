import { isStaticPod, type Pod, type RuntimePod } from '../api/pod';
import { canonicalJson } from '../base/canonicalJson';
import type { SimTime } from '../clock/simTime';
import type { IgnoreReason } from './podEffects';
import type { CallResult, PodEvent } from './podEvents';
import { callPhase, terminationRequested, workerOf } from './podSyncStatus';
import { type KillOptions, syntheticPod, type UpdateType } from './podUpdate';
import type { PodSnapshot, PodStepper } from './step';

/** What the candidates are made from: when, and the pod as whoever sends updates knows it. */
export interface NextFacts {
  readonly at: SimTime;
  readonly pod: Pod;
}

/** An event that the machine would take now, by name. */
export interface Candidate {
  readonly id: string;
  readonly label: string;
  readonly event: PodEvent;
}

/** What a candidate would come to. Says nothing of whether anybody will send it: that is the wake-up ledger's business. */
export interface NextEvent {
  readonly id: string;
  readonly label: string;
  /** The event of the chart. */
  readonly type: PodEvent['type'];
  readonly fromLifecycle: string;
  readonly toLifecycle: string;
  readonly fromWorker: string;
  readonly toWorker: string;
  /** Types of the effects, in order. */
  readonly effects: readonly string[];
  /** Ids of the chart's edges that it would take. */
  readonly edges: readonly string[];
  /** Anything at all: a place, a field of the record, an effect. */
  readonly changes: boolean;
  readonly ignored: IgnoreReason | null;
}

/** The facts that a record yields by itself, for a pod that nobody outside it knows. */
export function recordedFacts({ context }: PodSnapshot, at: SimTime): NextFacts {
  const known = context.pending?.pod ?? context.undelivered?.pod ?? context.taken?.pod ?? context.active?.pod;
  return { at, pod: known ?? syntheticPod(runtimePodOf(context)) };
}

/** Everything that could happen next to the pod, each with what it would change: the machine is really stepped. */
export const nextEvents = (
  stepper: PodStepper,
  snapshot: PodSnapshot,
  facts: NextFacts,
): readonly NextEvent[] =>
  candidates(snapshot, facts).map((candidate) => outcome(stepper, snapshot, candidate));

/** The events that make sense in the places of `snapshot`: no call returns where none is made. */
export function candidates(snapshot: PodSnapshot, { at, pod }: NextFacts): readonly Candidate[] {
  const update = (type: UpdateType, kill: KillOptions | null = null, runtimePod: RuntimePod | null = null) =>
    ({
      type: 'UPDATE.RECEIVED',
      at,
      firstSight: false,
      update: {
        type,
        pod: runtimePod === null ? pod : null,
        runtimePod,
        mirrorPod: null,
        kill,
        startTime: at,
      },
    }) as const;
  const kill = (gracePeriodOverride: number | null): KillOptions => ({
    evict: false,
    gracePeriodOverride,
    request: null,
  });
  return [
    ...(['create', 'update', 'sync'] as const).map((type) => ({
      id: `update.${type}`,
      label: `update: ${type}`,
      event: update(type),
    })),
    { id: 'update.kill', label: 'update: kill', event: update('kill', kill(null)) },
    {
      id: 'update.runtimeOnlyKill',
      label: 'update: runtime-only kill',
      event: update('kill', kill(1), runtimePodOf(snapshot.context)),
    },
    ...workerCandidates(snapshot, at),
    ...[false, true].map((orphan) => ({
      id: orphan ? 'housekeeping.orphan' : 'housekeeping.wanted',
      label: `housekeeping: ${orphan ? 'orphan' : 'wanted'}`,
      event: { type: 'HOUSEKEEPING.VISITED', at, orphan } as const,
    })),
  ];
}

/** What can become of the worker's turn. */
function workerCandidates(snapshot: PodSnapshot, at: SimTime): readonly Candidate[] {
  const worker = workerOf(snapshot);
  if (worker === 'notified') {
    return startsOf(snapshot).map((start) => ({
      id: `turn.${start}`,
      label: start === 'now' ? 'turn begins' : start === 'notYet' ? 'turn: not yet' : 'turn: never',
      event: { type: 'TURN.STARTED', at, start },
    }));
  }
  const phase = callPhase(snapshot);
  if (phase === null) return [];
  const waits = phase === 'awaitingPodStatus';
  const results: readonly CallResult[] = waits
    ? ['error']
    : worker === 'syncPod'
      ? ['ok', 'error', 'terminal', 'networkNotReady', 'cancelled']
      : ['ok', 'error', 'cancelled'];
  return [
    ...(waits
      ? [
          {
            id: 'status.refreshed',
            label: 'pod status refreshed',
            event: { type: 'POD_STATUS.REFRESHED', at } as const,
          },
        ]
      : []),
    ...results.map((result) => ({
      id: `call.${result}`,
      label: `${waits ? 'wait fails' : 'call returns'}: ${result === 'networkNotReady' ? 'network not ready' : result}`,
      event: { type: 'CALL.RETURNED', at, result } as const,
    })),
  ];
}

/** The answers that the pod workers can give at the turn (`allowPodStart`): only a static pod is ever refused. */
function startsOf(snapshot: PodSnapshot): readonly ('now' | 'notYet' | 'never')[] {
  const pod = snapshot.context.pending?.pod ?? null;
  if (pod === null || !isStaticPod(pod)) return ['now'];
  return terminationRequested(snapshot) ? ['now', 'never'] : ['now', 'notYet'];
}

function outcome(stepper: PodStepper, before: PodSnapshot, { id, label, event }: Candidate): NextEvent {
  const [after, effects] = stepper.step(before, event);
  return {
    id,
    label,
    type: event.type,
    fromLifecycle: pathOf(before.value.lifecycle),
    toLifecycle: pathOf(after.value.lifecycle),
    fromWorker: pathOf(before.value.worker),
    toWorker: pathOf(after.value.worker),
    effects: effects.map(({ type }) => type),
    edges: edgesTaken(stepper, before, event),
    changes: effects.some(({ type }) => type !== 'ignoreUpdate') || recordOf(before) !== recordOf(after),
    ignored: effects.find((effect) => effect.type === 'ignoreUpdate')?.params.reason ?? null,
  };
}

/** Ids of the chart's edges that `event` takes, by xstate's own choice of transitions. */
export function edgesTaken({ machine }: PodStepper, snapshot: PodSnapshot, event: PodEvent): string[] {
  return machine.getTransitionData(snapshot, event).map((transition) => {
    const { source, eventType } = transition;
    const index = source.transitions.get(eventType)?.indexOf(transition) ?? -1;
    return `${source.id}/${eventType}/${index}`;
  });
}

const recordOf = ({ value, context }: PodSnapshot): string => canonicalJson({ value, context });

/** `{calling: {syncPod: 'running'}}` as `calling.syncPod.running`. */
const pathOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value as object)
        .map(([key, inner]) => `${key}.${pathOf(inner)}`)
        .join(' ');

function runtimePodOf({ uid, fullName }: PodSnapshot['context']): RuntimePod {
  const [name = '', namespace = ''] = fullName.split('_');
  return { uid, name, namespace };
}
