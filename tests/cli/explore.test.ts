import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { explore } from '../../src/cli/explore';
import { BadInput } from '../../src/cli/failure';

const folder = mkdtempSync(join(tmpdir(), 'explore-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const json = (args: readonly string[]): Record<string, unknown> => {
  const { exit, text } = explore([...args, '--format', 'json']);
  return { exit, ...(JSON.parse(text) as Record<string, unknown>), seconds: 0 };
};

describe('explore refuses, each with one message', () => {
  it.each([
    [[], 'the model is missing'],
    [['one-api-pd'], 'neither a model of the catalog nor a file: one-api-pd. Tip: did you mean one-api-pod?'],
    [['one-api-pod', '--release', 'v1.30'], 'unknown release v1.30'],
    [['one-api-pod', '--depth', '-1'], "Option '--depth' argument is ambiguous."],
    [['one-api-pod', '--depth=-1'], '--depth is no whole number from 0: -1'],
    [['one-api-pod', '--resume', 'x'], 'a saved exploration has its model'],
    [['--resume', 'x', '--release', 'v1.27'], 'a saved exploration has its release'],
    [['--resume', join(folder, 'none')], 'cannot be read: ENOENT'],
    [['--resume', file('bad.json', '{}')], 'no saved exploration'],
    [
      [file('huge.yaml', '{ pods: { a: {} }, budget: { errors: 1000, restarts: 1000 } }')],
      'at least 6,012,006 states would be visited',
    ],
    [
      [file('minus.yaml', '{ pods: { a: {} }, budget: { errors: -1 } }')],
      '`errors` must be a whole number from 0',
    ],
    [['one-api-pod', '--depth', '2', '--save', join(folder, 'no', 'such')], 'cannot be written: ENOENT'],
  ])('%j', (args, says) => {
    let refused: unknown;
    try {
      explore(args);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(BadInput);
    expect((refused as BadInput).diagnostics).toHaveLength(1);
    expect((refused as BadInput).message).toContain(says);
  });
});

describe('explore', () => {
  it('finds the shortest trace, exit status 1', () => {
    expect(json(['one-api-pod', '--release', 'v1.26'])).toMatchObject({
      exit: 1,
      model: 'one-api-pod',
      ending: 'found',
      violation: { kind: 'stuck', pod: 'a', length: 4 },
    });
  });

  it('goes on with what it saved, and comes to what it would have come to', () => {
    const saved = join(folder, 'saved.json');
    expect(json(['uid-reuse', '--depth', '4', '--save', saved])).toMatchObject({ exit: 0, ending: 'depth' });
    const { model: _, ...whole } = json(['uid-reuse']);
    expect(json(['--resume', saved])).toMatchObject(whole);
    expect(explore(['--resume', saved, '--save', join(folder, 'over.json')]).text).toContain(
      'Nothing is saved: it is over.',
    );
  });
});
