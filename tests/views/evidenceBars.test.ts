import { describe, expect, it } from 'vitest';
import type { EvidencePod, Scale } from '../../src/transport/evidenceProtocol';
import { laneBars, markAt } from '../../src/views/import/evidenceBars';

const TIME: Scale = { by: 'time', from: 1000, to: 11_000, fromText: '', toText: '' };
const LINES: Scale = { by: 'line', from: 1, to: 101, fromText: '', toText: '' };

const POD: EvidencePod = {
  index: 0,
  pod: 'shop/web',
  uid: 'u',
  node: null,
  final: 'terminating',
  certainty: 'observed',
  stuck: true,
  why: '',
  mirrors: null,
  calling: null,
  intervals: [
    {
      phase: 'syncing',
      certainty: 'inferred',
      generation: 1,
      from: { line: 1, at: 1000 },
      to: { line: 11, at: 3000 },
    },
    { phase: 'terminating', certainty: 'observed', generation: 1, from: { line: 11, at: 3000 }, to: null },
  ],
  failures: [{ line: 21, at: 6000, error: 'no' }],
};

const drawn = (pod: EvidencePod, scale: Scale) =>
  laneBars(pod, scale).map(({ kind, left, width }) => [kind, left, width]);

describe('the bars of an imported lane', () => {
  it('stand where their times are, and the last failure begins what nothing moves', () => {
    expect(drawn(POD, TIME)).toEqual([
      ['syncing', 0, 20],
      ['terminating', 20, 80],
      ['stuck', 50, 50],
    ]);
  });

  it('stand where their lines are if no line has a time', () => {
    expect(drawn(POD, LINES)).toEqual([
      ['syncing', 0, 10],
      ['terminating', 10, 90],
      ['stuck', 20, 80],
    ]);
  });

  it('begin the standstill with the phase if the last failure was before it', () => {
    const early = { ...POD, failures: [{ line: 5, at: 2000, error: 'no' }] };
    expect(drawn(early, TIME).at(-1)).toEqual(['stuck', 20, 80]);
  });

  it('say nothing of a standstill that is not proved', () => {
    expect(drawn({ ...POD, stuck: 'unknown' }, TIME).map(([kind]) => kind)).toEqual([
      'syncing',
      'terminating',
    ]);
  });

  it('tell in words what they are, and what is inferred', () => {
    expect(laneBars(POD, TIME).map(({ words }) => words)).toEqual([
      'syncing from line 1 to line 11, inferred',
      'terminating from line 11 to the end',
      'nothing moves it from line 21 to the end',
    ]);
  });

  it('are as many as can be seen, however many lives a pod has had', () => {
    const intervals = Array.from({ length: 10_000 }, (_, i) => ({
      phase: i % 2 === 0 ? ('syncing' as const) : ('gone' as const),
      certainty: 'observed' as const,
      generation: i,
      from: { line: i + 1, at: 1000 + i },
      to: { line: i + 2, at: 1001 + i },
    }));
    const bars = drawn({ ...POD, stuck: false, intervals }, TIME);
    expect(bars.length).toBeGreaterThan(500);
    expect(bars.length).toBeLessThanOrEqual(1001);
  });

  it('stay on the lane, whatever the places are', () => {
    for (const at of [null, -5, 0, 1000, 1e15])
      expect(markAt({ line: 1, at }, TIME)).toSatisfy((mark: number) => mark >= 0 && mark <= 100);
    expect(markAt({ line: 7, at: 7 }, { ...TIME, to: TIME.from })).toBe(0);
  });
});
