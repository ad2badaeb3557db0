import { type ClockStep, ClockSteps } from './clockSteps';
import { Silences } from './silences';

/** Which kubelet process lines were written by, in one file, and from where to where. Times as in `KeptEvent.at`. */
export interface SeenProcess {
  readonly node: string | null;
  readonly pid: string;
  readonly file: number;
  readonly absolute: boolean;
  readonly firstLine: number;
  lastLine: number;
  firstAt: number;
  lastAt: number;
  lines: number;
  /** Steps of its clock if the file is in order, and if it has the newest lines first. */
  readonly steps: ClockSteps;
  readonly stepsReversed: ClockSteps;
  readonly silences: Silences;
  /** Minutes that its times are east of UTC, by how many lines tell so. */
  readonly offsets: Map<number, number>;
}

/** The processes that wrote the lines of a log. */
export class SeenProcesses {
  private readonly known = new Map<string, SeenProcess>();
  private latest: SeenProcess | null = null;

  /** A record of the process. `inYear`: see `ClockSteps.observe`. */
  see(
    file: number,
    node: string | null,
    pid: string,
    line: number,
    at: number,
    inYear: number | null,
  ): SeenProcess {
    const process = this.find(file, node, pid, line, at, inYear === null);
    process.lines++;
    process.lastLine = line;
    if (at < process.firstAt) process.firstAt = at;
    if (at > process.lastAt) process.lastAt = at;
    process.steps.observe(line, at, inYear);
    process.stepsReversed.observe(line, -at, null);
    process.silences.observe(line, at);
    return process;
  }

  all(): readonly SeenProcess[] {
    return [...this.known.values()];
  }

  private find(
    file: number,
    node: string | null,
    pid: string,
    line: number,
    at: number,
    absolute: boolean,
  ): SeenProcess {
    const { latest } = this;
    if (latest !== null && latest.pid === pid && latest.node === node && latest.file === file) return latest;
    const key = `${file} ${node ?? ''} ${pid}`;
    let process = this.known.get(key);
    if (process === undefined) {
      process = {
        node,
        pid: ` ${pid}`.slice(1),
        file,
        absolute,
        firstLine: line,
        lastLine: line,
        firstAt: at,
        lastAt: at,
        lines: 0,
        steps: new ClockSteps(),
        stepsReversed: new ClockSteps(),
        silences: new Silences(),
        offsets: new Map(),
      };
      this.known.set(key, process);
    }
    this.latest = process;
    return process;
  }
}

/** The steps of a process' clock, in the direction in which the file is read. */
export function clockSteps(process: SeenProcess, reversed: boolean): readonly ClockStep[] {
  if (!reversed) return process.steps.all();
  // In a file that goes backwards, time rises where a clock was set back.
  return process.stepsReversed.all().filter(({ by }) => by < 0);
}

/** The offset that most lines of a process tell; `null` if none does. */
export function offsetOfProcess({ offsets }: SeenProcess): number | null {
  let best: number | null = null;
  for (const [minutes, count] of offsets) {
    if (best === null || count > (offsets.get(best) ?? 0)) best = minutes;
  }
  return best;
}
