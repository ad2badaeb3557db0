import { describe, expect, it } from 'vitest';
import { leastStates, parseModel } from '../../src/explorer/model';
import { catalogModel, MODELS, modelOf } from './catalogModels';

const mistake = (text: string): string => {
  const read = parseModel({ file: 'm.yaml', text });
  if (read.ok) return 'none';
  return read.diagnostics.map(({ line, message, tip }) => `${line}: ${message}. ${tip ?? ''}`).join('\n');
};

describe('a model file', () => {
  it.each(MODELS)('%s of the catalog is read', (name) => {
    expect(catalogModel(name).pods.length).toBeGreaterThan(0);
  });

  it('has defaults', () => {
    expect(modelOf('{ pods: { a: {} } }')).toMatchObject({
      budget: { errors: 1, restarts: 0, readds: 0, updates: 0, deletes: 1 },
      watch: ['a'],
      turns: 'atOnce',
    });
  });

  it.each([
    ['', '1: no model: the file is empty. '],
    ['version: 1', '1: a model has pods, and this one has none. such as `pods: { a: {} }`'],
    ['pods: {}', '1: a model has pods, and this one has none. such as `pods: { a: {} }`'],
    ['pods: { a: { statc: true } }', '1: unknown field `statc`. did you mean `static`?'],
    ['pods: { a: {} }\nbudget: { eror: 1 }', '2: unknown budget `eror`. did you mean `errors`?'],
    ['pods: { a: {} }\nbudget: { errors: -1 }', '2: `errors` must be a whole number from 0, not `-1`. '],
    [
      'pods: { a: {} }\nbudget: { errors: 1000000 }',
      '2: `errors: 1000000` is far too much: at least 3,000,003 states would be visited. lower it: what goes wrong goes wrong with one or two',
    ],
    ['pods: { a: {} }\nwatch: [b]', '2: no pod is called `b`. did you mean `a`?'],
    ['pods: { a: {}, a: {} }', '1: field `a` is given twice. '],
    [
      'pods: { a: { fullName: x } }',
      '1: `a` is an API pod, and those have one name each. only static pods share a `fullName`: add `static: true`',
    ],
    ['version: 2\npods: { a: {} }', '1: unknown version `2`. write `version: 1`'],
  ])('%j is refused', (text, message) => {
    expect(mistake(text)).toBe(message);
  });

  it('says beforehand how much it will be at least', () => {
    expect(
      leastStates(modelOf('{ pods: { a: {}, b: {} }, budget: { errors: 2, restarts: 1, deletes: 0 } }')),
    ).toBe(54);
  });
});
