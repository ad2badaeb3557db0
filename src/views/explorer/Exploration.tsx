import { useEffect, useRef, useState } from 'react';
import type { ExplorationView } from '../../store/explorerStore';
import { grouped } from '../shared/grouped';
import { Counters } from './Counters';

/** One release: how far it is, and what came of it. */
export function Exploration(props: {
  readonly exploration: ExplorationView;
  /** Releases in which this model has not been explored. */
  readonly others: readonly string[];
  readonly stop: () => void;
  readonly goOn: () => void;
  readonly play: () => void;
  readonly same: (release: string) => void;
  /** The link to this model in this release. */
  readonly copyLink: () => Promise<string>;
}) {
  const { exploration, others } = props;
  const { release, state, problem, result, least, title, progress } = exploration;
  const ended = result !== null;
  const here = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has just begun or ended is to be seen
  useEffect(() => {
    here.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  return (
    <section ref={here} className="exploration" aria-label={`Exploration in ${release}`}>
      <h3>
        {release} <span>{title}</span>
      </h3>
      <p role="status" className="exploration-said" data-found={ended ? result.found !== null : undefined}>
        {saidOf(exploration)}
      </p>
      {problem !== '' && (
        <p role="alert" className="explorer-wrong">
          {problem}
        </p>
      )}
      {state === 'large' && (
        <div role="alert" className="explorer-large">
          <p>
            At least {grouped(least)} states would be visited, and mostly many times more. Lower a budget or
            take out a pod; what goes wrong goes wrong with one or two.
          </p>
          <button type="button" onClick={props.goOn}>
            Explore it anyway
          </button>
        </div>
      )}
      {result !== null && result.found !== null && <Trace found={result.found} />}
      {ended && <p className="panel-note">{boundsOf(exploration)}</p>}
      {state !== 'large' && (ended || state !== 'ended') && (
        <div className="explorer-buttons">
          {state === 'running' && (
            <button type="button" onClick={props.stop}>
              Stop
            </button>
          )}
          {state === 'stopped' && (
            <button type="button" onClick={props.goOn}>
              Continue
            </button>
          )}
          {result?.found?.scenario != null && (
            <button type="button" className="explorer-go" onClick={props.play}>
              Play it
            </button>
          )}
          {ended &&
            others.map((other) => (
              <button key={other} type="button" onClick={() => props.same(other)}>
                Same in {other}
              </button>
            ))}
          <CopyLink make={props.copyLink} />
        </div>
      )}
      {result?.found?.scenario === null && (
        <p className="panel-note">There is no scenario to play: {result.found.noScenario}.</p>
      )}
      {progress !== null && <Counters progress={progress} elapsed={exploration.elapsed} />}
    </section>
  );
}

/** The trace in words, one step a line. */
function Trace({ found }: { readonly found: NonNullable<ExplorationView['result']>['found'] & object }) {
  return (
    <>
      <p className="exploration-why">{found.kind === 'stuck' ? found.why : `${found.kind}: ${found.why}`}.</p>
      <ol className="exploration-trace">
        {found.trace.map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a trace never change, and may be equal
          <li key={i}>{step}</li>
        ))}
      </ol>
    </>
  );
}

function CopyLink({ make }: { readonly make: () => Promise<string> }) {
  const [link, setLink] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    const made = await make();
    setLink(made);
    try {
      await navigator.clipboard.writeText(made);
      setSaid('Copied');
    } catch {
      // A page without that permission shows it, to be copied by hand.
      setSaid('');
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        Copy link
      </button>
      <output>{said}</output>
      {link !== null && (
        <input
          className="exploration-link"
          readOnly
          aria-label="Link to this exploration"
          value={link}
          onFocus={({ target }) => target.select()}
        />
      )}
    </>
  );
}

/** The state of things in one sentence. */
function saidOf({ state, result, problem }: ExplorationView): string {
  if (result !== null) {
    if (result.found === null) return 'No stuck pod within these bounds; says nothing beyond them.';
    const { pod, kind, trace } = result.found;
    const steps = `shortest: ${trace.length} ${trace.length === 1 ? 'step' : 'steps'}`;
    return kind === 'stuck' ? `STUCK: ${pod} · ${steps}` : `A rule breaks · ${steps}`;
  }
  if (problem !== '') return 'Not explored.';
  if (state === 'large') return 'This is a large model.';
  return state === 'stopped' ? 'Stopped; what was found so far is kept.' : 'Exploring …';
}

/** What the answer covers. */
function boundsOf({ result, progress, depth }: ExplorationView): string {
  const reached = progress?.depth ?? 0;
  switch (result?.ending) {
    case 'exhausted':
      return `These are all the orders there are within the budgets: the longest way to a new state has ${reached} steps.`;
    case 'depth':
      return `Traces of up to ${depth} steps were tried; there are longer ones.`;
    case 'memory':
      return `The page’s memory for states was used up at ${reached} steps: lower a budget, take out a pod, or explore it on the command line.`;
    default:
      return 'No shorter trace does it, with these pods and budgets.';
  }
}
