import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadFigures } from './importLog';
import { nodeLog } from './nodeLog';
import { printTable } from './printTable';

const MEGABYTES = [25, 50, 200];

/**
 * How fast a log is read, and how much memory it takes, each length in a process of its own. The speed is by the CPU time of
 * one core, the collector of garbage included: the machine may be shared.
 */
export function benchImporters(): void {
  const folder = mkdtempSync(join(tmpdir(), 'lab-bench-'));
  try {
    const figures = MEGABYTES.map((megabytes) => {
      const file = join(folder, `${megabytes}.log`);
      write(file, megabytes * 1e6);
      return { megabytes, bytes: statSync(file).size, ...measured(file) };
    });
    const least = figures[0];
    const rows = figures.map(({ bytes, cpu, wall, resident, kept, pods, finish }) => [
      `${Math.round(bytes / 1e6)} MB`,
      (bytes / 1e6 / cpu).toFixed(1),
      (bytes / 1e6 / wall).toFixed(1),
      finish.toFixed(2),
      Math.round(resident / 1e6).toLocaleString('en'),
      (resident / (least?.resident ?? resident)).toFixed(2),
      pods.toLocaleString('en'),
      kept.toLocaleString('en'),
    ]);
    printTable(
      'Reading the log of a node at -v=4 (90 pods that stay, 20 that come and go; a fifth of other parts)',
      [
        ['', 'MB a CPU s', 'MB a wall s', 's to infer', 'resident MB', 'to the first', 'pods', 'events kept'],
        ...rows,
      ],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function write(file: string, bytes: number): void {
  const handle = openSync(file, 'w');
  for (const piece of nodeLog(bytes)) writeSync(handle, piece);
  closeSync(handle);
}

function measured(file: string): ReadFigures {
  const script = fileURLToPath(new URL('importLog.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, script, file], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as ReadFigures;
}
