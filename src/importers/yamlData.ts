import { Composer, type Document, Lexer, LineCounter, type ParsedNode, Parser } from 'yaml';
import type { Diagnostic } from '../base/result';
import { type DataDocument, MAX_DATA_DEPTH } from './dataTree';
import type { SourceLines } from './sourceLines';
import { YamlNodes } from './yamlNodes';

/** The largest YAML that is read, in UTF-16 units; JSON is read faster and may be larger. */
export const MAX_YAML_LENGTH = 16_000_000;
const MAX_PROBLEMS = 20;
/**
 * Words, signs and blanks for each character, from so many of them on: pods have 0.3. More is no YAML of pods, and each
 * mistake in it costs far more time than a word does.
 */
const MAX_DENSITY = 0.45;
const DENSITY_FROM = 50_000;

/**
 * Reads YAML documents: plain words stay words, no tags, few aliases, no deep nesting. Where one breaks, what was complete
 * before is kept. Parsed token by token: what is broken all over is not read to its end.
 */
export function readYamlData(lines: SourceLines): readonly DataDocument[] {
  const { text } = lines;
  const parser = new Parser(new LineCounter().addNewLine);
  // `schema` and `merge` are said so that no `%YAML` directive brings back the rules of 1.1.
  const composer = new Composer({
    schema: 'failsafe',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
    uniqueKeys: false,
    prettyErrors: false,
  });
  const documents: DataDocument[] = [];
  const add = (document: Document.Parsed): void => {
    documents.push(documentOf(document, lines));
  };
  let broken = 0;
  let lexemes = 0;
  let refusal: Diagnostic | null = null;
  const refuse = (at: number, message: string, tip: string): void => {
    refusal = { severity: 'error', ...lines.placeOf(at), message, tip };
  };
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') broken++;
      for (const document of composer.next(token)) add(document);
    }
    if (parser.stack.length > MAX_DATA_DEPTH && collections(parser) > MAX_DATA_DEPTH) {
      refuse(
        parser.offset - lexeme.length,
        `nested deeper than ${MAX_DATA_DEPTH} levels`,
        'look for a bracket or an indentation too many',
      );
      break;
    }
    if (++lexemes > DENSITY_FROM && lexemes > parser.offset * MAX_DENSITY) {
      refuse(parser.offset, 'more signs than words', 'give the output of kubectl get pods -o yaml as it is');
      break;
    }
    if (broken > MAX_PROBLEMS) break;
  }
  const end = parser.offset;
  for (const token of parser.end()) for (const document of composer.next(token)) add(document);
  for (const document of composer.end(false, text.length)) add(document);
  if (refusal === null) return documents;
  // The document that is refused keeps what came before that place.
  const root = documents.at(-1)?.root ?? null;
  return [...documents.slice(0, -1), { root, problems: [refusal], soundUntil: end, faults: [] }];
}

function documentOf(document: Document.Parsed, lines: SourceLines): DataDocument {
  const problems: Diagnostic[] = [];
  const seen = new Set<number>();
  let soundUntil = Number.POSITIVE_INFINITY;
  for (const error of document.errors) {
    const [offset] = error.pos;
    soundUntil = Math.min(soundUntil, offset);
    const place = lines.placeOf(offset);
    // One mistake makes the parser stumble several times over one line: the first time says most.
    if (seen.has(place.line) || problems.length >= MAX_PROBLEMS) continue;
    seen.add(place.line);
    const tip = TIPS.get(error.code);
    const message = `not valid YAML: ${decapitalised(error.message)}`;
    problems.push({ severity: 'error', ...place, message, ...(tip === undefined ? {} : { tip }) });
  }
  const nodes = new YamlNodes(lines);
  const root = document.contents === null ? null : nodes.read(document.contents as ParsedNode);
  if (nodes.stopped !== null) {
    problems.unshift(nodes.stopped);
    return { root: null, problems, soundUntil: -1, faults: [] };
  }
  return { root, problems, soundUntil, faults: nodes.faults };
}

const TIPS: ReadonlyMap<string, string> = new Map([
  ['TAB_AS_INDENT', 'indent with spaces: this line has a tab'],
  ['BAD_INDENT', 'fields of one map begin in one column'],
  ['MULTILINE_IMPLICIT_KEY', 'a text with `: ` in it needs quotes; was the file cut here?'],
  ['BLOCK_AS_IMPLICIT_KEY', 'a text with `: ` in it needs quotes'],
  ['MISSING_CHAR', 'a bracket, comma or quote is missing before this place; was the file cut here?'],
]);

const decapitalised = (text: string): string =>
  text.slice(0, 1).toLowerCase() + text.slice(1).replace(/\.$/, '');

const collections = (parser: Parser): number =>
  parser.stack.filter(
    ({ type }) => type === 'block-map' || type === 'block-seq' || type === 'flow-collection',
  ).length;
