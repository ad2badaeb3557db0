import { basename } from 'node:path';
import { diagnose as diagnosisOf } from '../diagnosis/diagnose';
import { ByteDecoder } from '../importers/decodeBytes';
import { EvidenceImport } from '../importers/importEvidence';
import { readArguments, wordArgument } from './arguments';
import { diagnoseText } from './diagnoseText';
import { evidenceBytes } from './evidenceBytes';
import { BadInput } from './failure';
import type { Outcome } from './outcome';

/** `diagnose FILE…`: what is stuck, why, and what frees it. Exit 0, findings or not. */
export async function diagnose(args: readonly string[]): Promise<Outcome> {
  const { positionals, values } = readArguments(
    args,
    { format: {} },
    { min: 1, max: 1000, what: 'the files (logs, manifests, metrics; - for standard input)' },
  );
  const format = wordArgument('format', values.format ?? 'text', ['text', 'json']);
  const evidence = new EvidenceImport();
  for (const file of positionals) await take(file, evidence);
  const diagnosis = diagnosisOf(evidence.finish());
  return {
    exit: 0,
    text: format === 'json' ? `${JSON.stringify(diagnosis, null, 2)}\n` : diagnoseText(diagnosis),
  };
}

async function take(file: string, evidence: EvidenceImport): Promise<void> {
  const label = file === '-' ? 'standard input' : basename(file);
  const decoder = new ByteDecoder();
  evidence.begin(label);
  for await (const piece of evidenceBytes(file, label)) evidence.push(decoder.push(piece));
  evidence.push(decoder.end());
  evidence.remark(decoder.notes);
  const result = evidence.end();
  if (!result.ok) throw new BadInput(result.diagnostics);
}
