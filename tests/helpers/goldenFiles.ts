import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type GoldenTrace, parseGoldenFile } from '../../src/conformance/goldenTrace';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The recordings that come with the project. */
export const OWN_GOLDEN = join(ROOT, 'tests/conformance/golden');

/** The recordings that may lie beside the checkout. */
export const SHARED_GOLDEN = join(ROOT, '../shared/conformance');

/** Every file of golden traces below `folder`, sorted; none if there is no such folder. */
export function goldenFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.json(\.gz)?$/.test(name))
    .sort();
}

/** The traces of one file; `.gz` is unpacked. */
export function readGolden(folder: string, file: string): readonly GoldenTrace[] {
  const bytes = readFileSync(join(folder, file));
  return parseGoldenFile((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}
