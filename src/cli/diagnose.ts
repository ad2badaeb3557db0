import { basename } from 'node:path';
import { diagnose as diagnosisOf } from '../diagnosis/diagnose';
import { ByteDecoder } from '../importers/decodeBytes';
import { EvidenceImport } from '../importers/importEvidence';
import type { ImportedRun } from '../importers/importedRun';
import { OwnFileFilter } from '../importers/ownFile';
import { checkAgainstModel } from '../reproduction/checkAgainstModel';
import { chosenPods } from '../reproduction/chosenPods';
import { podsInTrouble } from '../reproduction/podsInTrouble';
import { type Choice, Notes } from '../reproduction/reproduction';
import { scenarioOfRun } from '../reproduction/scenarioOfRun';
import { serializeScenario } from '../scenarios/serializeScenario';
import { readArguments, wordArgument } from './arguments';
import { diagnoseText } from './diagnoseText';
import { evidenceBytes } from './evidenceBytes';
import { BadInput, refuse } from './failure';
import { writeText } from './input';
import { modelCheckJson, modelCheckText } from './modelCheck';
import type { Outcome } from './outcome';
import { playedEvidence } from './playedEvidence';
import { copyText, writeRedacted } from './redactedCopy';

/**
 * `diagnose FILE…`: what is stuck, why, what frees it, and which releases the log goes with. Exit 0, findings or not. `--scenario`
 * also writes what happened as a scenario; with `-` that is all that is printed. `--redacted`
 * writes a copy without what is private.
 */
export async function diagnose(args: readonly string[]): Promise<Outcome> {
  const { positionals, values } = readArguments(
    args,
    { format: {}, scenario: {}, pod: {}, redacted: {} },
    { min: 1, max: 1000, what: 'the files (logs, manifests, metrics; - for standard input)' },
  );
  const format = wordArgument('format', values.format ?? 'text', ['text', 'json']);
  const out = values.redacted;
  if (out !== undefined && positionals.length !== 1)
    refuse('--redacted makes a copy of one file', 'give the files one after another');
  const evidence = new EvidenceImport();
  for (const file of positionals) await take(file, evidence);
  const run = evidence.finish();
  const diagnosis = diagnosisOf(run);
  const choice = values.pod === undefined ? podsInTrouble(run, diagnosis.findings) : { pods: [values.pod] };
  if (values.pod !== undefined) refuseUnknownPod(run, choice);
  if (values.scenario !== undefined) {
    const made = scenarioOfRun(run, choice);
    if (!made.ok) throw new BadInput(made.diagnostics);
    const text = serializeScenario(made.value.scenario);
    if (values.scenario === '-') return { exit: 0, text };
    writeText(values.scenario, text);
  }
  const model = checkAgainstModel(run, choice);
  const copy = out === undefined ? null : await writeRedacted(positionals[0] ?? '', out, diagnosis);
  if (format === 'text') {
    const text = `${diagnoseText(diagnosis)}\n${modelCheckText(model).join('\n')}\n`;
    return { exit: 0, text: copy === null ? text : `${text}\n${copyText(copy)}\n` };
  }
  const redacted = copy === null ? {} : { redacted: copy };
  const report = { ...diagnosis, model: modelCheckJson(model, run), ...redacted };
  return { exit: 0, text: `${JSON.stringify(report, null, 2)}\n` };
}

function refuseUnknownPod(run: ImportedRun, choice: Choice): void {
  const chosen = chosenPods(run, choice, new Notes());
  if (!chosen.ok) throw new BadInput(chosen.diagnostics);
}

async function take(file: string, evidence: EvidenceImport): Promise<void> {
  const label = file === '-' ? 'standard input' : basename(file);
  const decoder = new ByteDecoder();
  const source = new OwnFileFilter(evidence);
  evidence.begin(label);
  for await (const piece of evidenceBytes(file, label)) source.push(decoder.push(piece));
  source.push(decoder.end());
  const own = source.end();
  if (own !== null) {
    const { text, told } = playedEvidence(own, label);
    evidence.push(text);
    evidence.remark([{ line: null, text: told }]);
  }
  evidence.remark(decoder.notes);
  const result = evidence.end();
  if (!result.ok) throw new BadInput(result.diagnostics);
}
