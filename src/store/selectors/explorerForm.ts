import type { Budget, Model } from '../../transport/explorerProtocol';

/** A pod of the form, as it is filled in. */
export interface PodDraft {
  /** Tells the rows apart while names are being typed. */
  readonly key: number;
  readonly name: string;
  readonly static: boolean;
  /** Empty: its own name. Counts for static pods only. */
  readonly fullName: string;
  readonly ends: boolean;
  readonly stays: boolean;
  /** It must not get stuck. */
  readonly watched: boolean;
}

/** The form of an exploration as it is filled in. */
export interface ExplorerDraft {
  readonly title: string;
  readonly pods: readonly PodDraft[];
  readonly budget: Readonly<Record<keyof Budget, string>>;
  readonly turns: Model['turns'];
  readonly periods: Model['periods'];
  readonly release: string;
  /** Empty: no bound. */
  readonly depth: string;
}

export const BUDGET_NAMES = ['errors', 'restarts', 'readds', 'updates', 'deletes'] as const;

/** As many pods as the form offers. */
export const MOST_POD_ROWS = 4;

/** Nobody waits for longer traces. */
const MOST_DEPTH = 1000;

const API_POD = { static: false, fullName: '', ends: false, stays: false, watched: true };

export const FIRST_EXPLORER_DRAFT: ExplorerDraft = {
  title: 'One API pod and one error',
  pods: [{ ...API_POD, key: 1, name: 'a' }],
  budget: { errors: '1', restarts: '0', readds: '0', updates: '0', deletes: '1' },
  turns: 'atOnce',
  periods: 'any',
  release: 'v1.26',
  depth: '',
};

/** The form that asks for a model. */
export const draftOf = (model: Model, release: string, depth: string): ExplorerDraft => ({
  title: model.title,
  pods: model.pods.map((pod, i) => ({
    key: i + 1,
    name: pod.name,
    static: pod.static,
    fullName: pod.fullName === pod.name ? '' : pod.fullName,
    ends: pod.ends,
    stays: pod.stays,
    watched: model.watch.includes(pod.name),
  })),
  budget: {
    errors: String(model.budget.errors),
    restarts: String(model.budget.restarts),
    readds: String(model.budget.readds),
    updates: String(model.budget.updates),
    deletes: String(model.budget.deletes),
  },
  turns: model.turns,
  periods: model.periods,
  release,
  depth,
});

/** One more pod, under a name that is free. */
export function withPod(draft: ExplorerDraft): ExplorerDraft {
  const taken = new Set(draft.pods.map(({ name }) => name));
  const name = [...'abcdefghij'].find((letter) => !taken.has(letter)) ?? '';
  const key = Math.max(0, ...draft.pods.map((pod) => pod.key)) + 1;
  return { ...draft, pods: [...draft.pods, { ...API_POD, key, name }] };
}

/** What is wrong, by field: a budget, `depth`, `pods`, or the name of the pod with a key (`pod 1`). */
export type ExplorerMistakes = Readonly<Record<string, string>>;

/** What a form asks for: the text of a model file and how deep, or what is wrong with it. The text is checked by its reader. */
export function readExplorerDraft(draft: ExplorerDraft): {
  readonly text: string;
  readonly depth: number | null;
  readonly mistakes: ExplorerMistakes;
} {
  const mistakes: Record<string, string> = {};
  const whole = (field: string, given: string, least: number): number => {
    const value = Number(given);
    if (given.trim() === '' || !Number.isSafeInteger(value) || value < least)
      mistakes[field] = `A whole number from ${least}`;
    return value;
  };
  const budget: Record<string, number> = {};
  for (const name of BUDGET_NAMES) budget[name] = whole(name, draft.budget[name], 0);
  const depth = draft.depth.trim() === '' ? null : whole('depth', draft.depth, 1);
  if (depth !== null && depth > MOST_DEPTH) mistakes.depth = `At most ${MOST_DEPTH}; empty for no bound`;
  if (draft.pods.length === 0) mistakes.pods = 'A model has at least one pod';
  const names = draft.pods.map(({ name }) => name.trim());
  for (const [i, { key }] of draft.pods.entries()) {
    const name = names[i] ?? '';
    if (name === '') mistakes[`pod ${key}`] = 'A name';
    else if (names.indexOf(name) < i) mistakes[`pod ${key}`] = 'Another pod has this name';
  }
  const pods = draft.pods.map((pod, i) => [
    names[i] ?? '',
    {
      ...(pod.static ? { static: true } : {}),
      ...(pod.static && pod.fullName.trim() !== '' ? { fullName: pod.fullName.trim() } : {}),
      ...(pod.ends ? { ends: true } : {}),
      ...(pod.stays ? { stays: true } : {}),
    },
  ]);
  const watch = draft.pods.flatMap((pod, i) => (pod.watched ? [names[i] ?? ''] : []));
  const model = {
    version: 1,
    ...(draft.title === '' ? {} : { title: draft.title }),
    pods: Object.fromEntries(pods) as object,
    budget,
    ...(watch.length === draft.pods.length ? {} : { watch }),
    ...(draft.turns === 'atOnce' ? {} : { turns: draft.turns }),
    ...(draft.periods === 'any' ? {} : { periods: draft.periods }),
  };
  return { text: JSON.stringify(model), depth, mistakes };
}

/** The name of the catalog's model that a form asks for as it is; `null` if it was changed. */
export function catalogNameOf(
  draft: ExplorerDraft,
  models: readonly { readonly name: string; readonly model: Model }[],
): string | null {
  const untitled = (of: ExplorerDraft): string => readExplorerDraft({ ...of, title: '' }).text;
  const asked = untitled(draft);
  return models.find(({ model }) => untitled(draftOf(model, '', '')) === asked)?.name ?? null;
}
