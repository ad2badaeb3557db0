import type { Skipped } from './importedRun';

/** Counts what was not used, by reason; and records of parts that say nothing about pods, by source file. */
export class SkippedLines {
  private readonly reasons = new Map<string, { lines: number; readonly first: number }>();
  private readonly parts = new Map<string, number>();
  private firstOfParts = 0;

  add(reason: string, line: number): void {
    const known = this.reasons.get(reason);
    if (known === undefined) this.reasons.set(reason, { lines: 1, first: line });
    else known.lines++;
  }

  /** A record of `file` (`reflector.go`) that says nothing about a pod's life. */
  part(file: string, line: number): void {
    if (this.firstOfParts === 0) this.firstOfParts = line;
    const count = this.parts.get(file);
    if (count !== undefined) this.parts.set(file, count + 1);
    // Source files have few names; a log that invents more is not worth the memory.
    else this.parts.set(this.parts.size < 500 ? ` ${file}`.slice(1) : 'others', 1);
  }

  list(): Skipped[] {
    const list: Skipped[] = [...this.reasons].map(([reason, { lines, first }]) => ({ lines, reason, first }));
    const parts = [...this.parts].sort((a, b) => b[1] - a[1]);
    if (parts.length > 0) {
      const most = parts.slice(0, 5).map(([file, count]) => `${file} ${count}`);
      const more = parts.length > 5 ? ', …' : '';
      list.push({
        lines: parts.reduce((sum, [, count]) => sum + count, 0),
        reason: `records that say nothing about a pod’s life (${most.join(', ')}${more})`,
        first: this.firstOfParts,
      });
    }
    return list;
  }
}
