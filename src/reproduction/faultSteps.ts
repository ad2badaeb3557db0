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

/** After a failure nothing is tried again sooner than the next pass of housekeeping; halfway to it a fault can be armed. */
const SOON = 1000;

/** What is put in the way of one pod, and from when on something is missing that the log shows. */
export interface PodFaults {
  readonly steps: readonly LogStep[];
  /** The start of the first attempt whose failure no fault stands for; `null` if there is none. */
  readonly lacksFrom: number | null;
}

/**
 * Faults for the failures of a pod's attempts. Failures in a row that are alike make one fault with as many calls, so that a
 * release that tries again at other times fails as often as the kubelet of the log did. One that the log ends in, seen
 * twice or more, stays.
 */
export function faultSteps(
  pod: ImportedPod,
  template: string,
  commands: readonly LogStep[],
  firstRun: number,
  notes: Notes,
): PodFaults {
  const steps: LogStep[] = refusals(pod, template, firstRun);
  let lacksFrom: number | null = null;
  const { attempts } = pod;
  let i = 0;
  while (i < attempts.length) {
    const attempt = attempts[i] as Attempt;
    const first = failureOf(pod, attempt);
    if (first === null) {
      // A container that ended again, or an image that is still waited for, is no call that failed.
      if (attempt.error !== null && !/BackOff|context canceled/i.test(attempt.error)) {
        lacksFrom ??= attempt.start.at;
        notes.leaveOut(`a failure of ${calledBy(pod)}: ${shownText(attempt.error, 120)}`);
      }
      i++;
      continue;
    }
    let n = 1;
    for (; i + n < attempts.length; n++) {
      const next = failureOf(pod, attempts[i + n]);
      if (next === null || !isAlike(first, next)) break;
    }
    const last = attempts[i + n - 1] as Attempt;
    const isLast = attempts.slice(i + n).every(({ end, error }) => end === null && error === null);
    const goesOn = n >= 2 && isLast && (pod.final === 'terminating' || pod.final === 'terminated');
    const before = attempts[i - 1];
    // Calls of another phase are others, so the fault can be there as soon as somebody does something.
    const at = armedAt(first.attempt, before?.phase === attempt.phase ? before : undefined, commands);
    // Stopping a sandbox ends what runs in it; here it did not, or nothing would have been left to stop.
    const stops = first.calls.get('StopContainer');
    const survives =
      n >= 2 && stops !== undefined && stops.kind !== 'lie' && !first.calls.has('StopPodSandbox');
    const calls = survives ? new Map(first.calls).set('StopPodSandbox', SURVIVED) : first.calls;
    for (const [operation, call] of calls)
      steps.push(
        ...armed(
          template,
          operation,
          call,
          at,
          Math.max(n, failuresIn(pod, first.attempt, last)),
          goesOn,
          liftedAt(pod, operation, last),
        ),
      );
    i += n;
  }
  return { steps, lacksFrom };
}

const SURVIVED: Call = { times: 1, kind: 'lie', code: 'Unknown', message: FAULT_MESSAGES.StopPodSandbox };

/** Where starts are not printed, failures within a second look like one attempt; each has its line. */
function failuresIn(pod: ImportedPod, { start }: Attempt, { end }: Attempt): number {
  const [from, to] = [start.at, end?.at ?? null];
  if (from === null || to === null) return 0;
  return pod.events.filter(
    ({ kind, at }) => kind === 'syncError' && at !== null && at >= from && at < to + SOON,
  ).length;
}

/** A fault from a moment on: for so many calls, or, where calls cannot be counted, until it is lifted. */
function armed(
  template: string,
  operation: FaultOperation,
  { times, ...call }: Call,
  at: number | null,
  attempts: number,
  goesOn: boolean,
  liftAt: number | null,
): readonly LogStep[] {
  const when: LogStep['when'] = at === null ? { at: 'before the log' } : { at };
  const stays = goesOn || REPEATED.has(operation);
  const inject: LogStep['command'] = {
    do: 'injectFault',
    name: null,
    operation,
    pod: template,
    ...call,
    delay: duration(0),
    times: stays ? null : times * attempts,
    nth: 1,
    probability: 1,
  };
  const steps: LogStep[] = [{ when, rank: ARMED_FIRST, command: inject }];
  if (stays && !goesOn && liftAt !== null) {
    const command: LogStep['command'] = { do: 'liftFault', name: null, operation, pod: template };
    steps.push({ when: { at: liftAt }, rank: ARMED_FIRST, command });
  }
  return steps;
}

/** The volume manager tries again by itself, many times in one attempt of the worker. */
const REPEATED: ReadonlySet<FaultOperation> = new Set(['MountVolume', 'UnmountVolume']);

/**
 * After the last line that shows it fail, if a later one shows that it did work in the end; `null`: no line says that it ever did. The
 * volume manager takes its time between its attempts, so the latest moment would be too late.
 */
function liftedAt(pod: ImportedPod, operation: FaultOperation, last: Attempt): number | null {
  const from = last.end?.at ?? last.start.at;
  if (!REPEATED.has(operation) || from === null) return null;
  const worked = pod.intervals.find(
    ({ phase, from: { at } }) => (phase === 'finished' || phase === 'gone') && at !== null && at > from,
  )?.from.at;
  const next = pod.attempts[pod.attempts.indexOf(last) + 1];
  const until = worked ?? next?.end?.at ?? null;
  if (until === null) return null;
  const failed = pod.events.flatMap(({ kind, at }) =>
    kind === 'volumeOperationFailed' && at !== null && at < until ? [at] : [],
  );
  return Math.max(from, ...failed.slice(-1)) + 1;
}

/** Admission that refused it: once for every time that a line says so. */
function refusals(pod: ImportedPod, template: string, firstRun: number): LogStep[] {
  return pod.events.flatMap(({ kind, at, run, reason, line }): LogStep[] => {
    if (kind !== 'admissionDenied' || at === null) return [];
    const added = pod.events.findLast(
      (event) => event.kind === 'configAdd' && event.line <= line && event.run === run,
    );
    return [
      {
        // A kubelet that starts lists what is there, sooner or later than the model's does.
        when: run === firstRun ? { at: added?.at ?? at } : { at: 'before the kubelet', run },
        rank: ARMED_FIRST,
        command: {
          do: 'injectFault',
          name: null,
          operation: 'AdmitPod',
          pod: template,
          kind: 'error',
          code: 'Unknown',
          message: shownText(reason ?? '', 200) || FAULT_MESSAGES.AdmitPod,
          delay: duration(0),
          times: 1,
          nth: 1,
          probability: 1,
        },
      },
    ];
  });
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

function failureOf(pod: ImportedPod, attempt: Attempt | undefined): Failure | null {
  if (attempt === undefined || attempt.error === null) return null;
  const calls = new Map<FaultOperation, Call>();
  for (const operation of operationsOf(pod, attempt)) {
    calls.set(operation, callOf(operation, attempt.error));
  }
  return calls.size > 0 ? { attempt, calls } : null;
}

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
