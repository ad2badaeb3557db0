import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { shownText } from '../base/shownText';
import { type Diagnosis, diagnose } from '../diagnosis/diagnose';
import { ByteDecoder } from '../importers/decodeBytes';
import { EvidenceImport } from '../importers/importEvidence';
import type { SourceFormat } from '../importers/importedRun';
import { LineSplitter } from '../importers/lineSplitter';
import { redactedText } from '../importers/redactedText';
import { type Redacted, Redaction } from '../importers/redaction';
import { evidenceBytes } from './evidenceBytes';
import { BadInput, refuse } from './failure';

/** What became of a redacted copy. */
export interface RedactedCopy {
  readonly file: string;
  readonly replaced: Redacted;
  /** The copy leads to the same phases, final states and rules, at the same pods. */
  readonly same: boolean;
}

const LOGS: ReadonlySet<SourceFormat> = new Set(['klog', 'klog-json', 'journald']);

/**
 * Writes `file` to `out` without what tells whose it is, and reads the copy again to say whether it still shows the same. Refuses
 * a file that is there already, and leaves none behind if something fails.
 */
export async function writeRedacted(file: string, out: string, diagnosis: Diagnosis): Promise<RedactedCopy> {
  if (file === '-')
    refuse('a redacted copy is made of a file, which is read twice', 'save the input to a file');
  const format = diagnosis.format;
  const redaction = new Redaction();
  const handle = opened(out);
  try {
    const write = (text: string): void => void writeSync(handle, text);
    if (LOGS.has(format)) {
      await eachLine(file, (line) => redaction.learn(line));
      await eachLine(file, (line) => write(`${redaction.text(line)}\n`));
    } else {
      const copy = redactedText(await wholeText(file), format, redaction);
      if (!copy.ok) throw new BadInput(copy.diagnostics);
      write(copy.value);
    }
  } catch (error) {
    closeSync(handle);
    rmSync(out);
    throw error;
  }
  closeSync(handle);
  return {
    file: out,
    replaced: redaction.replaced,
    same: shapeOf(await diagnosed(out)) === shapeOf(diagnosis),
  };
}

/** What is to be known of a copy, for people. */
export function copyText({ file, replaced, same }: RedactedCopy): string {
  const { addresses, hosts, registries, secrets } = replaced;
  return [
    `Redacted copy: ${shownText(file)}. Replaced: ${addresses} addresses, ${hosts} hosts, ${registries} registries, ${secrets} secrets.`,
    'Names of pods and namespaces stay: look through it before you share it.',
    same ? 'It gives the same diagnosis.' : 'It does not give quite the same diagnosis.',
  ].join('\n');
}

function opened(out: string): number {
  try {
    return openSync(out, 'wx');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      refuse(`${out} is there already`, 'give a name that is free for the redacted copy');
    return refuse(`${out} cannot be written: ${code}`);
  }
}

async function eachText(file: string, take: (text: string) => void): Promise<void> {
  const decoder = new ByteDecoder();
  for await (const piece of evidenceBytes(file, file)) take(decoder.push(piece));
  take(decoder.end());
}

async function eachLine(file: string, take: (line: string) => void): Promise<void> {
  const splitter = new LineSplitter(take);
  await eachText(file, (text) => splitter.push(text));
  splitter.end();
}

async function wholeText(file: string): Promise<string> {
  const pieces: string[] = [];
  await eachText(file, (text) => pieces.push(text));
  return pieces.join('');
}

async function diagnosed(file: string): Promise<Diagnosis> {
  const evidence = new EvidenceImport();
  evidence.begin(file);
  await eachText(file, (text) => evidence.push(text));
  evidence.end();
  return diagnose(evidence.finish());
}

/** What a diagnosis comes to, but for names. */
const shapeOf = ({ pods, findings, kubelet }: Diagnosis): string =>
  JSON.stringify([
    kubelet,
    pods.map(({ uid, final, stuck, intervals }) => [uid, final, stuck, intervals.map(({ phase }) => phase)]),
    findings.map(({ rule, confidence }) => [rule, confidence]),
  ]);
