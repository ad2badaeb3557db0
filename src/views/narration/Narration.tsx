import { useLab, usePane, useView } from '../../store/hooks';
import { lastBefore } from '../../store/selectors/eventsAt';
import { interestingIn } from '../../store/selectors/interesting';
import { partingOf } from '../../store/selectors/parting';
import type { RunView } from '../../store/simulationStore';
import { type Divergence, describe } from '../../store/vocabulary';
import './narration.css';

/** One sentence on what is happening, where the runs part, and what can be done when the story is told. */
export function Narration() {
  const a = usePane(0);
  const b = usePane(1);
  const beat = useView((view) => view.beat);
  const autoplay = useView((view) => view.autoplay);
  const divergence = a === null || b === null ? null : partingOf(a, b);
  const parted = divergence !== null && divergence.at <= beat;
  const isKnown = [a, b].every((run) => run === null || run.now >= Math.round(beat));
  return (
    <div className="narration">
      {b !== null && (
        <p role="status" aria-label="First divergence" className="divergence" data-shown={parted}>
          {parted && divergence !== null && a !== null
            ? `${(divergence.at / 1000).toFixed(1)} s: ${a.release}: ${divergence.a ?? 'nothing more happens'}; ${b.release}: ${divergence.b ?? 'nothing more happens'}.`
            : isKnown
              ? 'The runs are the same so far.'
              : 'The runs are being compared …'}
        </p>
      )}
      <p role="status" aria-label="Narration" className="sentence">
        {autoplay && <span className="tag">plays by itself – any key or click stops it</span>}{' '}
        {sentence(a, b, beat, divergence)}
      </p>
      <Ways a={a} />
    </div>
  );
}

const namesOf = (run: RunView) => (uid: string) =>
  run.moment?.pods.find((pod) => pod.uid === uid)?.name ?? uid.slice(0, 8);

function sentence(
  a: RunView | null,
  b: RunView | null,
  playhead: number,
  divergence: Divergence | null,
): string {
  if (a === null) return '';
  if (a.diagnostics.length > 0) return a.diagnostics.map(({ message }) => message).join(' ');
  const stuck = [a, b].flatMap((run) => {
    const pods = run?.moment?.pods.filter((pod) => pod.stuck) ?? [];
    return run === null || pods.length === 0
      ? []
      : [`${run.release}: ${pods.map(({ name }) => name).join(', ')} is stuck, nothing left can move it`];
  });
  const last = lastBefore(a.events, playhead, (event) => interestingIn(a.events, event));
  const told = last === null ? (a.scenario?.description ?? '') : `${describe(last, namesOf(a))}.`;
  const parted =
    divergence !== null && divergence.at <= playhead && stuck.length === 0
      ? ` ${b?.release ?? ''} differs from here on.`
      : '';
  return stuck.length > 0
    ? `${stuck.join('; ')}.`
    : `${told.charAt(0).toUpperCase()}${told.slice(1)}${parted}`;
}

/** What a visitor can do once a pod is stuck. */
function Ways({ a }: { readonly a: RunView | null }) {
  const lab = useLab();
  const playing = useView((view) => view.playing);
  const stuck = a?.moment?.pods.find((pod) => pod.stuck) ?? null;
  if (playing || stuck === null) return null;
  return (
    <div className="ways">
      <button
        type="button"
        onClick={() => {
          lab.inject({ do: 'restartKubelet', downtime: 1000 as never });
          lab.play();
        }}
      >
        Rescue it: restart kubelet
      </button>
      <button type="button" onClick={() => lab.set({ injectOpen: true })}>
        Try your own fault
      </button>
      <button
        type="button"
        onClick={() => {
          lab.select(stuck.uid);
          lab.set({ detailsOpen: true });
        }}
      >
        Show why
      </button>
    </div>
  );
}
