import { shownText } from '../base/shownText';
import { duration } from '../clock/simTime';
import type { Attempt, ImportedPod } from '../importers/importedRun';
import {
  FAULT_OPERATIONS,
  type FaultKind,
  type FaultOperation,
  GRPC_CODES,
  type GrpcCode,
} from '../runtime/faults';
import { FAULT_MESSAGES } from '../scenarios/faultMessages';
import { calledBy } from './names';
import { ARMED_FIRST, type LogStep } from './podScript';
import type { Notes } from './reproduction';

/** What an attempt failed with, as calls that fail: how often each, and how. */
interface Failure {
  readonly attempt: Attempt;
  readonly calls: ReadonlyMap<FaultOperation, Call>;
}

interface Call {
  readonly times: number;
  readonly kind: FaultKind;
  readonly code: GrpcCode;
  readonly message: string;
}

/** A call that took about as long as the kubelet waits for one ran into its time-out; one that failed sooner was refused. */
const WAITED = 60_000;
/** After a failure nothing is tried again sooner than the next pass of housekeeping; halfway to it a fault can be armed. */
const SOON = 1000;

/**
 * Faults for the failures of a pod's attempts. Failures in a row that are alike make one fault with as many calls, so that a
 * release that tries again at other times fails as often as the kubelet of the log did. One that the log ends in, seen
 * twice or more, stays.
 */
export function faultSteps(
  pod: ImportedPod,
  template: string,
  commands: readonly LogStep[],
  notes: Notes,
): readonly LogStep[] {
  const steps: LogStep[] = [];
  const attempts = pod.attempts;
  let i = 0;
  while (i < attempts.length) {
    const first = failureOf(pod, attempts[i], notes);
    if (first === null) {
      i++;
      continue;
    }
    let n = 1;
    for (; i + n < attempts.length; n++) {
      const next = failureOf(pod, attempts[i + n], notes);
      if (next === null || !isAlike(first, next)) break;
    }
    const goesOn =
      n >= 2 && i + n >= attempts.length && (pod.final === 'terminating' || pod.final === 'terminated');
    const before = attempts[i - 1];
    const at = armedAt(first.attempt, before, commands);
    for (const [operation, call] of first.calls) {
      steps.push({
        when: at === null ? { at: 'before the log' } : { at },
        rank: ARMED_FIRST,
        command: {
          do: 'injectFault',
          name: null,
          operation,
          pod: template,
          kind: call.kind,
          code: call.code,
          message: call.message,
          delay: duration(0),
          times: goesOn ? null : call.times * n,
          nth: 1,
          probability: 1,
        },
      });
    }
    i += n;
  }
  return steps;
}

/** After the attempt before it, or else right before what led to it. */
function armedAt(attempt: Attempt, before: Attempt | undefined, commands: readonly LogStep[]): number | null {
  const start = attempt.start.at;
  if (start === null) return null;
  const ended = before?.end?.at ?? null;
  const told = commands
    .flatMap(({ when }) => (typeof when.at === 'number' && when.at <= start ? [when.at] : []))
    .reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const free = ended === null ? Number.NEGATIVE_INFINITY : ended + Math.min(SOON, (start - ended) / 2);
  const at = Math.max(free, told);
  return Number.isFinite(at) ? at : null;
}

const isAlike = (a: Failure, b: Failure): boolean =>
  a.attempt.phase === b.attempt.phase &&
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

function failureOf(pod: ImportedPod, attempt: Attempt | undefined, notes: Notes): Failure | null {
  if (attempt === undefined || attempt.error === null) return null;
  const { error } = attempt;
  const calls = new Map<FaultOperation, Call>();
  for (const operation of operationsOf(pod, attempt)) {
    calls.set(operation, callOf(operation, attempt, error));
  }
  if (calls.size > 0) return { attempt, calls };
  // A container that ended again, or an image that is still waited for, is no call that failed.
  if (!/BackOff|context canceled/i.test(error))
    notes.leaveOut(`a failure of ${calledBy(pod)}: ${shownText(error, 120)}`);
  return null;
}

const PATTERNS: { readonly [Phase in Attempt['phase']]: readonly (readonly [RegExp, FaultOperation])[] } = {
  syncing: [
    [/CreatePodSandbox|RunPodSandbox/, 'RunPodSandbox'],
    [/CreateContainer(?:Config)?Error|failed to create container/i, 'CreateContainer'],
    [/RunContainerError|failed to start container/i, 'StartContainer'],
    [/ErrImagePull|failed to pull/i, 'PullImage'],
    [/unmounted volumes=|mount(?:ing)? volumes?/i, 'MountVolume'],
    [/KillPodSandbox|StopPodSandbox/, 'StopPodSandbox'],
    [/KillContainer|StopContainer/, 'StopContainer'],
  ],
  terminating: [
    [/KillContainer|StopContainer/, 'StopContainer'],
    [/KillPodSandbox|StopPodSandbox|destroy network/, 'StopPodSandbox'],
  ],
  terminated: [
    [/volumes?\b/i, 'UnmountVolume'],
    [/cgroup/i, 'RemoveCgroup'],
  ],
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

function callOf(operation: FaultOperation, { start, end, certainty }: Attempt, error: string): Call {
  const code = GRPC_CODES.find((name) => new RegExp(`code = ${name}\\b`).test(error)) ?? 'Unknown';
  const lasted = start.at === null || end?.at == null ? null : end.at - start.at;
  const waited = certainty !== 'observed' || lasted === null || lasted >= WAITED;
  const times =
    operation === 'StopContainer' ? Math.max(1, [...error.matchAll(/"?KillContainer\\*"? for/g)].length) : 1;
  const isCall = operation !== 'UnmountVolume' && operation !== 'MountVolume' && operation !== 'RemoveCgroup';
  const isTimeout = isCall && code === 'DeadlineExceeded' && waited;
  return {
    times,
    kind: isTimeout ? 'timeout' : 'error',
    code,
    message: messageOf(error) ?? FAULT_MESSAGES[operation],
  };
}

/** The runtime's own words, out of what the kubelet put around them. */
function messageOf(error: string): string | null {
  const said = /code = \w+ desc = ((?:[^"\\]|\\+")*)/.exec(error)?.[1]?.replace(/\\+"/g, '"');
  const text = shownText(said ?? '', 200);
  return text === '' ? null : text;
}
