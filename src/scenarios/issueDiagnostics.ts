import type * as v from 'valibot';
import type { Diagnostic } from '../base/result';
import type { FieldMistake } from './fieldMistakes';
import { didYouMean, nearestWord, quoted } from './nearestWord';
import { type Places, pathText, type TreePath } from './places';

type Issue = v.BaseIssue<unknown>;

/** The message of an issue whose schema has none of its own: a value of the wrong type. */
export function typeMistake(issue: Issue): string {
  const wanted = WANTED.get(issue.type) ?? issue.expected ?? 'something else';
  const tip =
    issue.input === null
      ? '\nremove the field, or write a value'
      : issue.type === 'string' && typeof issue.input !== 'object'
        ? '\nput it in quotes'
        : '';
  return `{field} must be ${wanted}, not ${quoted(issue.input)}${tip}`;
}

const WANTED: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['boolean', '`true` or `false`'],
  ['array', 'a list'],
  ['map', 'a map of fields'],
  ['strict_object', 'a map of fields'],
  ['loose_object', 'a map of fields'],
]);

/**
 * What the schema found, in words and with places: one diagnostic for one mistake. A field that is missing because
 * its name is misspelt is told of once, as the unknown field that it is.
 */
export function issueDiagnostics(
  issues: readonly Issue[],
  mistakes: readonly FieldMistake[],
  places: Places,
  root: unknown,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const misspelt = new Set<string>();
  const lists = new Set<string>();
  for (const mistake of mistakes) {
    const { path } = mistake;
    if (mistake.kind === 'listForFields') {
      lists.add(pathText(path));
      const message = `${subject(path)} must be a map of fields, not a list`;
      diagnostics.push(diagnosticAt(places.find(root, path), path, message));
    } else {
      const { field, known } = mistake;
      misspelt.add(meantField(path, field, known));
      const message = `unknown field ${quoted(field)}`;
      diagnostics.push(diagnosticAt(places.find(root, path, 'key'), path, message, didYouMean(field, known)));
    }
  }
  for (const issue of issues) {
    const path = pathOf(issue);
    const last = issue.path?.at(-1);
    if (lists.has(pathText(path.slice(0, -1)))) continue;
    const isObject = issue.type === 'strict_object' || issue.type === 'loose_object';
    if (isObject && last?.origin === 'key') {
      if (issue.expected === 'never' || misspelt.has(pathText(path))) continue;
      const place = places.find(root, path.slice(0, -1));
      diagnostics.push(
        diagnosticAt(place, path, `missing field ${quoted(path.at(-1))}`, EXAMPLES.get(String(path.at(-1)))),
      );
      continue;
    }
    const [sentence = '', tip] = issue.message.split('\n');
    const message = sentence.replace(/^\{field\}/, () => subject(path));
    diagnostics.push(
      diagnosticAt(places.find(root, path, last?.origin === 'key' ? 'key' : 'value'), path, message, tip),
    );
  }
  return diagnostics;
}

/** A diagnostic about what stands at `path`. */
export function diagnosticAt(
  place: { readonly line: number; readonly column: number },
  path: TreePath,
  message: string,
  tip?: string,
): Diagnostic {
  const where = {
    line: place.line,
    column: place.column,
    ...(path.length === 0 ? {} : { path: pathText(path) }),
  };
  return { severity: 'error', ...where, message, ...(tip === undefined ? {} : { tip }) };
}

/** How a sentence calls the field at `path`: by its name, an entry of a list by the list's name and number. */
function subject(path: TreePath): string {
  const last = path.at(-1);
  if (last === undefined) return 'the scenario';
  return quoted(typeof last === 'number' ? pathText(path.slice(-2)) : last);
}

const pathOf = (issue: Issue): TreePath => (issue.path ?? []).map((item) => item.key as string | number);

function meantField(path: TreePath, field: string, known: readonly string[]): string {
  return pathText([...path.slice(0, -1), nearestWord(field, known) ?? field]);
}

/** What to write where a field is missing. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['version', 'write `version: 1`'],
  ['title', 'write `title:` and what the scenario shows'],
  ['steps', 'write `steps:` and a list'],
  ['at', 'such as `at: 10s`'],
  ['pod', 'a name under `pods`'],
  ['operation', 'such as `operation: StopPodSandbox`'],
  ['kind', 'such as `kind: error`'],
]);
