import * as v from 'valibot';
import { assert } from '../base/assert';
import { type Diagnostic, failure, type Result, success } from '../base/result';
import { buildScenario } from './buildScenario';
import type { Scenario } from './command';
import { fieldMistakes } from './fieldMistakes';
import { diagnosticAt, issueDiagnostics, typeMistake } from './issueDiagnostics';
import { quoted } from './nearestWord';
import { child, type Places } from './places';
import { isFreeMap, scenarioSchema } from './schema';
import { type ScenarioSource, sourceText } from './sourceText';
import { stepChecks } from './stepChecks';
import { stepWarnings } from './stepWarnings';
import { templateChecks, templateNames } from './templateChecks';
import type { DuplicateKey } from './treeReader';
import { readYamlTree } from './yamlTree';

/** As many mistakes of one file as are told at once. */
const MAX_DIAGNOSTICS = 20;

/**
 * Reads a scenario file, YAML or JSON: the scenario with every default filled in, or everything that is wrong with
 * the file, in the order of its lines. Nothing in a file can make it throw.
 */
export function parseScenario(source: ScenarioSource): Result<Scenario> {
  const { file } = source;
  const text = sourceText(source);
  if (!text.ok) return text;
  const read = readYamlTree(text.value, isFreeMap);
  if (!read.ok) return failure(...inFile(file, read.problems));
  const { root, places } = read;
  if (root === null || typeof root !== 'object' || Array.isArray(root)) {
    const message =
      root === null ? 'no scenario: the file is empty' : `no scenario: the file holds ${quoted(root)}`;
    const tip = 'a scenario begins with `version: 1` and a `title`';
    return failure(...inFile(file, [diagnosticAt(places.find(root, []), [], message, tip)]));
  }
  const version = child(root, 'version');
  if (typeof version === 'number' && version > 1) {
    // What the rest means is that version's business, so nothing else is told of.
    const message = `written for a newer version: this program reads version 1, the file has ${quoted(version)}`;
    const place = places.find(root, ['version']);
    return failure(...inFile(file, [diagnosticAt(place, ['version'], message, 'use a newer program')]));
  }
  const checked = v.safeParse(scenarioSchema, root, { abortPipeEarly: true, message: typeMistake });
  const mistakes = fieldMistakes(scenarioSchema, root).slice(0, 10 * MAX_DIAGNOSTICS);
  const diagnostics = [
    ...issueDiagnostics(checked.issues ?? [], mistakes, places, root),
    ...read.duplicates.map((key) => duplicateDiagnostic(key, places)),
    ...templateChecks(root, places),
    ...stepChecks(root, places, templateNames(root)),
  ];
  if (!checked.success || diagnostics.length > 0) {
    assert(diagnostics.length > 0, 'whatever the schema refuses is told of');
    return failure(...inFile(file, diagnostics));
  }
  const scenario = buildScenario(checked.output, (step) => places.find(root, ['steps', step]).line);
  return success(scenario, inFile(file, stepWarnings(root, places)));
}

/** The diagnostics with the file's name, in the order of the file, no more than anybody reads. */
function inFile(file: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics
    .map((d): Diagnostic => ({ file, ...d }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
    .slice(0, MAX_DIAGNOSTICS);
}

function duplicateDiagnostic({ path, key, first, second }: DuplicateKey, places: Places): Diagnostic {
  const [a, b] = [places.at(first), places.at(second)];
  const lines = `lines ${a.line} and ${b.line}`;
  const isPod = path.length === 1 && path[0] === 'pods';
  const message = isPod
    ? `two pods with one name: ${quoted(key)}, ${lines}`
    : `field ${quoted(key)} is given twice, ${lines}`;
  const tip = isPod
    ? 'give one another key; `podName` may be the same for static pods'
    : 'remove one of them';
  return diagnosticAt(b, [...path, key], message, tip);
}
