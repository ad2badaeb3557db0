import type { ContainerSpec } from '../api/pod';
import { after, type Duration, type SimTime } from '../clock/simTime';

/** Exit code of a process that ended on SIGTERM. */
const EXIT_SIGTERM = 143;

/** Exit code of a process that was killed. */
export const EXIT_SIGKILL = 137;

/**
 * The process of a started container, as data. When it ends follows from this and from the kills that are due:
 * `exitOf`. Nobody ticks it.
 */
export interface ContainerProcess {
  readonly startedAt: SimTime;
  readonly stopTakes: Duration;
  /** `null`: it does not end by itself. */
  readonly runsFor: Duration | null;
  /** Exit code when it ends by itself. */
  readonly exitCode: number;
  /** When SIGTERM reached it first; further ones change nothing. `null`: none yet. */
  readonly sigtermAt: SimTime | null;
}

/** How a process ends: the moment and the code. */
export interface ProcessExit {
  readonly at: SimTime;
  readonly exitCode: number;
}

/** The process of a container that starts at `now`. */
export const startProcess = (spec: ContainerSpec, now: SimTime): ContainerProcess => ({
  startedAt: now,
  stopTakes: spec.stopTakes,
  runsFor: spec.runsFor,
  exitCode: spec.exitCode,
  sigtermAt: null,
});

/** The process after SIGTERM at `now`: it ends `stopTakes` after the first one. */
export const terminateProcess = (process: ContainerProcess, now: SimTime): ContainerProcess =>
  process.sigtermAt === null ? { ...process, sigtermAt: now } : process;

/**
 * How the process will end as things stand, `killAt` being the earliest kill that is due; `null`: it runs on.
 * At one instant its own end comes before the end by SIGTERM, and that before the kill.
 */
export function exitOf(process: ContainerProcess, killAt: SimTime | null): ProcessExit | null {
  const ends: ProcessExit[] = [];
  if (process.runsFor !== null) {
    ends.push({ at: after(process.startedAt, process.runsFor), exitCode: process.exitCode });
  }
  if (process.sigtermAt !== null) {
    ends.push({ at: after(process.sigtermAt, process.stopTakes), exitCode: EXIT_SIGTERM });
  }
  if (killAt !== null) ends.push({ at: killAt, exitCode: EXIT_SIGKILL });
  return ends.reduce<ProcessExit | null>(
    (first, end) => (first === null || end.at < first.at ? end : first),
    null,
  );
}
