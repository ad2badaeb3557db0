import { isForeignFile } from './foreignFiles';
import type { Skipped } from './importedRun';

/** Counts what was not used, by reason; and records of parts that say nothing about pods, by source file. */
export class SkippedLines {
  private readonly reasons = new Map<string, { lines: number; readonly first: number }>();
  private readonly silent = new FileCounts('records that say nothing about a pod’s life');
  private readonly foreign = new FileCounts('records of other components than a kubelet');

  add(reason: string, line: number): void {
    const known = this.reasons.get(reason);
    if (known === undefined) this.reasons.set(reason, { lines: 1, first: line });
    else known.lines++;
  }

  /** A record of `file` (`reflector.go`) that says nothing about a pod’s life. */
  part(file: string, line: number): void {
    (isForeignFile(file) ? this.foreign : this.silent).add(file, line);
  }

  list(): Skipped[] {
    const list = [...this.reasons].map(([reason, { lines, first }]) => ({ lines, reason, first }));
    return [...list, ...this.silent.list(), ...this.foreign.list()];
  }
}

/** Source files have few names; a log that invents more is not worth the memory. */
const MOST_FILES = 500;
const MOST_NAMED = 5;

/** Records by the source file that they name. */
class FileCounts {
  private readonly counts = new Map<string, number>();
  private lines = 0;
  private first = 0;

  constructor(private readonly reason: string) {}

  add(file: string, line: number): void {
    if (this.lines++ === 0) this.first = line;
    const count = this.counts.get(file);
    if (count !== undefined) this.counts.set(file, count + 1);
    else if (this.counts.size < MOST_FILES) this.counts.set(` ${file}`.slice(1), 1);
    else this.counts.set('others', (this.counts.get('others') ?? 0) + 1);
  }

  list(): Skipped[] {
    const { lines, first, reason } = this;
    if (lines === 0) return [];
    const counts = [...this.counts].sort((a, b) => b[1] - a[1]);
    const named = counts.slice(0, MOST_NAMED).map(([file, count]) => `${file} ${count}`);
    const more = counts.length > MOST_NAMED ? ', …' : '';
    return [{ lines, reason: `${reason} (${named.join(', ')}${more})`, first }];
  }
}
