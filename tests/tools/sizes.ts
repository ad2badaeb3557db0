import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { printTable } from '../bench/printTable';

/**
 * What the page weighs on its way to the reader: fails when a part is over its budget. Builds first; `--built` or
 * `--built=folder` takes the build that is there.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const given = process.argv.find((argument) => argument.startsWith('--built'));
const dist = given?.split('=')[1] ?? `${ROOT}dist`;
if (given === undefined) await build({ root: ROOT, logLevel: 'warn' });
if (!existsSync(`${dist}/index.html`)) throw new Error(`${dist} has no index.html: build first`);

const gzipped = (file: string): number => gzipSync(readFileSync(`${dist}/${file}`), { level: 9 }).length;
const assets = readdirSync(`${dist}/assets`).map((name) => `assets/${name}`);
const text = (file: string): string => readFileSync(`${dist}/${file}`, 'utf8');

/** The files that a script imports at once, itself included. */
function withImports(file: string, seen: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  const imported = [...text(file).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)];
  return imported.reduce(
    (all, [, name = '']) => withImports(`assets/${name}`, all),
    new Set([...seen, file]) as ReadonlySet<string>,
  );
}

const html = text('index.html');
const linked = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, name = '']) => name);
const scripts = linked(/(?:src|href)="\.\/(assets\/[\w.-]+\.js)"/g);
const entry = new Set(scripts.flatMap((file) => [...withImports(file)]));
const named = (part: string): string[] =>
  assets.filter((file) => file.startsWith(`assets/${part}`) && file.endsWith('.js'));
/** What a lazy part brings beside what is there already. */
const lazily = (part: string, present: ReadonlySet<string>): Set<string> =>
  new Set(
    named(part)
      .flatMap((file) => [...withImports(file)])
      .filter((file) => !present.has(file)),
  );
const worker = lazily('simulation.worker', new Set());

const PARTS: readonly { what: string; files: Iterable<string>; budget: number | null }[] = [
  { what: 'entry: scripts that index.html loads', files: entry, budget: 130 },
  { what: 'entry: styles', files: linked(/href="\.\/(assets\/[\w.-]+\.css)"/g), budget: null },
  { what: 'charts, with the first gauge', files: lazily('GaugeChart', entry), budget: 130 },
  { what: 'worker: the engine', files: worker, budget: 60 },
  { what: 'worker: the catalog, loaded beside it', files: lazily('catalog', worker), budget: null },
  { what: 'worker: reading and writing files', files: lazily('scenarioTools', worker), budget: null },
  { what: 'worker: the kubelet log', files: lazily('klogTools', worker), budget: null },
  { what: 'panel: statechart, on its own after the lanes', files: lazily('Statechart', entry), budget: null },
  { what: 'panel: events', files: lazily('Events', entry), budget: null },
  { what: 'panel: sequence', files: lazily('Sequence', entry), budget: null },
  { what: 'panel: explorer', files: lazily('Explorer', entry), budget: 15 },
  { what: 'worker: the explorer, with its panel', files: lazily('explorer.worker', new Set()), budget: 120 },
  { what: 'panel: import', files: lazily('Import', entry), budget: 15 },
  {
    what: 'worker: reading evidence, with its panel',
    files: lazily('evidence.worker', new Set()),
    budget: 120,
  },
  {
    what: 'worker: playing evidence, beside it',
    files: lazily('reproductionTools', new Set()),
    budget: null,
  },
  { what: 'panel: metrics', files: lazily('Metrics', entry), budget: null },
];

const KB = 1000;
const rows = PARTS.map(({ what, files, budget }) => {
  const list = [...files];
  const size = list.reduce((sum, file) => sum + gzipped(file), 0) / KB;
  return { what, files: list.length, size, budget, isOver: budget !== null && (size > budget || size === 0) };
});
printTable('What the page weighs, KB gzipped', [
  ['part', 'files', 'KB', 'at most', ''],
  ...rows.map(({ what, files, size, budget, isOver }) => [
    what,
    String(files),
    size.toFixed(1),
    budget === null ? '–' : String(budget),
    isOver ? (size === 0 ? 'MISSING' : 'TOO LARGE') : '',
  ]),
]);
if (rows.some(({ isOver }) => isOver)) process.exitCode = 1;
