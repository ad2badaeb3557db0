import { describe, expect, it } from 'vitest';
import { checkSample, expectationsIn } from '../helpers/expectedSample';

const FIXTURES = new URL('../importers/fixtures/', import.meta.url);
const samples = expectationsIn(FIXTURES);

describe('samples of evidence give what an expert reads in them', () => {
  it('has all of them', () => {
    expect(samples).toHaveLength(13);
  });

  for (const sample of samples) checkSample(sample, FIXTURES);
});
