import { memo } from 'react';
import { useLab } from '../../store/hooks';
import type { Command, LedgerEntry, PodMoment } from '../../transport/protocol';
import { verdictText } from './verdictWords';

type Downtime = Extract<Command, { do: 'restartKubelet' }>['downtime'];

const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/**
 * What is to be said of the pod, large. Says it to a screen reader when it changes; how long it has been so ticks outside of
 * what is read out.
 */
export const VerdictCard = memo(function VerdictCard({
  release,
  pod,
  ledger,
  since,
  stuckFor,
}: {
  readonly release: string;
  readonly pod: PodMoment | null;
  readonly ledger: readonly LedgerEntry[];
  /** When it became stuck, virtual ms. */
  readonly since: number | null;
  /** For how long it has been stuck, virtual ms. */
  readonly stuckFor: number | null;
}) {
  const lab = useLab();
  const { word, why, frees } = verdictText(pod, ledger);
  const stuck = word === 'STUCK';
  return (
    <div className="verdict" data-word={word}>
      <p className="verdict-release">{release}</p>
      <div role="status" aria-label={`Verdict, ${release}`}>
        <strong className="verdict-word">{word}</strong>
        <span className="sr-only">: </span>
        <span className="verdict-why">{why}. </span>
        {stuck && since !== null && <span className="verdict-line">Since {secondsOf(since)}. </span>}
        {frees !== null && <span className="verdict-line">What frees it: {frees}.</span>}
      </div>
      {stuck && (
        <div className="verdict-foot">
          <span className="verdict-for">{stuckFor === null ? '' : `for ${secondsOf(stuckFor)}`}</span>
          <button
            type="button"
            onClick={() => {
              if (pod !== null) lab.select(pod.uid);
              lab.inject({ do: 'restartKubelet', downtime: 1000 as Downtime });
              lab.play();
            }}
          >
            Restart the kubelet here
          </button>
        </div>
      )}
    </div>
  );
});
