import { describe, expect, it } from 'vitest';
import { type Bounds, Exploration, MOST_STATES } from '../../src/explorer/explore';
import { readSaved, writeSaved } from '../../src/explorer/savedExploration';
import { type ReleaseName, releaseOf } from '../../src/kubelet/releases';
import { catalogModel, explored, modelOf } from './catalogModels';

const NO_BOUND: Bounds = { depth: null, states: MOST_STATES };

/** What a search came to. How much memory it takes is nobody's business. */
const outcome = ({ over, found, progress }: Exploration) => ({
  over,
  found,
  progress: { ...progress, bytes: 0 },
});

/** The file of a search that was stopped after so many expansions. */
const stopped = (model: ReturnType<typeof modelOf>, release: ReleaseName, after: number): string => {
  const exploration = new Exploration(model, releaseOf(release), NO_BOUND);
  exploration.advance(after);
  const saved = exploration.save();
  if (saved === null) throw new Error('it is over');
  return writeSaved(saved);
};

const resumed = (text: string, bounds = NO_BOUND): Exploration | null => {
  const read = readSaved('saved', text);
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return Exploration.resume(read.value, bounds);
};

const MODELS = [
  [
    'one pod, exhausted',
    modelOf('{ pods: { a: { ends: true } }, budget: { errors: 2, restarts: 1 } }'),
    'v1.27',
  ],
  ['equal pods', modelOf('{ pods: { 2: {}, 1: {} }, budget: { errors: 1 } }'), 'v1.31'],
  ['two of one name, stuck', catalogModel('two-of-one-name'), 'v1.26'],
  ['interleaved', modelOf('{ pods: { a: {} }, turns: interleaved }'), 'v1.31'],
] as const;

describe('a search that is saved and resumed', () => {
  it.each(MODELS)('comes to the same as one that was not (%s)', (_, model, release) => {
    const whole = explored(model, release);
    const expanded = whole.progress.states - whole.progress.frontier;
    for (const part of [0, 0.1, 0.5, 0.9]) {
      const again = resumed(stopped(model, release, Math.floor(expanded * part)));
      while (again?.advance(1000) === false);
      expect(again === null ? null : outcome(again)).toEqual(outcome(whole));
    }
  });

  it('goes deeper than the bound that ended it', () => {
    const model = catalogModel('static-and-api-usual-periods');
    const shallow = explored(model, 'v1.31', 5);
    expect(shallow.over).toBe('depth');
    const saved = shallow.save();
    if (saved === null) throw new Error('it is over');
    const deeper = resumed(writeSaved(saved), { depth: 7, states: MOST_STATES });
    while (deeper?.advance(1000) === false);
    expect(deeper === null ? null : outcome(deeper)).toEqual(outcome(explored(model, 'v1.31', 7)));
  });

  it('is not saved when it is over', () => {
    expect(explored(catalogModel('one-api-pod'), 'v1.26').save()).toBeNull();
    expect(explored(catalogModel('one-api-pod'), 'v1.31').save()).toBeNull();
  });

  const good = stopped(catalogModel('one-api-pod'), 'v1.31', 40);
  const changed = (change: (saved: Record<string, unknown>) => void): string => {
    const saved = JSON.parse(good) as Record<string, unknown>;
    change(saved);
    return JSON.stringify(saved);
  };

  it.each([
    ['', 'no saved exploration: it is no JSON, or cut off'],
    [good.slice(0, 200), 'no saved exploration: it is no JSON, or cut off'],
    ['{"kind":"else"}', 'no saved exploration'],
    ['null', 'no saved exploration'],
    [changed((saved) => Object.assign(saved, { version: 2 })), 'unknown version `2`'],
    [
      changed((saved) => Object.assign(saved, { version: { toString: 1 } })),
      'unknown version a map of fields',
    ],
    [changed((saved) => Object.assign(saved, { model: { toString: 1 } })), 'the search has no model'],
    [changed((saved) => Object.assign(saved, { release: 'v9' })), 'unknown release `v9`'],
    [changed((saved) => Object.assign(saved, { actions: [-1] })), 'the search is damaged'],
    [changed((saved) => Object.assign(saved, { model: '{}' })), 'a model has pods, and this one has none'],
  ])('is refused if it is none: %.40s', (text, message) => {
    const read = readSaved('saved', text);
    expect(read.ok ? [] : read.diagnostics.map((found) => found.message)).toEqual([
      expect.stringContaining(message),
    ]);
  });

  it.each([
    ['an action that cannot happen', { actions: JSON.parse(good).actions.map(() => 0) }],
    ['actions that are missing', { actions: [] }],
    ['actions too many', { children: [] }],
    ['a state that is expanded and not there', { children: [0, 0, 0], actions: [] }],
    ['another model', { model: '{"pods":{"s":{"static":true}}}' }],
  ])('is not resumed with %s', (_, part) => {
    expect(resumed(changed((saved) => Object.assign(saved, part)))).toBeNull();
  });
});
