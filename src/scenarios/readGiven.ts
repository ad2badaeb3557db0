import * as v from 'valibot';
import { LineCounter } from 'yaml';
import { type Diagnostic, failure, type Result, success } from '../base/result';
import type { Command, Scenario } from './command';
import { commandOf } from './expandSteps';
import { fieldMistakes } from './fieldMistakes';
import { diagnosticAt, issueDiagnostics, typeMistake } from './issueDiagnostics';
import { child, Places } from './places';
import { checkReferences } from './stepChecks';
import { stepSchema } from './stepSchema';

/** A command at a virtual time, ms. */
export interface GivenCommand {
  readonly at: number;
  readonly command: Command;
}

/** As many mistakes as are told at once. */
const MAX_DIAGNOSTICS = 20;

const givenSchema = v.strictObject({ given: v.array(stepSchema) });

/**
 * Commands that were given by hand and come from outside (a link, a saved run), checked as if they stood in the scenario's file:
 * every field of every command, and that its pod and container exist. The commands in order of time, or what is wrong with them.
 */
export function readGiven(given: readonly unknown[], scenario: Scenario): Result<readonly GivenCommand[]> {
  const root = { given: given.map(asStep) };
  const checked = v.safeParse(givenSchema, root, { abortPipeEarly: true, message: typeMistake });
  const mistakes = fieldMistakes(givenSchema, root).slice(0, 10 * MAX_DIAGNOSTICS);
  const found = [
    ...issueDiagnostics(checked.issues ?? [], mistakes, new Places(new LineCounter(), 0), root),
    ...referenceMistakes(root.given, scenario),
  ];
  const commands: GivenCommand[] = [];
  const images = new Map();
  for (const [i, step] of (checked.success ? checked.output.given : []).entries()) {
    if ('do' in step && step.repeat === undefined)
      commands.push({ at: step.at, command: commandOf(step, 1, scenario.pods, images) });
    else found.push({ severity: 'error', path: `given[${i}]`, message: 'this is no single command' });
  }
  if (found.length > 0) return failure(...found.slice(0, MAX_DIAGNOSTICS).map(withoutPlace));
  return success(commands.sort((a, b) => a.at - b.at));
}

/** A command as the step of a file that it would be: what is `null` is left out, times have their unit. */
function asStep(given: unknown): unknown {
  const command = child(given, 'command');
  if (command === null || typeof command !== 'object' || Array.isArray(command)) return given;
  const fields = Object.entries(command).map(([name, value]): [string, unknown] => {
    if (name === 'times' && value === null) return [name, 'until-lifted'];
    return [name, name === 'delay' || name === 'downtime' ? inMs(value) : value];
  });
  return Object.fromEntries([
    ['at', inMs(child(given, 'at'))],
    ...fields.filter(([, value]) => value !== null),
  ]);
}

const inMs = (value: unknown): unknown =>
  typeof value === 'number' && value >= 0 ? `${Math.round(value)}ms` : value;

function referenceMistakes(steps: readonly unknown[], scenario: Scenario): readonly Diagnostic[] {
  const pods = [...scenario.pods.values()];
  const templates = new Map(
    pods.map(({ name, podName, namespace, uid, containers, initContainers }) => [
      name,
      { podName, namespace, uid, containers: [...initContainers, ...containers].map((spec) => spec.name) },
    ]),
  );
  const owners = pods.flatMap(({ podName, uid }) => (uid === null ? [podName] : [podName, uid]));
  const found: Diagnostic[] = [];
  for (const [i, step] of steps.entries()) {
    if (found.length >= MAX_DIAGNOSTICS) break;
    checkReferences(step, ['given', i], templates, owners, (path, message, tip) =>
      found.push(diagnosticAt(NOWHERE, path, message, tip)),
    );
  }
  return found;
}

/** These commands stand in no file. */
const NOWHERE = { line: 1, column: 1 };

const withoutPlace = ({ line: _, column: __, ...diagnostic }: Diagnostic): Diagnostic => diagnostic;
