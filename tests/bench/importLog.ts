import { closeSync, openSync, readSync } from 'node:fs';
import { ByteDecoder } from '../../src/importers/decodeBytes';
import { EvidenceImport } from '../../src/importers/importEvidence';

/** Seconds and bytes; `finish` is the part of the wall time in which order, names and workers are inferred. */
export interface ReadFigures {
  readonly cpu: number;
  readonly wall: number;
  readonly finish: number;
  readonly resident: number;
  readonly pods: number;
  readonly kept: number;
}

/** Reads the log that the command line names, in pieces, and prints what it took as JSON. */
function importLog(file: string): ReadFigures {
  const before = process.cpuUsage();
  const began = performance.now();
  const evidence = new EvidenceImport();
  const decoder = new ByteDecoder();
  evidence.begin('log');
  const handle = openSync(file, 'r');
  const piece = new Uint8Array(1 << 20);
  let resident = 0;
  for (let length = readSync(handle, piece); length > 0; length = readSync(handle, piece)) {
    evidence.push(decoder.push(piece.subarray(0, length)));
    resident = Math.max(resident, process.memoryUsage.rss());
  }
  closeSync(handle);
  evidence.push(decoder.end());
  evidence.end();
  const read = performance.now();
  const { pods } = evidence.finish();
  const ended = performance.now();
  const { user, system } = process.cpuUsage(before);
  return {
    cpu: (user + system) / 1e6,
    wall: (ended - began) / 1000,
    finish: (ended - read) / 1000,
    resident: Math.max(resident, process.memoryUsage.rss()),
    pods: pods.length,
    kept: pods.reduce((sum, { events }) => sum + events.length, 0),
  };
}

process.stdout.write(JSON.stringify(importLog(process.argv[2] ?? '')));
