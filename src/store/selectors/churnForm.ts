import type { ChurnOptions } from '../../transport/protocol';
import { FAULT_OPERATIONS } from '../vocabulary';

/** The form of a churn as it is filled in. */
export interface ChurnDraft {
  readonly pods: string;
  readonly parallel: string;
  /** Per cent. */
  readonly forceShare: string;
  /** Empty: no fault. */
  readonly operation: string;
  /** Per cent. */
  readonly chance: string;
  readonly seed: string;
  readonly releases: readonly string[];
}

export const FIRST_DRAFT: ChurnDraft = {
  pods: '300',
  parallel: '10',
  forceShare: '100',
  operation: 'StopPodSandbox',
  chance: '20',
  seed: '1',
  releases: ['v1.26', 'v1.27', 'v1.31'],
};

export type ChurnMistakes = Readonly<Partial<Record<keyof ChurnDraft, string>>>;

const LIMITS = {
  pods: [1, 1000],
  parallel: [1, 100],
  forceShare: [0, 100],
  chance: [1, 100],
  seed: [0, Number.MAX_SAFE_INTEGER],
} as const;

/** The options that a form asks for, or what is wrong with it, field by field. */
export function readChurnDraft(draft: ChurnDraft): {
  readonly options: ChurnOptions;
  readonly mistakes: ChurnMistakes;
} {
  const mistakes: { -readonly [Name in keyof ChurnDraft]?: string } = {};
  const number = (name: keyof typeof LIMITS): number => {
    const [least, most] = LIMITS[name];
    const value = Number(draft[name]);
    if (draft[name].trim() === '' || !Number.isInteger(value) || value < least || value > most)
      mistakes[name] = name === 'seed' ? 'A whole number from 0' : `A whole number from ${least} to ${most}`;
    return value;
  };
  const operation = FAULT_OPERATIONS.find((known) => known === draft.operation);
  if (draft.releases.length === 0) mistakes.releases = 'At least one release';
  const options = {
    pods: number('pods'),
    parallel: number('parallel'),
    forceShare: number('forceShare') / 100,
    seed: number('seed'),
    faults: operation === undefined ? [] : [{ operation, probability: number('chance') / 100 }],
  };
  return { options, mistakes };
}
