import { describe, expect, it } from 'vitest';
import { OBJECT_RULES } from '../../src/diagnosis/objects';
import { LOG_RULES } from '../../src/diagnosis/rules';
import { checkSample, expectationsIn } from '../helpers/expectedSample';

const FOLDER = new URL('written/', import.meta.url);
const samples = expectationsIn(FOLDER);

describe('samples of our own give what was expected of them before they were read', () => {
  for (const sample of samples) checkSample(sample, FOLDER);

  it('asks for every rule, and forbids each where it is tempting', () => {
    const rules = new Set([...LOG_RULES, ...OBJECT_RULES].map(({ id }) => id));
    expect(rules.size).toBe(26);
    for (const rule of rules) {
      expect(
        samples.some(({ mustFind }) => mustFind.some((found) => found.rule === rule)),
        `asks for ${rule}`,
      ).toBe(true);
      expect(
        samples.some(({ mustNotFind }) => mustNotFind.includes(rule)),
        `forbids ${rule}`,
      ).toBe(true);
    }
  });
});
