import { describe, expect, it } from 'vitest';
import { parseModel } from '../../src/explorer/model';
import {
  catalogNameOf,
  draftOf,
  FIRST_EXPLORER_DRAFT,
  readExplorerDraft,
  withPod,
} from '../../src/store/selectors/explorerForm';
import { catalogModel, MODELS } from '../explorer/catalogModels';

const models = MODELS.map((name) => ({ name, model: catalogModel(name) }));

describe('the form of an exploration', () => {
  it.each(models)('asks for $name when it was filled with it', ({ name, model }) => {
    const draft = draftOf(model, 'v1.26', '');
    const { text, mistakes } = readExplorerDraft(draft);
    expect(mistakes).toEqual({});
    expect(parseModel({ file: 'test', text })).toMatchObject({ ok: true, value: model });
    expect(catalogNameOf(draft, models)).toBe(name);
  });

  it('begins with a model of the catalog, and is its own once it was changed', () => {
    expect(catalogNameOf(FIRST_EXPLORER_DRAFT, models)).toBe('one-api-pod');
    expect(catalogNameOf(withPod(FIRST_EXPLORER_DRAFT), models)).toBeNull();
  });

  it('gives a new pod a name that is free', () => {
    const two = withPod(FIRST_EXPLORER_DRAFT);
    expect(two.pods.map(({ name }) => name)).toEqual(['a', 'b']);
    const gone = { ...two, pods: two.pods.slice(1) };
    expect(withPod(gone).pods.map(({ name, key }) => [name, key])).toEqual([
      ['b', 2],
      ['a', 3],
    ]);
  });

  it.each([
    [{ budget: { ...FIRST_EXPLORER_DRAFT.budget, errors: '-1' } }, { errors: 'A whole number from 0' }],
    [{ budget: { ...FIRST_EXPLORER_DRAFT.budget, readds: '' } }, { readds: 'A whole number from 0' }],
    [{ budget: { ...FIRST_EXPLORER_DRAFT.budget, updates: '1.5' } }, { updates: 'A whole number from 0' }],
    [{ depth: 'deep' }, { depth: 'A whole number from 1' }],
    [{ depth: '0' }, { depth: 'A whole number from 1' }],
    [{ depth: '1001' }, { depth: 'At most 1000; empty for no bound' }],
    [{ pods: [] }, { pods: 'A model has at least one pod' }],
    [
      { pods: withPod(FIRST_EXPLORER_DRAFT).pods.map((pod) => ({ ...pod, name: 'x' })) },
      { 'pod 2': 'Another pod has this name' },
    ],
    [{ pods: FIRST_EXPLORER_DRAFT.pods.map((pod) => ({ ...pod, name: ' ' })) }, { 'pod 1': 'A name' }],
  ])('%j has a mistake', (part, mistakes) => {
    expect(readExplorerDraft({ ...FIRST_EXPLORER_DRAFT, ...part }).mistakes).toEqual(mistakes);
  });

  it('leaves a full name out of an API pod', () => {
    const pods = FIRST_EXPLORER_DRAFT.pods.map((pod) => ({ ...pod, fullName: 'shared' }));
    const { text } = readExplorerDraft({ ...FIRST_EXPLORER_DRAFT, pods });
    expect(JSON.parse(text).pods).toEqual({ a: {} });
  });
});
