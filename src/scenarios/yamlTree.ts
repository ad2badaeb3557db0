import { Composer, Lexer, LineCounter, Parser } from 'yaml';
import type { Diagnostic } from '../base/result';
import { Places, type TreePath } from './places';
import { type DuplicateKey, MAX_DEPTH, TOO_DEEP, type Tree, TreeReader } from './treeReader';

/** What reading came to: the data with its places, or why there is none. */
export type YamlTree =
  | {
      readonly ok: true;
      readonly root: Tree;
      readonly places: Places;
      readonly duplicates: readonly DuplicateKey[];
    }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

const MAX_PROBLEMS = 20;
/** Words, signs and blanks of the YAML: 10,000 steps have about 300,000. Keeps a megabyte of commas out. */
const MAX_LEXEMES = 500_000;

/** Reads one YAML document with the place of everything. `isFree` says which maps have keys of the writer's choice. */
export function readYamlTree(text: string, isFree: (path: TreePath) => boolean): YamlTree {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const problem = (offset: number, message: string, tip?: string): Diagnostic => {
    const { line, col } = lines.linePos(offset);
    const place = { line: Math.max(line, 1), column: Math.max(col, 1) };
    return { severity: 'error', ...place, message, ...(tip === undefined ? {} : { tip }) };
  };
  const refused = (...problems: readonly Diagnostic[]): YamlTree => ({ ok: false, problems });

  // Parsed token by token: what is nested too deeply or broken all over is not read to its end.
  const parser = new Parser(lines.addNewLine);
  const tokens = [];
  let broken = 0;
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'error') broken++;
    }
    if (parser.stack.length > MAX_DEPTH && collections(parser) > MAX_DEPTH)
      return refused(problem(parser.offset - lexeme.length, ...TOO_DEEP));
    if (broken > MAX_PROBLEMS) break;
    if (++lexemes > MAX_LEXEMES)
      return refused(problem(parser.offset, 'more words and signs than a scenario has'));
  }
  tokens.push(...parser.end());

  const second = tokens.filter((token) => token.type === 'document')[1];
  if (second !== undefined) {
    return refused(
      problem(
        second.offset,
        'a second document begins here',
        'one file holds one scenario: remove the `---`',
      ),
    );
  }
  // `schema` and `merge` are said so that no `%YAML` directive brings back the rules of 1.1.
  const options = {
    schema: 'core',
    merge: false,
    stringKeys: true,
    uniqueKeys: false,
    prettyErrors: false,
  } as const;
  const [document] = new Composer({ ...options, resolveKnownTags: false }).compose(tokens, true, text.length);
  const found = firstOfLines([...(document?.errors ?? []), ...(document?.warnings ?? [])], lines);
  if (found.length > 0) {
    return refused(
      ...found.map((e) =>
        e.code === 'TAG_RESOLVE_FAILED'
          ? problem(
              e.pos[0],
              'a tag has no meaning here',
              'remove the word that begins with `!`, or put it in quotes',
            )
          : problem(e.pos[0], `not valid YAML: ${decapitalised(e.message)}`, TIPS.get(e.code)),
      ),
    );
  }
  const contents = document?.contents ?? null;
  const reader = new TreeReader(isFree, new Places(lines, contents?.range[0] ?? 0));
  const root = reader.read(contents, [], false);
  if (reader.stopped !== null) return refused(problem(reader.stopped.offset, ...reader.stopped.why));
  return { ok: true, root, places: reader.places, duplicates: reader.duplicates };
}

const TIPS: ReadonlyMap<string, string> = new Map([
  ['TAB_AS_INDENT', 'indent with spaces'],
  ['BAD_INDENT', 'fields of one map begin in one column'],
  ['MULTILINE_IMPLICIT_KEY', 'a text with `: ` in it needs quotes'],
  ['BLOCK_AS_IMPLICIT_KEY', 'a text with `: ` in it needs quotes'],
  ['MISSING_CHAR', 'look for a bracket, comma or quote that is missing before this place'],
]);

/** One mistake makes the parser stumble several times over one line: the first time says most. */
function firstOfLines<E extends { readonly pos: readonly [number, number] }>(
  errors: readonly E[],
  lines: LineCounter,
): E[] {
  const byLine = new Map<number, E>();
  for (const error of errors) {
    const { line } = lines.linePos(error.pos[0]);
    if (byLine.size < MAX_PROBLEMS && !byLine.has(line)) byLine.set(line, error);
  }
  return [...byLine.values()];
}

const decapitalised = (text: string): string =>
  text.slice(0, 1).toLowerCase() + text.slice(1).replace(/\.$/, '');

const collections = (parser: Parser): number =>
  parser.stack.filter(
    ({ type }) => type === 'block-map' || type === 'block-seq' || type === 'flow-collection',
  ).length;
