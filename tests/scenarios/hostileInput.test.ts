import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/base/result';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { firstInvalidByte } from '../../src/scenarios/sourceText';

const read = (text: string): readonly Partial<Diagnostic>[] => {
  const result = parseScenario({ file: 'x', text });
  return result.ok ? [] : result.diagnostics;
};

const readBytes = (...bytes: readonly number[]): readonly Partial<Diagnostic>[] => {
  const result = parseScenario({ file: 'x', bytes: Uint8Array.from(bytes) });
  return result.ok ? [] : result.diagnostics;
};

const error = (line: number, column: number, message: string, tip?: string): Diagnostic => ({
  severity: 'error',
  file: 'x',
  line,
  column,
  message,
  ...(tip === undefined ? {} : { tip }),
});

const TOO_DEEP = [
  'nested deeper than 20 levels',
  'a scenario needs no more than seven: look for a bracket or an indentation too many',
] as const;

describe('input that no scenario is', () => {
  test('50 MB are refused for their size, before anything is read', () => {
    const result = parseScenario({ file: 'x', bytes: new Uint8Array(50_000_000).fill(0x5b) });
    expect(result.ok ? [] : result.diagnostics).toEqual([
      {
        severity: 'error',
        file: 'x',
        message: 'the file has 50,000,000 bytes, a scenario at most 1,000,000',
        tip: 'write many equal steps as one step with `repeat`',
      },
    ]);
    expect(read('é'.repeat(500_001))[0]?.message).toBe(
      'the file has 1,000,002 bytes, a scenario at most 1,000,000',
    );
  });

  test('a megabyte of brackets is given up at the 21st', () => {
    expect(read('['.repeat(999_999))).toEqual([error(1, 21, ...TOO_DEEP)]);
    expect(read('- '.repeat(499_999))).toEqual([error(1, 41, ...TOO_DEEP)]);
    expect(read('{a: '.repeat(249_999))).toEqual([error(1, 81, ...TOO_DEEP)]);
  });

  test('aliases that multiply are refused', () => {
    const levels = Array.from({ length: 9 }, (_, i) => {
      const inner = i === 0 ? '"x"' : `*a${i - 1}`;
      return `a${i}: &a${i} [${Array.from({ length: 5 }, () => inner).join(', ')}]`;
    });
    const [found] = read(levels.join('\n'));
    expect(found?.message).toBe('aliases stand for more than 10000 values');
  });

  test('more than 50 aliases are refused, whatever they stand for', () => {
    const [found] = read(`a: &a 1\nb: [${Array.from({ length: 51 }, () => '*a').join(', ')}]`);
    expect(found).toEqual(error(2, 5 + 50 * 4, 'more than 50 aliases'));
  });

  test('an alias inside what it stands for', () => {
    expect(read('a: &a [*a]')).toEqual([error(1, 7, ...TOO_DEEP)]);
  });

  test('an alias without its anchor', () => {
    expect(read('a: *b')).toEqual([error(1, 4, 'no anchor `&b` before this alias')]);
  });

  test('tags mean nothing here', () => {
    const tip = 'remove the word that begins with `!`, or put it in quotes';
    expect(read('a: !!js/function x')).toEqual([error(1, 4, 'a tag has no meaning here', tip)]);
    expect(read('a: !!binary x')).toEqual([error(1, 4, 'a tag has no meaning here', tip)]);
  });

  test('a second document', () => {
    const tip = 'one file holds one scenario: remove the `---`';
    expect(read('version: 1\n---\nversion: 1')).toEqual([error(2, 1, 'a second document begins here', tip)]);
  });

  test('what is not a map', () => {
    const tip = 'a scenario begins with `version: 1` and a `title`';
    expect(read('')).toEqual([error(1, 1, 'no scenario: the file is empty', tip)]);
    expect(read('# nothing')).toEqual([error(1, 1, 'no scenario: the file is empty', tip)]);
    expect(read('- a')).toEqual([error(1, 1, 'no scenario: the file holds a list', tip)]);
    expect(read('hello')).toEqual([error(1, 1, 'no scenario: the file holds `hello`', tip)]);
  });

  test('broken YAML is told of with its line', () => {
    expect(read('version: 1\ntitle: "t\n')).toEqual([
      error(
        3,
        1,
        'not valid YAML: missing closing "quote',
        'look for a bracket, comma or quote that is missing before this place',
      ),
    ]);
  });

  test('bytes that are not UTF-8, with their place', () => {
    const tip = 'save the file with the encoding UTF-8';
    expect(readBytes(0x61, 0x0a, 0x62, 0xff)).toEqual([error(2, 2, 'not UTF-8: byte 3 is 0xFF', tip)]);
    expect(readBytes(0xff, 0xfe, 0x61, 0x00)).toEqual([error(1, 1, 'not UTF-8: byte 0 is 0xFF', tip)]);
    expect(readBytes(0xc3)).toEqual([error(1, 1, 'not UTF-8: byte 0 is 0xC3', tip)]);
  });

  test('no key of a file changes an object of ours', () => {
    read(
      '__proto__: { polluted: 1 }\nconstructor: { prototype: { polluted: 1 } }\npods: { __proto__: { polluted: 1 } }',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('any input', () => {
  test('the UTF-8 check agrees with the decoder of the platform', () => {
    const bytes = fc.uint8Array({ maxLength: 8 }).map((a) => a.map((b, i) => (i % 2 === 0 ? b | 0x80 : b)));
    fc.assert(
      fc.property(fc.oneof(bytes, fc.uint8Array({ maxLength: 8 })), (array) => {
        let isValid = true;
        try {
          new TextDecoder('utf-8', { fatal: true }).decode(array);
        } catch {
          isValid = false;
        }
        return (firstInvalidByte(array) === null) === isValid;
      }),
      { numRuns: 5000 },
    );
  });

  const isResult = (result: ReturnType<typeof parseScenario>): boolean =>
    result.ok || (result.diagnostics.length > 0 && result.diagnostics.length <= 20);

  test('bytes give a Result, never an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) =>
        isResult(parseScenario({ file: 'x', bytes })),
      ),
      { numRuns: 500 },
    );
  });

  test('words of YAML in any order give a Result', () => {
    const word = fc.constantFrom(
      ...[
        'version: 1',
        'title: t',
        'pods:',
        'steps:',
        '\n',
        '\n  ',
        '\n  - ',
        '{',
        '}',
        '[',
        ']',
        ', ',
        'at: 0s',
        'do: createPod',
      ],
      ...[
        'pod: web',
        'web: ',
        'expect: ',
        'metrics: ',
        '&a ',
        '*a',
        '? ',
        ': ',
        '- ',
        '"',
        "'",
        '|',
        '>',
        '!t ',
        '#',
        '%YAML 1.1\n',
        '---\n',
      ],
      ...[
        '__proto__: ',
        'repeat: ',
        'times: 3',
        'every: 1s',
        '<<: ',
        '~',
        '.nan',
        '1e999',
        '\t',
        '\u0000',
        '\ud800',
      ],
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (list) =>
        isResult(parseScenario({ file: 'x', text: list.join('') })),
      ),
      { numRuns: 2000 },
    );
  });

  test('any JSON in any place of a scenario gives a Result', () => {
    const place = fc.constantFrom('version', 'title', 'release', 'seed', 'until', 'timing', 'pods', 'steps');
    const step = fc.record(
      { at: fc.anything(), do: fc.anything(), pod: fc.anything(), repeat: fc.anything() },
      { requiredKeys: [] },
    );
    const file = fc.dictionary(
      place,
      fc.oneof(fc.jsonValue(), fc.array(step), fc.dictionary(fc.string(), fc.jsonValue())),
    );
    fc.assert(
      fc.property(file, (value) => {
        let text: string | undefined;
        try {
          text = JSON.stringify({ version: 1, title: 't', steps: [], ...value });
        } catch {
          return true; // a BigInt, which is no JSON
        }
        return isResult(parseScenario({ file: 'x', text }));
      }),
      { numRuns: 400 },
    );
  });
});
