import { describe, expect, test } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';

const library = makeLibrary(
  new Map([
    ['two-static-pods', 'version: 1\ntitle: Two\nsteps: []'],
    ['force-delete-cri-error', 'version: 1\ntitle: Force\nsteps: []'],
    ['broken', 'version: 1\nsteps: []'],
  ]),
);

describe('the catalog', () => {
  test('names are in alphabetical order, however they were given', () => {
    expect(library.names()).toEqual(['broken', 'force-delete-cri-error', 'two-static-pods']);
  });

  test('a scenario is read by its name, once', () => {
    const result = library.get('two-static-pods');
    expect(result.ok && result.value.title).toBe('Two');
    expect(library.get('two-static-pods')).toBe(result);
  });

  test('a name that is not there: the nearest one is the tip', () => {
    expect(library.get('force-delete-cri-eror')).toEqual({
      ok: false,
      diagnostics: [
        {
          severity: 'error',
          message: 'no scenario is called `force-delete-cri-eror`',
          tip: 'did you mean `force-delete-cri-error`?',
        },
      ],
    });
    expect(library.nearest('two-static-pod')).toBe('two-static-pods');
    expect(library.nearest('something else')).toBeNull();
  });

  test('a scenario with a mistake says so under its file’s name', () => {
    const result = library.get('broken');
    expect(result.ok ? [] : result.diagnostics.map(({ file, message }) => [file, message])).toEqual([
      ['broken.yaml', 'missing field `title`'],
    ]);
  });
});
