import { describe, expect, it, vi } from 'vitest';
import type { GoldenSnapshot, GoldenTrace } from '../../src/conformance/goldenTrace';
import { GOLDEN_VERSIONS, type GoldenVersion, replayTrace } from '../../src/conformance/replayTrace';
import { RELEASE_NAMES } from '../../src/kubelet/releases';
import { goldenFiles, OWN_GOLDEN, readGolden, SHARED_GOLDEN } from '../helpers/goldenFiles';

// A file of fifty traces takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** What a trace differs in, as a person needs it: file, trace, version, step, path, expected, got. */
function differences(folder: string, file: string): { replayed: number; lines: string[] } {
  const lines: string[] = [];
  let replayed = 0;
  for (const trace of readGolden(folder, file)) {
    for (const [version, release] of GOLDEN_VERSIONS) {
      if (trace[version] === undefined) continue;
      replayed++;
      const departure = replayTrace(trace, version, release);
      for (const { path, expected, got } of departure?.differences ?? []) {
        const values = `expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`;
        lines.push(`${file} ${trace.name} ${version} step ${departure?.step}: ${path}: ${values}`);
      }
    }
  }
  return { replayed, lines };
}

const own = goldenFiles(OWN_GOLDEN);
const elsewhere = [SHARED_GOLDEN, process.env.LAB_CONFORMANCE_DIR ?? '']
  .filter((folder) => folder !== '')
  .flatMap((folder) => goldenFiles(folder).map((file) => ({ folder, file })));

describe('the recordings of the project', () => {
  it('are all there', () => {
    expect(own.filter((file) => file.startsWith('named/'))).toHaveLength(78);
    expect(own.filter((file) => file.startsWith('random/'))).toHaveLength(6);
  });

  it.each(own)('%s', (file) => {
    const { replayed, lines } = differences(OWN_GOLDEN, file);
    expect(lines).toEqual([]);
    expect(replayed).toBeGreaterThanOrEqual(2);
  });
});

describe('recordings from elsewhere', () => {
  it('are there if LAB_CONFORMANCE_DIR names a folder', () => {
    const named = process.env.LAB_CONFORMANCE_DIR;
    if (named !== undefined) expect(goldenFiles(named).length).toBeGreaterThan(0);
    else expect(OWN_GOLDEN).not.toBe('');
  });

  for (const { folder, file } of elsewhere) {
    it(`${folder} ${file}`, () => {
      const { replayed, lines } = differences(folder, file);
      expect(lines).toEqual([]);
      expect(replayed).toBeGreaterThan(0);
    });
  }
});

/** One leaf of a snapshot that is changed. */
interface Mutation {
  readonly file: string;
  readonly trace: GoldenTrace;
  readonly version: GoldenVersion;
  readonly step: number;
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Another value of the same kind, and never the default, which the format leaves out. */
function other(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return `${String(value)}?`;
}

/** Every path to a leaf of a snapshot, written as the comparison writes it. */
function leaves(value: unknown, path: string): string[] {
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([key, part]) =>
    leaves(part, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
  );
}

/** Keys of metrics and of static names have dots and brackets of their own: they are walked by the real keys. */
function changed(value: unknown, path: string, target: string): unknown {
  if (path === target) return other(value);
  if (Array.isArray(value)) return value.map((part, i) => changed(part, `${path}[${i}]`, target));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      changed(part, path === '' ? key : `${path}.${key}`, target),
    ]),
  );
}

function read(value: unknown, path: string, target: string): unknown {
  if (path === target) return value;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [key, part] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const found = target.startsWith(place) ? read(part, place, target) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A fixed spread over files, versions, steps and fields: no chance in a test that has to be told apart. */
function mutations(count: number): Mutation[] {
  let state = 20_231_113;
  const below = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  return Array.from({ length: count }, () => {
    const file = pick(own);
    const trace = pick(readGolden(OWN_GOLDEN, file));
    const [version] = pick(GOLDEN_VERSIONS.filter(([name]) => trace[name] !== undefined));
    const snapshots = trace[version] ?? [];
    const step = below(snapshots.length);
    const path = pick(leaves(snapshots[step], ''));
    const from = read(snapshots[step], '', path);
    return { file, trace, version, step, path, from, to: other(from) };
  });
}

describe('a recording that was changed in one place', () => {
  it.each(mutations(60))('$file $version step $step: $path', ({ trace, version, step, path, from, to }) => {
    const snapshots = (trace[version] ?? []).map((snapshot, i) =>
      i === step ? (changed(snapshot, '', path) as GoldenSnapshot) : snapshot,
    );
    const release = GOLDEN_VERSIONS.find(([name]) => name === version)?.[1] ?? 'v1.31';
    expect(replayTrace({ ...trace, [version]: snapshots }, version, release)).toEqual({
      step,
      // A default is left out on both sides: a true that became false is absent.
      differences: [{ path, expected: to === false ? undefined : to, got: from }],
    });
  });

  it('is held against the release that it names: the bug is not in the repaired release', () => {
    const [trace] = readGolden(OWN_GOLDEN, 'named/force-delete-stuck.json');
    if (trace === undefined) throw new Error('a named file has a trace');
    const verdicts = RELEASE_NAMES.map((release) => replayTrace(trace, 'before', release)?.step ?? 'same');
    // Step 0 already shows a field that v1.26 does not have.
    expect(verdicts).toEqual(['same', 0, 0]);
  });

  it('is found when a whole entry is missing or too many', () => {
    const [trace] = readGolden(OWN_GOLDEN, 'named/clean-lifecycle.json');
    if (trace?.after === undefined) throw new Error('it has a recording of the repaired release');
    const [first, ...rest] = trace.after;
    const without = { ...trace, after: [{ ...first, calls: [] }, ...rest] };
    expect(replayTrace(without, 'after', 'v1.31')?.differences.map(({ path }) => path)).toEqual(['calls']);
    const extra = { ...trace, after: [{ ...first, killCompleted: [3] }, ...rest] };
    expect(replayTrace(extra, 'after', 'v1.31')).toEqual({
      step: 0,
      differences: [{ path: 'killCompleted', expected: [3], got: undefined }],
    });
  });
});
