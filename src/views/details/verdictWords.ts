import type { LedgerEntry, PodMoment, VerdictKind } from '../../transport/protocol';

/** A verdict as the page tells it. */
export interface VerdictText {
  /** What it begins with. */
  readonly word: 'STUCK' | 'On its way' | 'Running' | 'Finished' | 'Gone';
  /** The exact kind and the reason, one sentence. */
  readonly why: string;
  /** What sets it free; `null` where nothing has to. */
  readonly frees: string | null;
}

const WORDS: Readonly<Record<VerdictKind, VerdictText['word']>> = {
  stuck: 'STUCK',
  abandoned: 'STUCK',
  blocked: 'STUCK',
  onItsWay: 'On its way',
  running: 'Running',
  finished: 'Finished',
  gone: 'Gone',
};

/** Nothing in this kubelet will move the pod: `stuck`, `abandoned` and `blocked` alike. */
export const isStuckKind = (kind: VerdictKind): boolean => WORDS[kind] === 'STUCK';

/** The pod that a page shows when nobody has chosen one: the first that is stuck. */
export const firstStuck = (pods: readonly PodMoment[]): PodMoment | null =>
  pods.find(({ verdict }) => isStuckKind(verdict)) ?? null;

/** The verdict of a pod in words; a pod that is not there at this time is gone. */
export function verdictText(pod: PodMoment | null, ledger: readonly LedgerEntry[]): VerdictText {
  if (pod === null) return { word: 'Gone', why: 'there is no such pod at this time', frees: null };
  const word = WORDS[pod.verdict];
  if (word !== 'STUCK') return { word, why: pod.why, frees: null };
  const kind = pod.verdict === 'stuck' ? '' : `${pod.verdict}: `;
  const restart = ledger.find(({ source, wakes }) => source === 'restart' && wakes);
  const name = pod.verdict === 'blocked' ? ', or the end of the pod that holds the name' : '';
  return {
    word,
    why: `${kind}${pod.why}`,
    frees: restart === undefined ? null : `${restart.why}${name}`,
  };
}
