import { duration } from '../clock/simTime';
import type { LogEvent } from '../importers/logEvent';
import type { Chosen } from './chosenPods';
import { ARMED_FIRST, COMMAND, type LogStep } from './podScript';
import type { Notes } from './reproduction';

/** So long a kubelet is away where no line tells, ms. */
export const SHORT_DOWNTIME = 1000;
const MOST_RESTARTS = 200;
/** Lines of one outage come at least this often. */
const SAME_OUTAGE = 60_000;

/** What happened to the node: restarts of the kubelet, a runtime or an API server that did not answer. */
export function nodeSteps(chosen: Chosen, notes: Notes): readonly LogStep[] {
  return [...restarts(chosen, notes), ...runtimeOutages(chosen), ...apiServerOutages(chosen)];
}

function restarts(chosen: Chosen, notes: Notes): readonly LogStep[] {
  const steps: LogStep[] = [];
  for (const [i, run] of chosen.runs.entries()) {
    if (i === 0) continue;
    const [from, to] = [downFrom(chosen, i), run.first.at];
    if (from === null || to === null || steps.length >= MOST_RESTARTS) {
      notes.leaveOut('restarts of the kubelet whose time is not clear');
      continue;
    }
    const downtime = duration(Math.max(1, to - from));
    steps.push({ when: { at: to - downtime }, rank: COMMAND, command: { do: 'restartKubelet', downtime } });
  }
  return steps;
}

/**
 * When the kubelet before the `i`th stopped: as the service manager says, or else a second before the next one began, since a quiet
 * kubelet is likelier than one that is away. `null` if the times do not fit together.
 */
export function downFrom({ runs, nodeEvents }: Chosen, i: number): number | null {
  const [before, run] = [runs[i - 1], runs[i]];
  const to = run?.first.at ?? null;
  if (to === null) return null;
  const last = before?.last.at ?? to - SHORT_DOWNTIME;
  if (last > to) return null;
  const stopped = nodeEvents.findLast(
    ({ kind, at }) => kind === 'systemdStopped' && at !== null && at >= last && at <= to,
  );
  return stopped?.at ?? Math.max(last, to - SHORT_DOWNTIME);
}

interface Outage {
  readonly from: number;
  to: number;
}

function outages(events: readonly LogEvent[]): readonly Outage[] {
  const found: Outage[] = [];
  for (const { at, lastAt } of events) {
    if (at === null) continue;
    const last = found.at(-1);
    if (last !== undefined && at - last.to <= SAME_OUTAGE) last.to = Math.max(last.to, lastAt ?? at);
    else found.push({ from: at, to: lastAt ?? at });
  }
  return found;
}

const endOfLog = ({ runs }: Chosen): number => runs.at(-1)?.last.at ?? Number.POSITIVE_INFINITY;

/** Only what the kubelet itself says about the runtime: a pod's failed calls are faults of their own. */
function runtimeOutages(chosen: Chosen): readonly LogStep[] {
  const down = chosen.nodeEvents.filter(
    ({ kind, text, error }) => kind === 'syncLoopSkipped' && /container runtime is down/.test(error ?? text),
  );
  return outages(down).flatMap(({ from, to }): LogStep[] => [
    // Half a minute passes before the kubelet counts the runtime as down.
    { when: { at: from - 30_000 }, rank: COMMAND, command: { do: 'stopRuntime' } },
    ...(to + SAME_OUTAGE < endOfLog(chosen)
      ? [{ when: { at: to }, rank: COMMAND, command: { do: 'startRuntime' } } as const]
      : []),
  ]);
}

function apiServerOutages(chosen: Chosen): readonly LogStep[] {
  const steps: LogStep[] = [];
  const all = chosen.pods.flatMap(({ events }) => events);
  // A removal is refused only while a source has not reported, and that is the API server.
  const refused = all.filter(({ kind }) => kind === 'deleteRefused');
  for (const { run, at } of refused) {
    const process = chosen.runs.find(({ index }) => index === run);
    if (
      at === null ||
      process === undefined ||
      steps.some(({ when }) => when.at === 'before the kubelet' && when.run === run)
    )
      continue;
    steps.push({
      when: { at: 'before the kubelet', run },
      rank: ARMED_FIRST,
      command: { do: 'apiServerDown' },
    });
    const listed = [...all, ...chosen.nodeEvents]
      .filter(
        (event) =>
          event.kind === 'configAdd' && event.source === 'api' && event.run === run && (event.at ?? 0) > at,
      )
      .reduce((first, event) => Math.min(first, event.at ?? first), Number.POSITIVE_INFINITY);
    if (Number.isFinite(listed))
      steps.push({ when: { at: listed - 1 }, rank: ARMED_FIRST, command: { do: 'apiServerUp' } });
  }
  if (steps.length > 0) return steps;
  const gone = chosen.nodeEvents.filter(({ kind }) => kind === 'apiServerUnreachable');
  return outages(gone).flatMap(({ from, to }): LogStep[] => [
    { when: { at: from }, rank: ARMED_FIRST, command: { do: 'apiServerDown' } },
    ...(to + SAME_OUTAGE < endOfLog(chosen)
      ? [{ when: { at: to }, rank: ARMED_FIRST, command: { do: 'apiServerUp' } } as const]
      : []),
  ]);
}
