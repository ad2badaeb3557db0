import { type Duration, duration } from '../clock/simTime';
import { DEFAULT_TIMING, type Timing } from '../clock/timing';
import type { Attempt, ImportedPod } from '../importers/importedRun';

/** What a log's waits say about the kubelet's own time-outs: they can be set, so they may not be the usual ones. */
export function timingOf(pods: readonly ImportedPod[]): Timing {
  const attempts = pods.flatMap((pod) => pod.attempts.map((attempt) => ({ pod, attempt })));
  const requestTimeout = first(attempts.map(({ pod, attempt }) => requestTimeoutOf(pod, attempt)));
  const volumeTimeout = first(attempts.map(({ pod, attempt }) => volumeTimeoutOf(pod, attempt)));
  return {
    ...DEFAULT_TIMING,
    requestTimeout: near(requestTimeout, DEFAULT_TIMING.requestTimeout),
    volumeTimeout: near(volumeTimeout, DEFAULT_TIMING.volumeTimeout),
  };
}

const SHORTEST = 1000;
const LONGEST = 3_600_000;
/** A wait is the time-out and a little more. */
const LITTLE = 2000;

const first = (waits: readonly (number | null)[]): number | null =>
  waits.find((wait) => wait !== null && wait >= SHORTEST && wait <= LONGEST) ?? null;

const near = (wait: number | null, usual: Duration): Duration =>
  wait === null || Math.abs(wait - usual) <= LITTLE ? usual : duration(Math.round(wait / 1000) * 1000);

const lengthOf = ({ start, end, certainty }: Attempt): number | null =>
  certainty !== 'observed' || start.at === null || end?.at == null ? null : end.at - start.at;

/** StopContainer waits for the grace period and the time-out, StopPodSandbox after it for the time-out alone. */
function requestTimeoutOf(pod: ImportedPod, attempt: Attempt): number | null {
  const { error, phase } = attempt;
  const length = lengthOf(attempt);
  if (length === null || error === null || phase !== 'terminating') return null;
  const waits = error.match(/code = DeadlineExceeded/g)?.length ?? 0;
  const container = /KillContainer[\s\S]*?DeadlineExceeded/.test(error);
  const sandbox = /KillPodSandbox[\s\S]*?DeadlineExceeded/.test(error);
  if (waits === 0 || (!container && !sandbox)) return null;
  const grace = container ? (pod.facts.gracePeriod ?? 30) * 1000 : 0;
  return (length - grace) / (container && sandbox ? 2 : 1);
}

/** Where its start is not printed, the wait began about when the volume first would not come off. */
function volumeTimeoutOf(pod: ImportedPod, attempt: Attempt): number | null {
  const { error, phase, certainty, end } = attempt;
  if (error === null || !/\bmounted volumes=.*(?:timed out|deadline exceeded)/.test(error)) return null;
  if (certainty === 'observed') return phase === 'terminated' ? lengthOf(attempt) : null;
  const failed = pod.events.find(
    ({ kind, operation }) => kind === 'volumeOperationFailed' && operation === 'unmount',
  );
  return failed?.at == null || end?.at == null ? null : end.at - failed.at;
}
