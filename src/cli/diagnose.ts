import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Diagnosis, diagnose as diagnosisOf } from '../diagnosis/diagnose';
import { ByteDecoder } from '../importers/decodeBytes';
import { EvidenceImport } from '../importers/importEvidence';
import { SNIFF_BYTES, sniffBytes, unreadable } from '../importers/magic';
import { readArguments, wordArgument } from './arguments';
import { diagnoseText } from './diagnoseText';
import { BadInput, refuse } from './failure';
import type { Outcome } from './outcome';

const PIECE = 1 << 20;
/** What a compressed file may come to. */
const MOST_UNPACKED = 1 << 30;

/** `diagnose FILE…`: what is stuck, why, and what frees it. Exit 0, findings or not. */
export function diagnose(args: readonly string[]): Outcome {
  const { positionals, values } = readArguments(
    args,
    { format: {} },
    { min: 1, max: 1000, what: 'the files (logs, manifests, metrics; - for standard input)' },
  );
  const format = wordArgument('format', values.format ?? 'text', ['text', 'json']);
  const evidence = new EvidenceImport();
  for (const file of positionals) take(file, evidence, file === '-' ? 'standard input' : basename(file));
  const diagnosis = diagnosisOf(evidence.finish());
  return {
    exit: 0,
    text: format === 'json' ? `${JSON.stringify(diagnosis, null, 2)}\n` : diagnoseText(diagnosis),
  };
}

export type { Diagnosis };

function take(file: string, evidence: EvidenceImport, label: string): void {
  const decoder = new ByteDecoder();
  evidence.begin(label);
  try {
    const all = file === '-' ? readFileSync(0) : null;
    if (all !== null) pushAll(all, evidence, decoder, label);
    else readPieces(file, evidence, decoder, label);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (error instanceof BadInput || code === undefined) throw error;
    if (code === 'ENOENT')
      refuse(`no such file: ${file}`, 'give the path of a log, a manifest or a scrape, or -');
    if (code === 'ERR_BUFFER_TOO_LARGE')
      refuse(`${label}: unpacks to more than 1 GiB`, 'unpack it and give the part that matters');
    if (code.startsWith('Z_'))
      refuse(`${label}: the gzip data are broken (${code})`, 'unpack it yourself and give what comes out');
    refuse(`${file} cannot be read: ${code}`);
  }
  evidence.push(decoder.end());
  evidence.remark(decoder.notes);
  const result = evidence.end();
  if (!result.ok) throw new BadInput(result.diagnostics);
}

function readPieces(file: string, evidence: EvidenceImport, decoder: ByteDecoder, label: string): void {
  const handle = openSync(file, 'r');
  try {
    const piece = new Uint8Array(PIECE);
    let first = true;
    for (;;) {
      const length = readSync(handle, piece, 0, PIECE, null);
      if (length === 0) return;
      const bytes = piece.subarray(0, length);
      if (first && sniffBytes(bytes.subarray(0, SNIFF_BYTES)) === 'gzip') {
        return pushAll(readFileSync(file), evidence, decoder, label);
      }
      if (first) refuseForeign(bytes, label);
      first = false;
      evidence.push(decoder.push(bytes));
    }
  } finally {
    closeSync(handle);
  }
}

function pushAll(bytes: Uint8Array, evidence: EvidenceImport, decoder: ByteDecoder, label: string): void {
  let plain = bytes;
  for (let layer = 0; layer < 2 && sniffBytes(plain.subarray(0, SNIFF_BYTES)) === 'gzip'; layer++) {
    plain = gunzipSync(plain, { maxOutputLength: MOST_UNPACKED });
  }
  refuseForeign(plain, label);
  for (let at = 0; at < plain.length; at += PIECE)
    evidence.push(decoder.push(plain.subarray(at, at + PIECE)));
}

function refuseForeign(bytes: Uint8Array, label: string): void {
  const foreign = unreadable(sniffBytes(bytes.subarray(0, SNIFF_BYTES)));
  if (foreign !== null) throw new BadInput([{ file: label, ...foreign }]);
}
