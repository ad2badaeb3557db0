import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { shownText } from '../base/shownText';
import { GoldenError } from '../conformance/goldenError';
import { type GoldenTrace, parseGoldenFile } from '../conformance/goldenTrace';
import { type Departure, GOLDEN_VERSIONS, replayTrace } from '../conformance/replayTrace';
import { readArguments } from './arguments';
import { refuse } from './failure';
import type { Outcome } from './outcome';

/** The recordings that come with the project. */
const OWN = fileURLToPath(new URL('../../tests/conformance/golden/', import.meta.url));

/** At most this many differing fields are shown of one trace. */
const SHOWN = 8;

/** `conformance [DIR]`: replays every golden trace below a folder. Exit 1 on any difference; last line `N passed, N failed`. */
export function conformance(args: readonly string[]): Outcome {
  const { positionals } = readArguments(args, {}, { min: 0, max: 1, what: 'the folder' });
  const folder = positionals[0] ?? process.env.LAB_CONFORMANCE_DIR ?? OWN;
  const files = goldenFiles(folder);
  if (files.length === 0) refuse(`no golden traces (*.json, *.json.gz) below ${folder}`);
  const lines: string[] = [];
  const counts = new Map(GOLDEN_VERSIONS.map(([version]) => [version, { passed: 0, failed: 0 }]));
  for (const file of files) {
    const shown = relative(folder, file);
    for (const trace of readTraces(file, shown)) {
      for (const [version, release] of GOLDEN_VERSIONS) {
        if (trace[version] === undefined) continue;
        const departure = replayTrace(trace, version, release);
        const count = counts.get(version);
        if (count !== undefined) count[departure === null ? 'passed' : 'failed']++;
        if (departure !== null) lines.push(...departureText(shown, trace, version, departure));
      }
    }
  }
  let passed = 0;
  let failed = 0;
  for (const [version, release] of GOLDEN_VERSIONS) {
    const count = counts.get(version) ?? { passed: 0, failed: 0 };
    passed += count.passed;
    failed += count.failed;
    const note = version === 'after127' ? ' (a reconstruction, not a recording)' : '';
    lines.push(`${version} on ${release}: ${count.passed} passed, ${count.failed} failed${note}`);
  }
  lines.push(`${passed} passed, ${failed} failed`);
  return { exit: failed === 0 ? 0 : 1, text: `${lines.join('\n')}\n` };
}

function goldenFiles(folder: string): string[] {
  try {
    if (statSync(folder).isFile()) return [folder];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.json(\.gz)?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    return refuse(`${folder} cannot be read: ${code}`);
  }
}

function readTraces(file: string, shown: string): readonly GoldenTrace[] {
  try {
    const bytes = readFileSync(file);
    return parseGoldenFile((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
  } catch (error) {
    if (error instanceof GoldenError) return refuse(`${shown}${error.place}: ${error.message}`);
    return refuse(`${shown}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

function departureText(
  file: string,
  trace: GoldenTrace,
  version: string,
  { step, differences }: Departure,
): string[] {
  const shown = differences.slice(0, SHOWN).map(({ path, expected, got }) => {
    const text = (value: unknown): string => shownText(JSON.stringify(value) ?? 'absent');
    return `  ${shownText(path)}: expected ${text(expected)}, got ${text(got)}`;
  });
  const more = differences.length > SHOWN ? [`  and ${differences.length - SHOWN} more`] : [];
  return [`${shownText(file)} ${shownText(trace.name)} ${version} step ${step}:`, ...shown, ...more];
}
