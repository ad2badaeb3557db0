import type { ClockStep } from './clockSteps';
import type { ClockAssumptions, Note } from './importedRun';
import type { KeptEvent } from './keptEvents';
import { settle } from './logClock';
import { clockSteps, offsetOfProcess, type SeenProcess } from './seenProcess';

const MINUTE = 60_000;
/** As in `ClockSteps`. */
const DISORDER = 5000;

/**
 * The moments of a log's lines on one clock: that of its last lines. Where a clock was set, or sources have clocks of
 * several time zones, times are moved, so that distances hold; every such move is a note.
 */
export class LogTimes {
  readonly notes: Note[] = [];
  private readonly steps = new Map<SeenProcess, readonly ClockStep[]>();
  /** What is added to all times of a process. */
  private readonly shifts = new Map<SeenProcess, number>();

  constructor(
    processes: readonly SeenProcess[],
    private readonly clock: ClockAssumptions,
    /** Lines that an earlier stretch of the same process repeats: from there on the clock did not go back, the paste did. */
    repeated: ReadonlyMap<SeenProcess, readonly number[]>,
    private readonly labels: readonly string[],
  ) {
    for (const process of processes) this.stepsOf(process, repeated.get(process) ?? []);
    this.zones(processes);
    if (!clock.reversed && repeated.size === 0) this.betweenProcesses(processes);
  }

  /** Milliseconds since 1970 on the log's own clock (`ClockAssumptions`). */
  at(event: Pick<KeptEvent, 'absolute' | 'process'>, line: number, at: number): number {
    return this.moved(event.process, line, event.absolute ? at : settle(at, this.clock.year));
  }

  /** The last moment of a process. */
  last(process: SeenProcess): number {
    const stepped = !this.clock.reversed && this.steps.has(process);
    return this.at(
      { absolute: process.absolute, process },
      process.lastLine,
      stepped ? process.steps.latest : process.lastAt,
    );
  }

  private moved(process: SeenProcess | null, line: number, at: number): number {
    if (process === null) return at;
    let moved = at + (this.shifts.get(process) ?? 0);
    const steps = this.steps.get(process);
    if (steps === undefined) return moved;
    // The newest lines are right, in whichever direction the file runs.
    for (const step of steps)
      if (this.clock.reversed ? line >= step.line : line < step.line) moved += step.by;
    return moved;
  }

  private stepsOf(process: SeenProcess, repeated: readonly number[]): void {
    const all = clockSteps(process, this.clock.reversed);
    const steps = all.filter((step, i) => {
      const next = all[i + 1]?.line ?? Number.POSITIVE_INFINITY;
      return !repeated.some((line) => line >= step.line && line < next);
    });
    if (steps.length === 0) return;
    this.steps.set(process, steps);
    for (const { line, by } of steps) {
      const text =
        by < 0
          ? `the clock goes back by ${lengthText(-by)} here: order is that of the file, and the times before are moved so that durations hold`
          : 'the clock was set here: the times before are of a clock that had not been set, and are moved up to this line';
      this.notes.push({ line, text });
    }
  }

  private zones(processes: readonly SeenProcess[]): void {
    const { offsetMinutes } = this.clock;
    if (offsetMinutes === null) return;
    const told = new Set<string>();
    for (const process of processes) {
      const own = process.absolute ? 0 : offsetOfProcess(process);
      if (own === null || own === offsetMinutes) continue;
      this.shifts.set(process, (offsetMinutes - own) * MINUTE);
      const whose = process.node ?? this.labels[process.file] ?? `file ${process.file + 1}`;
      if (told.has(whose)) continue;
      told.add(whose);
      const text = `${whose} has a clock of another time zone (UTC${zoneText(own)}): its times are shown as UTC${zoneText(offsetMinutes)}, as the rest`;
      this.notes.push({ line: process.firstLine, text });
    }
  }

  /** The process after another in one file began later, even if its clock was set back in between. */
  private betweenProcesses(processes: readonly SeenProcess[]): void {
    const latest = new Map<string, SeenProcess>();
    const back: (readonly [before: SeenProcess, by: number, line: number])[] = [];
    for (const process of [...processes].sort((a, b) => a.file - b.file || a.firstLine - b.firstLine)) {
      const key = `${process.file} ${process.node ?? ''}`;
      const before = latest.get(key);
      latest.set(key, process);
      if (before === undefined || before.lastLine >= process.firstLine) continue;
      const by =
        this.at({ absolute: process.absolute, process }, process.firstLine, process.firstAt) -
        this.last(before);
      if (by < -DISORDER) back.push([before, by, process.firstLine]);
    }
    for (const [before, by, line] of back) {
      for (const process of processes) {
        if (process.file !== before.file || process.node !== before.node) continue;
        if (process.firstLine > before.firstLine) continue;
        this.shifts.set(process, (this.shifts.get(process) ?? 0) + by);
      }
      const text = `the clock goes back by ${lengthText(-by)} here, between two kubelet processes: order is that of the file, and the times before are moved`;
      this.notes.push({ line, text });
    }
  }
}

const zoneText = (minutes: number): string => {
  const size = Math.abs(minutes);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};

function lengthText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const parts = [
    hours > 0 ? `${hours} h` : '',
    minutes > 0 ? `${minutes} min` : '',
    rest > 0 ? `${rest} s` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
