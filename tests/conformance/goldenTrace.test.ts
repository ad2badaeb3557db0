import { describe, expect, it } from 'vitest';
import { GoldenError } from '../../src/conformance/goldenError';
import { parseGoldenFile } from '../../src/conformance/goldenTrace';

const good = { name: 'one', steps: [{ op: 'housekeeping' }], after: [{ step: 0 }] };

const BAD: readonly { desc: string; text: string; place: string; message: RegExp }[] = [
  { desc: 'no JSON', text: '{', place: '', message: /JSON/ },
  { desc: 'a number', text: '3', place: '', message: /a trace is an object/ },
  {
    desc: 'a trace without a name in a list',
    text: JSON.stringify([good, { ...good, name: 1 }]),
    place: '[1].name',
    message: /has a name/,
  },
  {
    desc: 'a trace without steps',
    text: JSON.stringify({ name: 'x', after: [] }),
    place: '.steps',
    message: /a list of steps/,
  },
  {
    desc: 'an unknown step',
    text: JSON.stringify({ ...good, steps: [{ op: 'explode' }] }),
    place: '.steps[0].op',
    message: /unknown step "explode"/,
  },
  {
    desc: 'a trace without a recording',
    text: JSON.stringify({ name: 'x', steps: [] }),
    place: '',
    message: /before, after or after127/,
  },
  {
    desc: 'fewer snapshots than steps',
    text: JSON.stringify({ ...good, before: [] }),
    place: '.before',
    message: /expected 1 snapshots/,
  },
];

describe('a file of golden traces', () => {
  it('holds one trace or a list of them', () => {
    expect(parseGoldenFile(JSON.stringify(good))).toEqual([good]);
    expect(parseGoldenFile(JSON.stringify([good, good]))).toEqual([good, good]);
  });

  it.each(BAD)('is refused: $desc', ({ text, place, message }) => {
    const read = () => parseGoldenFile(text);
    expect(read).toThrow(GoldenError);
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ place }));
  });
});
