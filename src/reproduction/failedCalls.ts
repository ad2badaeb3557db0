import { shownText } from '../base/shownText';
import type { Attempt, ImportedPod } from '../importers/importedRun';
import {
  FAULT_OPERATIONS,
  type FaultKind,
  type FaultOperation,
  GRPC_CODES,
  type GrpcCode,
} from '../runtime/faults';
import { FAULT_MESSAGES } from '../scenarios/faultMessages';

/** What an attempt failed with, as calls that fail: how often each, and how. */
export interface Failure {
  readonly attempt: Attempt;
  readonly calls: ReadonlyMap<FaultOperation, Call>;
}

export interface Call {
  readonly times: number;
  readonly kind: FaultKind;
  readonly code: GrpcCode;
  readonly message: string;
}

/** The volume manager tries again by itself, many times in one attempt of the worker. */
export const REPEATED: ReadonlySet<FaultOperation> = new Set(['MountVolume', 'UnmountVolume']);

/** The failure of an attempt; `null` if it did not fail, or with something that no fault stands for. */
export function failureOf(pod: ImportedPod, attempt: Attempt | undefined): Failure | null {
  if (attempt === undefined || attempt.error === null) return null;
  const calls = new Map<FaultOperation, Call>();
  for (const operation of operationsOf(pod, attempt)) {
    calls.set(operation, callOf(operation, attempt.error));
  }
  return calls.size > 0 ? { attempt, calls } : null;
}

/** Whether one fault with more calls can stand for both. */
export const isAlike = (a: Failure, b: Failure): boolean =>
  (a.attempt.phase === b.attempt.phase ||
    a.attempt.certainty !== 'observed' ||
    b.attempt.certainty !== 'observed') &&
  a.calls.size === b.calls.size &&
  [...a.calls].every(([operation, call]) => {
    const other = b.calls.get(operation);
    return (
      other !== undefined &&
      other.kind === call.kind &&
      other.code === call.code &&
      other.times === call.times
    );
  });

type Pattern = readonly [RegExp, FaultOperation];

const STARTING: readonly Pattern[] = [
  [/CreatePodSandbox|RunPodSandbox/, 'RunPodSandbox'],
  [/CreateContainer(?:Config)?Error|failed to create container/i, 'CreateContainer'],
  [/RunContainerError|failed to start container/i, 'StartContainer'],
  [/ErrImagePull|failed to pull/i, 'PullImage'],
  [/unmounted volumes=/, 'MountVolume'],
];
const STOPPING: readonly Pattern[] = [
  [/KillContainer|StopContainer|CRI violation/, 'StopContainer'],
  [/KillPodSandbox|StopPodSandbox|destroy network/, 'StopPodSandbox'],
];
const CLEANING: readonly Pattern[] = [
  [/\bmounted volumes=|volumes to unmount|not been cleaned up/, 'UnmountVolume'],
  [/cgroup/i, 'RemoveCgroup'],
];
/** A line at a low verbosity does not tell stopping from cleaning up, but its words do. */
const PATTERNS: { readonly [Phase in Attempt['phase']]: readonly Pattern[] } = {
  syncing: [...STARTING, ...STOPPING],
  terminating: [...STOPPING, ...CLEANING],
  terminated: [...STOPPING, ...CLEANING],
};

function operationsOf(pod: ImportedPod, { phase, start, end, error }: Attempt): readonly FaultOperation[] {
  const told = PATTERNS[phase].flatMap(([pattern, operation]) =>
    pattern.test(error ?? '') ? [operation] : [],
  );
  const last = end?.line ?? start.line;
  const called = pod.events.flatMap(({ kind, operation, line }) => {
    if (line < start.line || line > last) return [];
    if (kind === 'sandboxStopFailed') return ['StopPodSandbox' as const];
    if (kind === 'killContainerFailed') return ['StopContainer' as const];
    const known = FAULT_OPERATIONS.find((name) => name === operation);
    return kind === 'criError' && known !== undefined ? [known] : [];
  });
  const found = new Set<FaultOperation>([...told, ...called]);
  return FAULT_OPERATIONS.filter((operation) => found.has(operation));
}

function callOf(operation: FaultOperation, error: string): Call {
  const code = GRPC_CODES.find((name) => new RegExp(`code = ${name}\\b`).test(error)) ?? 'Unknown';
  const containers = [...error.matchAll(/"?KillContainer\\*"? for/g)].length;
  const times = operation === 'StopContainer' ? Math.max(1, containers) : 1;
  const isCall = !REPEATED.has(operation) && operation !== 'RemoveCgroup';
  const kind = /CRI violation/.test(error)
    ? 'lie'
    : isCall && code === 'DeadlineExceeded'
      ? 'timeout'
      : 'error';
  return { times, kind, code, message: messageOf(error) ?? FAULT_MESSAGES[operation] };
}

/** The runtime's own words, out of what the kubelet put around them, which quotes them once more with every wrapping. */
function messageOf(error: string): string | null {
  const said = /code = \w+ desc = (.*?)(?:(?<!\\)"[,\]]|(?<!\\)"$|$)/s
    .exec(error)?.[1]
    ?.replace(/\\+"/g, '"');
  const text = shownText(said ?? '', 200);
  return /\S/.test(text) ? text : null;
}
