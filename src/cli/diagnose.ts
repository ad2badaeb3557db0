import { basename } from 'node:path';
import { diagnose as diagnosisOf } from '../diagnosis/diagnose';
import { ByteDecoder } from '../importers/decodeBytes';
import { EvidenceImport } from '../importers/importEvidence';
import type { ImportedRun } from '../importers/importedRun';
import { checkAgainstModel } from '../reproduction/checkAgainstModel';
import { chosenPods } from '../reproduction/chosenPods';
import { podsInTrouble } from '../reproduction/podsInTrouble';
import { type Choice, Notes } from '../reproduction/reproduction';
import { scenarioOfRun } from '../reproduction/scenarioOfRun';
import { serializeScenario } from '../scenarios/serializeScenario';
import { readArguments, wordArgument } from './arguments';
import { diagnoseText } from './diagnoseText';
import { evidenceBytes } from './evidenceBytes';
import { BadInput } from './failure';
import { writeText } from './input';
import { modelCheckJson, modelCheckText } from './modelCheck';
import type { Outcome } from './outcome';

/**
 * `diagnose FILE…`: what is stuck, why, what frees it, and which releases the log goes with. Exit 0, findings or not. `--scenario`
 * also writes what happened as a scenario; with `-` that is all that is printed.
 */
export async function diagnose(args: readonly string[]): Promise<Outcome> {
  const { positionals, values } = readArguments(
    args,
    { format: {}, scenario: {}, pod: {} },
    { min: 1, max: 1000, what: 'the files (logs, manifests, metrics; - for standard input)' },
  );
  const format = wordArgument('format', values.format ?? 'text', ['text', 'json']);
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
  return {
    exit: 0,
    text:
      format === 'json'
        ? `${JSON.stringify({ ...diagnosis, model: modelCheckJson(model, run) }, null, 2)}\n`
        : `${diagnoseText(diagnosis)}\n${modelCheckText(model).join('\n')}\n`,
  };
}

function refuseUnknownPod(run: ImportedRun, choice: Choice): void {
  const chosen = chosenPods(run, choice, new Notes());
  if (!chosen.ok) throw new BadInput(chosen.diagnostics);
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
