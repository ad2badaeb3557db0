import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** How pasted evidence is broken. Tests say which of these they are about: `messy 12: …`. */
const ROWS: readonly string[] = [
  'colour codes and what a copy leaves of them',
  'lines cut at a width or by a log shipper',
  'a line wrapped into two',
  'line ends of every kind',
  'values of several lines',
  'text of umount and mount over several lines',
  'lines of the runtime between',
  'lines of dockerd, the kernel and systemd between',
  'several time zones',
  'no year',
  'a new year, a new month',
  'an hour that comes twice',
  'lines out of order',
  'newest first',
  'several kubelets in one file',
  'several runs of one kubelet',
  'other components with klog headers',
  'other names of the unit',
  'line numbers and prefixes of grep',
  'columns of a log viewer, two records in a line',
  'comments between lines',
  'fences, quote marks, typographic quotes',
  'redactions',
  'doubly escaped text, JSON in JSON',
  'JSON mixed with text',
  'a crash dump',
  'gzip, zip, tar',
  'very large files, very long lines',
  'other encodings',
  'NUL bytes',
  'a document that is cut',
  'every way in which pods are listed',
  'several documents, other kinds between',
  'noise and secrets of objects',
  'bombs, nesting, tags, fields given twice',
  'surprises of YAML',
  'what may be missing of an object',
  'names of prototypes as keys',
  'markup in names and messages',
  'characters that cannot be seen',
  'descriptions and tables of kubectl',
  'the text of one event',
  'tables and JSON of crictl',
  'every form of the metrics format',
  'metrics of another endpoint',
  'answers of Prometheus',
  'pictures and PDF',
  'the same lines twice',
  'a clock that jumps',
  'only the lines that name the pod',
  'sensitive data',
];

const FOLDERS = ['importers', 'base', 'cli', 'diagnosis', 'transport'].map(
  (folder) => new URL(`../${folder}/`, import.meta.url),
);

describe('every breakage has a test', () => {
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.test.ts') && name !== 'messyRows.test.ts')
      .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  );
  it.each(ROWS.map((row, i) => [i + 1, row] as const))('%i: %s', (number) => {
    expect(sources.some((source) => new RegExp(`['\`]messy ${number}: `).test(source))).toBe(true);
  });
});
