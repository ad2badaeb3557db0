import { useLab, usePane, useView } from '../../store/hooks';
import { lastBefore } from '../../store/selectors/eventsAt';
import { podNames } from '../../store/selectors/eventsNames';
import { interestingIn } from '../../store/selectors/interesting';
import { partingOf } from '../../store/selectors/parting';
import type { RunView } from '../../store/simulationStore';
import { type Divergence, describe } from '../../store/vocabulary';
import { focusDetails } from '../shared/focusDetails';
import { focusInject } from '../shared/focusInject';
import './narration.css';

/** One sentence on what is happening, where the runs part, and what can be done when the story is told. */
export function Narration({ embed }: { readonly embed: boolean }) {
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
              ? 'The same has happened in both so far.'
              : 'The runs are being compared …'}
        </p>
      )}
      <p role="status" aria-label="Narration" className="sentence">
        {autoplay && <span className="tag">plays by itself – any key or click stops it</span>}{' '}
        {sentence(a, b, beat, divergence)}
      </p>
      <Ways a={a} embed={embed} />
    </div>
  );
}

function sentence(
  a: RunView | null,
  b: RunView | null,
  playhead: number,
  divergence: Divergence | null,
): string {
  if (a === null) return '';
  if (a.diagnostics.length > 0) return a.diagnostics.map(({ message }) => message).join(' ');
  if (a.now < Math.round(playhead) && a.broken === null) return 'The run is being read …';
  const stuck = [a, b].flatMap((run) => stuckWords(run) ?? []);
  if (stuck.length > 0) return `${[...new Set(stuck)].join('; ')}.`;
  const last = lastBefore(a.events, playhead, (event) => interestingIn(a.events, event));
  if (last === null) return a.scenario?.description ?? '';
  const names = podNames(a.events, a.moment?.pods ?? []);
  const isParting = divergence !== null && divergence.event === last.id;
  return `${describe(last, names)}.${isParting ? ` ${b?.release ?? ''} differs from here on.` : ''}`;
}

function stuckWords(run: RunView | null): string | null {
  const names = run?.moment?.pods.flatMap(({ stuck, name }) => (stuck ? [name] : [])) ?? [];
  if (run === null || names.length === 0) return null;
  const few = names.slice(0, FEW).join(', ');
  const more = names.length > FEW ? ` and ${names.length - FEW} more` : '';
  return `${run.release}: ${few}${more} ${names.length === 1 ? 'is' : 'are'} stuck, nothing left can move ${names.length === 1 ? 'it' : 'them'}`;
}

/** So many pods are called by their names. */
const FEW = 4;

/** What a visitor can do once a pod is stuck. */
function Ways({ a, embed }: { readonly a: RunView | null; readonly embed: boolean }) {
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
      {embed ? (
        <a href={`${location.pathname}${location.hash}`} target="_blank" rel="noreferrer">
          Open in full
        </a>
      ) : (
        <>
          <button
            type="button"
            onClick={() => {
              lab.set({ injectOpen: true });
              requestAnimationFrame(focusInject);
            }}
          >
            Try your own fault
          </button>
          <button
            type="button"
            onClick={() => {
              lab.select(stuck.uid);
              lab.set({ detailsOpen: true });
              requestAnimationFrame(focusDetails);
            }}
          >
            Show why
          </button>
        </>
      )}
    </div>
  );
}
