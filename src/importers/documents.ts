import { type Diagnostic, failure, type Result, success } from '../base/result';
import type { DataDocument } from './dataTree';
import { readJsonData } from './jsonData';
import { SourceLines } from './sourceLines';
import { MAX_YAML_LENGTH, readYamlData } from './yamlData';

/** A file of JSON or YAML documents. */
export interface Documents {
  readonly isJson: boolean;
  readonly lines: SourceLines;
  readonly documents: readonly DataDocument[];
}

/** The largest JSON that is read as a whole, in UTF-16 units. */
const MAX_JSON_LENGTH = 128_000_000;

/** Reads a text as JSON or YAML, whichever it looks like. Fences and prompts that were pasted along count as blanks. */
export function readDocuments(text: string, label?: string): Result<Documents> {
  const isJson = looksLikeJson(text);
  const limit = isJson ? MAX_JSON_LENGTH : MAX_YAML_LENGTH;
  if (text.length > limit) {
    const problem: Diagnostic = {
      severity: 'error',
      message: `${isJson ? 'JSON' : 'YAML'} of more than ${limit / 1_000_000} MB is not read as a whole`,
      tip: 'ask for the pods of one node only: kubectl get pods -A -o json --field-selector spec.nodeName=NODE',
    };
    return failure({ ...problem, ...(label === undefined ? {} : { file: label }) });
  }
  const lines = new SourceLines(withoutPasted(text), label);
  return success({ isJson, lines, documents: isJson ? readJsonData(lines) : readYamlData(lines) });
}

/** JSON quotes its first key; YAML's own brackets do so rarely. */
const looksLikeJson = (text: string): boolean =>
  /^[\s\uFEFF]*(?:\[\s*(?:[[{\]"]|$)|\{\s*(?:["}]|$))/.test(text.slice(0, 10_000));

/** Fences of Markdown and a prompt with its command, blanked out so that every other character stays in its place. */
function withoutPasted(text: string): string {
  const blank = (found: string): string => ' '.repeat(found.length);
  const unfenced = text.includes('```') ? text.replace(/^```[^\r\n]*/gm, blank) : text;
  return /^\s*[$#>]\s*(?:sudo |oc |k |kubectl )/.test(unfenced.slice(0, 1000))
    ? unfenced.replace(/^\s*[$#>][^\r\n]*/, (found) => found.replace(/[^\n]/g, ' '))
    : unfenced;
}
