import { failure, type Result, success } from '../base/result';
import { isReleaseName, RELEASE_NAMES, type ReleaseName } from '../kubelet/releases';
import { quoted } from '../scenarios/nearestWord';
import { type Model, parseModel, writeModel } from './model';

/**
 * A search that can be gone on with, as JSON. It holds the tree of states and nothing that can be worked out from it: of each expanded
 * state, in the order of the search, how many new states it gave, and of each new state the action that led there. Whoever
 * resumes goes the whole tree again, on the node itself.
 */
export interface SavedExploration {
  readonly release: ReleaseName;
  readonly model: Model;
  readonly children: readonly number[];
  readonly actions: readonly number[];
}

const KIND = 'pod-worker-lab exploration';
const VERSION = 1;

export const writeSaved = ({ release, model, children, actions }: SavedExploration): string =>
  JSON.stringify({
    kind: KIND,
    version: VERSION,
    release,
    // As a text: JSON's readers change the order of pods that are called by numbers.
    model: writeModel(model),
    children,
    actions,
  });

/** Reads what `writeSaved` wrote. Whether it is a search of that model shows when it is resumed. */
export function readSaved(file: string, text: string): Result<SavedExploration> {
  const wrong = (message: string, tip?: string): Result<SavedExploration> =>
    failure({ severity: 'error', file, message, ...(tip === undefined ? {} : { tip }) });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return wrong('no saved exploration: it is no JSON, or cut off');
  }
  const saved = (json ?? {}) as { readonly [field: string]: unknown };
  if (saved.kind !== KIND) return wrong('no saved exploration', 'one that `explore --save` wrote');
  if (saved.version !== VERSION) return wrong(`unknown version ${quoted(saved.version)}`);
  const { release, children, actions } = saved;
  if (typeof release !== 'string' || !isReleaseName(release))
    return wrong(`unknown release ${quoted(release)}`, RELEASE_NAMES.join(', '));
  if (typeof saved.model !== 'string') return wrong('the search has no model');
  const model = parseModel({ file, text: saved.model });
  if (!model.ok) return model;
  if (!isCounts(children) || !isCounts(actions)) return wrong('the search is damaged');
  return success({ release, model: model.value, children, actions });
}

const isCounts = (list: unknown): list is readonly number[] =>
  Array.isArray(list) && list.every((n) => Number.isSafeInteger(n) && n >= 0);
