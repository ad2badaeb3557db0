import type { Diagnostic } from '../base/result';
import { ByteDecoder } from '../importers/decodeBytes';
import { DETECT_LENGTH, detectFormat } from '../importers/detectFormat';
import { LineSplitter } from '../importers/lineSplitter';
import { redactedText } from '../importers/redactedText';
import { Redaction } from '../importers/redaction';
import { bytesOf } from './bytesOf';
import type { EvidenceSource } from './evidenceProtocol';

/** Lines that are put together before they become part of a file. */
const LINES_A_PART = 5000;

/**
 * A copy of a source without what tells whose it is: addresses, hosts, registries, secrets, and of objects all that is not read.
 * Or why there is none. Throws `UnreadableBytes` as reading does.
 */
export async function redactedCopy({ label, data }: EvidenceSource): Promise<Blob | readonly Diagnostic[]> {
  const redaction = new Redaction();
  let head = '';
  await eachText(data, (text) => {
    if (head.length < DETECT_LENGTH) head += text.slice(0, DETECT_LENGTH);
  });
  const format = detectFormat(head);
  if (format === null)
    return [{ severity: 'error', file: label, message: 'nothing here is recognised, so nothing is copied' }];
  if (format !== 'klog' && format !== 'klog-json' && format !== 'journald') {
    const pieces: string[] = [];
    await eachText(data, (text) => pieces.push(text));
    const copy = redactedText(pieces.join(''), format, redaction);
    return copy.ok ? new Blob([copy.value]) : copy.diagnostics.map((d) => ({ file: label, ...d }));
  }
  await eachLine(data, (line) => redaction.learn(line));
  const parts: Blob[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    parts.push(new Blob([lines.map((line) => `${line}\n`).join('')]));
    lines = [];
  };
  await eachLine(data, (line) => {
    lines.push(redaction.text(line));
    if (lines.length === LINES_A_PART) flush();
  });
  flush();
  return new Blob(parts);
}

async function eachText(data: Blob, take: (text: string) => void): Promise<void> {
  const decoder = new ByteDecoder();
  for await (const piece of bytesOf(data, () => {})) take(decoder.push(piece));
  take(decoder.end());
}

async function eachLine(data: Blob, take: (line: string) => void): Promise<void> {
  const splitter = new LineSplitter(take);
  await eachText(data, (text) => splitter.push(text));
  splitter.end();
}
