import { shownText } from '../base/shownText';
import { duration } from '../clock/simTime';
import type { Attempt, ImportedPod } from '../importers/importedRun';
import type { FaultOperation } from '../runtime/faults';
import { FAULT_MESSAGES } from '../scenarios/faultMessages';
import { type Call, failureOf, isAlike, REPEATED } from './failedCalls';
import { calledBy } from './names';
import { ARMED_FIRST, type LogStep } from './podScript';
import type { Notes } from './reproduction';

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
