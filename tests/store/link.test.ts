import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeLink, encodeLink, type SharedLink } from '../../src/store/link';

const RUNS: SharedLink['runs'] = {
  source: { kind: 'catalog', name: 'clean-life' },
  releases: ['v1.26', 'v1.31'],
  seed: null,
  given: [],
  engine: '0.1.0',
  title: 'clean-life',
  checks: [
    [4, '0123abcd'],
    [9, 'fedcba98'],
  ],
};
const VIEW: SharedLink['view'] = { playhead: 18_250, event: 31, pod: 'uid-1', tab: 'events' };

const own = (change: object): string =>
  `#/x/1.${deflateRawSync(JSON.stringify({ ...RUNS, ...change })).toString('base64url')}`;

describe('a link', () => {
  it('of the catalog is readable and comes back as it was', async () => {
    const hash = await encodeLink({ runs: RUNS, view: VIEW });
    expect(hash).toBe(
      '/s/clean-life?t=18.25&ev=31&sel=uid-1&tab=events&cmp=v1.26%2Cv1.31&fp=4.0123abcd-9.fedcba98&v=0.1.0',
    );
    expect(await decodeLink(hash)).toEqual({ runs: RUNS, view: VIEW });
  });

  it('of before there were events in links still opens', async () => {
    expect(await decodeLink('#/s/clean-life?t=18.25&sel=uid-1&tab=events&v=0.1.0')).toMatchObject({
      view: { ...VIEW, event: null },
    });
  });

  // In binary floating point 1.001 × 1000 is 1000.9999999999999.
  it.each([0, 1001, 20_010, 4_035, 359_999_999])('keeps %i ms to the millisecond', async (playhead) => {
    const hash = await encodeLink({ runs: RUNS, view: { ...VIEW, playhead } });
    expect(await decodeLink(hash)).toMatchObject({ view: { playhead } });
  });

  it('with commands comes back as it was', async () => {
    const runs = { ...RUNS, seed: 7, given: [{ at: 500, command: { do: 'stopRuntime' } as const }] };
    expect(await decodeLink(await encodeLink({ runs, view: VIEW }))).toEqual({ runs, view: VIEW });
  });

  it.each([
    ['#/s/clean-life?t=360001', 't'],
    ['#/s/clean-life?t=-1', 't'],
    ['#/s/clean-life?t=NaN', 't'],
    ['#/s/clean-life?ev=-1', 'ev'],
    ['#/s/clean-life?ev=1e3', 'ev'],
    ['#/s/clean-life?ev=9999999999999999', 'ev'],
    ['#/s/clean-life?cmp=v1.27,v9.99', 'cmp'],
    ['#/s/clean-life?cmp=', 'cmp'],
    ['#/s/clean-life?cmp=v1.26,v1.27,v1.31', 'cmp'],
    ['#/s/clean-life?fp=soon', 'fp'],
    ['#/s/clean-life?fp=NaN.0123abcd', 'fp'],
    ['#/s/clean-life?fp=-4.0123abcd', 'fp'],
    ['#/s/clean-life?fp=9.0123abcd-4.0123abcd', 'fp'],
    ['#/s/clean-life?fp=4.0123ABCDEF', 'fp'],
    ['#/s/clean-life?fp=1e999.0123abcd', 'fp'],
  ])('%s is refused because of %s', async (hash, field) => {
    expect(await decodeLink(hash)).toMatchObject({ path: field, severity: 'error' });
  });

  it.each([
    ['source', { source: null }],
    ['source', { source: { kind: 'text', text: 'x', file: 'f'.repeat(9999) } }],
    ['releases', { releases: ['v1.26', 7] }],
    ['releases', { releases: 'v1.26' }],
    ['seed', { seed: -1 }],
    ['seed', { seed: 0.5 }],
    ['given', { given: { length: 2 } }],
    ['given[0].at', { given: [null] }],
    ['given[0].at', { given: [{ at: 3.7e8, command: { do: 'stopRuntime' } }] }],
    ['given[1].command', { given: [{ at: 1, command: { do: 'stopRuntime' } }, { at: 2 }] }],
    ['given[0].command', { given: [{ at: 1, command: { do: [[[]]] } }] }],
    ['given[0].command', { given: [{ at: 1, command: [] }] }],
    ['given', { given: Array.from({ length: 10_001 }, () => ({ at: 1, command: { do: 'stopRuntime' } })) }],
    ['engine', { engine: 1 }],
    ['checks', { checks: [[1, 'x']] }],
    ['checks', { checks: 7 }],
  ])('whose payload has a bad %s is refused because of it', async (field, change) => {
    expect(await decodeLink(own(change))).toMatchObject({ path: field, severity: 'error' });
  });
});
