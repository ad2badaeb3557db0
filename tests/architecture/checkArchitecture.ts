import { posix } from 'node:path';
import { ENGINE_SIDE, FORBIDDEN, type FolderRule, NAMELESS, RULES } from './rules';
import { codeOf, type Import, importsOf } from './sourceText';

/** Source files by their path below `src`. */
export type Sources = ReadonlyMap<string, string>;

/** Everything in which the sources break the rules, one sentence each. */
export function checkArchitecture(sources: Sources): string[] {
  const broken: string[] = [];
  const arrows: Arrow[] = [];
  for (const [file, source] of sources) {
    broken.push(...checkName(file), ...checkWords(file, source));
    for (const given of importsOf(source)) {
      const to = given.from.startsWith('.') ? resolve(file, given.from, sources) : null;
      if (to !== null) arrows.push({ from: file, to, typeOnly: given.typeOnly });
      broken.push(...(to === null ? checkPackage(file, given) : checkArrow(file, to, given)));
    }
  }
  return [...broken, ...fileCycles(arrows), ...folderCycles(arrows)];
}

/** One file imports another. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

/** The folder directly below `src`; `''` for the entry of the page. */
const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '');

const withoutEnding = (file: string): string => file.replace(/(?:\.d)?\.tsx?$/, '');

/** The file that a relative import means, as it is called in `sources` if it is there. */
function resolve(file: string, from: string, sources: Sources): string {
  const path = posix.normalize(posix.join(posix.dirname(file), from));
  return [path, `${path}.ts`, `${path}.tsx`, `${path}.d.ts`].find((name) => sources.has(name)) ?? path;
}

function checkName(file: string): string[] {
  const folder = folderOf(file);
  const broken: string[] = [];
  if (folder !== '' && RULES[folder] === undefined) broken.push(`${file}: the table has no folder ${folder}`);
  if (NAMELESS.test(file)) broken.push(`${file}: the name says nothing about what is inside`);
  return broken;
}

function checkWords(file: string, source: string): string[] {
  if (!ENGINE_SIDE.includes(folderOf(file))) return [];
  const lines = codeOf(source, false).split('\n');
  return FORBIDDEN.flatMap(([pattern, what]) =>
    lines.flatMap((line, i) => {
      const found = pattern.exec(line);
      return found === null ? [] : [`${file}:${i + 1}: ${found[0].trim()} (the engine side has no ${what})`];
    }),
  );
}

/** Is `file` named by `entry`, a folder or a file without its ending? */
const isIn = (file: string, entry: string): boolean =>
  entry.includes('/') ? withoutEnding(file) === entry : folderOf(file) === entry;

function checkArrow(file: string, to: string, given: Import): string[] {
  const folder = folderOf(file);
  if (folder === '') return [];
  const target = withoutEnding(to);
  if (target.startsWith('..')) return [`${file}: imports ${given.from}, which lies outside src`];
  if (folderOf(to) === folder) return folder === 'views' ? checkPanel(file, to) : [];
  const rule: FolderRule = RULES[folder] ?? { may: [] };
  if (rule.may.some((entry) => isIn(to, entry))) return [];
  const asTypes = (rule.types ?? []).some((entry) => isIn(to, entry));
  if (asTypes && given.typeOnly) return [];
  return [asTypes ? `${file}: may import only types of ${target}` : `${file}: must not import ${target}`];
}

/** A panel knows itself and what is shared; the files directly in `views` put the panels together. */
function checkPanel(file: string, to: string): string[] {
  const panelOf = (path: string): string => (path.split('/').length > 2 ? (path.split('/')[1] ?? '') : '');
  const [mine, other] = [panelOf(file), panelOf(to)];
  if (mine === '' || mine === other || other === 'shared') return [];
  return [`${file}: must not import ${withoutEnding(to)}, which is another panel's`];
}

function checkPackage(file: string, { from }: Import): string[] {
  const folder = folderOf(file);
  const name = from.startsWith('@') ? from.split('/').slice(0, 2).join('/') : (from.split('/')[0] ?? '');
  if (folder === '') return ['react', 'react-dom'].includes(name) ? [] : [`${file}: must not import ${from}`];
  const rule = RULES[folder];
  const allowed = [...(rule?.packages ?? []), ...(rule?.only?.[file] ?? [])];
  const fits = allowed.some((entry) => entry === name || (entry === 'node:' && name.startsWith('node:')));
  return fits ? [] : [`${file}: must not import ${from}`];
}

/** Cycles of files; imports of types are no hindrance, since nothing is left of them. */
function fileCycles(arrows: readonly Arrow[]): string[] {
  const values = arrows.filter(({ typeOnly }) => !typeOnly);
  return cyclesOf(values.map(({ from, to }) => [from, to])).map((cycle) => `files in a circle: ${cycle}`);
}

/** Cycles of folders, of types too: of two folders one is to be read first. */
function folderCycles(arrows: readonly Arrow[]): string[] {
  const between = arrows
    .map(({ from, to }) => [folderOf(from), folderOf(to)] as const)
    .filter(([from, to]) => from !== to && from !== '');
  return cyclesOf(between).map((cycle) => `folders in a circle: ${cycle}`);
}

/** One text for every circle that a walk along the arrows meets. */
function cyclesOf(arrows: readonly (readonly [string, string])[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const cycles = new Set<string>();
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (node: string): void => {
    const start = path.indexOf(node);
    if (start >= 0) cycles.add([...path.slice(start), node].join(' → '));
    if (start >= 0 || done.has(node)) return;
    path.push(node);
    for (const other of next.get(node) ?? []) walk(other);
    path.pop();
    done.add(node);
  };
  for (const node of next.keys()) walk(node);
  return [...cycles];
}
