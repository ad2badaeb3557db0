/** One import or re-export of a source file. */
export interface Import {
  readonly from: string;
  /** Only types are taken: nothing is left of it when the program runs. */
  readonly typeOnly: boolean;
}

/** After these a slash begins a regular expression, not a division. */
const BEFORE_REGEX = /(?:[(,=:[!&|?{};+]|\breturn|=>)\s*$/;

/**
 * The code of a file with comments blanked out, and with `keepStrings` false also what is inside strings and regular
 * expressions; what is inserted into a template stays. Positions and lines stay the same. TypeScript's own scanner
 * is not used: the compiler that this project pins has no API.
 */
export function codeOf(source: string, keepStrings: boolean): string {
  let out = '';
  let i = 0;
  /** Open braces since each template insertion that we are in. */
  const insertions: number[] = [];
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  const take = (end: number, keep: boolean): void => {
    out += keep ? source.slice(i, end) : blank(source.slice(i, end));
    i = end;
  };
  const endOf = (pattern: RegExp): number => {
    pattern.lastIndex = i;
    const found = pattern.exec(source);
    return found === null ? source.length : found.index + found[0].length;
  };
  const template = (): void => {
    take(i + 1, true);
    const end = endOf(/(?:[^\\`$]|\\[\s\S]|\$(?!\{))*/y);
    take(end, keepStrings);
    if (source[i] === '`') return take(i + 1, true);
    if (source.startsWith('${', i)) {
      take(i + 2, true);
      insertions.push(0);
    }
  };
  while (i < source.length) {
    const char = source[i];
    if (source.startsWith('//', i)) take(endOf(/[^\n]*/y), false);
    else if (source.startsWith('/*', i)) take(endOf(/\*\//g), false);
    else if (char === "'" || char === '"') {
      const end = endOf(char === "'" ? /'(?:[^'\\\n]|\\[\s\S])*'?/y : /"(?:[^"\\\n]|\\[\s\S])*"?/y);
      take(i + 1, true);
      take(end - 1, keepStrings);
      take(end, true);
    } else if (char === '`') template();
    else if (char === '/' && BEFORE_REGEX.test(out)) {
      take(endOf(/\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/?/y), keepStrings);
    } else if (char === '{' && insertions.length > 0) {
      insertions.push((insertions.pop() ?? 0) + 1);
      take(i + 1, true);
    } else if (char === '}' && insertions.at(-1) === 0) {
      insertions.pop();
      template();
    } else if (char === '}' && insertions.length > 0) {
      insertions.push((insertions.pop() ?? 0) - 1);
      take(i + 1, true);
    } else take(i + 1, true);
  }
  return out;
}

/** At the start of a line or statement, so that a text with the word in it is none. */
const STATEMENT =
  /(?:(?<=^|[;}])[ \t]*(?:import|export)\s+(?<type>type\s+(?!from\b))?(?<what>[\w$*{}\s,]*?)\s*\bfrom\s*['"](?<from>[^'"\n]+)['"])|(?:(?<=^|[;}])[ \t]*import\s*['"](?<bare>[^'"\n]+)['"])|(?:(?<![\w.$])import\s*\(\s*['"](?<dynamic>[^'"\n]+)['"])/gm;

/** What a file imports, also by `import()` and by `export … from`. */
export function importsOf(source: string): Import[] {
  return [...codeOf(source, true).matchAll(STATEMENT)].map(({ groups = {} }) => {
    const what = groups.what?.trim() ?? '';
    const named = /^\{(?<names>[^}]*)\}$/.exec(what)?.groups?.names?.split(',') ?? [];
    const names = named.map((name) => name.trim()).filter((name) => name !== '');
    const allTypes = names.length > 0 && names.every((name) => /^type\s/.test(name));
    return {
      from: groups.from ?? groups.bare ?? groups.dynamic ?? '',
      typeOnly: groups.type !== undefined || allTypes,
    };
  });
}
