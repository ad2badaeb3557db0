import { useEffect, useState } from 'react';
import { formatDiagnostic } from '../../base/result';
import { decodeExplorerLink, encodeExplorerLink } from '../../store/explorerLink';
import type { ExplorationView } from '../../store/explorerStore';
import { useLab, useView } from '../../store/hooks';
import {
  catalogNameOf,
  draftOf,
  type ExplorerDraft,
  type ExplorerMistakes,
  readExplorerDraft,
} from '../../store/selectors/explorerForm';
import { useExplorer } from '../../store/useExplorer';
import { RELEASE_NAMES } from '../../store/vocabulary';
import { Exploration } from './Exploration';
import { ExplorerForm } from './ExplorerForm';
import './explorer.css';

/** How fast a found trace is played. */
const PLAY_SPEED = 10;

/** Tries every order of events in a small model, release by release, while the page stays alive. */
export function Explorer() {
  const lab = useLab();
  const { models, draft, explorations, linkProblem, death, actions } = useExplorer();
  const [mistakes, setMistakes] = useState<ExplorerMistakes>({});
  const link = useView((view) => view.explorerLink);
  useEffect(() => {
    if (link === null) return;
    lab.set({ explorerLink: null });
    void decodeExplorerLink(link).then((shared) =>
      'message' in shared ? actions.refuseLink(formatDiagnostic(shared)) : actions.openShared(shared),
    );
  }, [lab, link, actions]);

  const chosen = catalogNameOf(draft, models);
  const change = (part: Partial<ExplorerDraft>): void => {
    setMistakes({});
    actions.setDraft(part);
  };
  const start = (): void => {
    const read = readExplorerDraft(draft);
    setMistakes(read.mistakes);
    if (Object.keys(read.mistakes).length === 0)
      actions.explore(read.text, draft.title, draft.release, read.depth);
  };
  const play = ({ result, title, release }: ExplorationView): void => {
    const text = result?.found?.scenario ?? null;
    if (text === null) return;
    const file = `${(title === '' ? 'explored' : title).replace(/[^a-z0-9]+/gi, '-').toLowerCase()}-${release}.yaml`;
    lab.replace({ kind: 'text', file, text }, [release]);
    lab.set({ speed: PLAY_SPEED, skipIdle: true, playing: true });
    document.querySelector('.panes')?.scrollIntoView({ block: 'nearest' });
  };
  const copy = async ({ text, release, depth }: ExplorationView): Promise<string> => {
    const name = models.find(({ model }) => readExplorerDraft(draftOf(model, '', '')).text === text)?.name;
    const hash = await encodeExplorerLink({ name: name ?? null, text, release, depth });
    return `${location.href.split('#')[0]}#${hash}`;
  };
  const running = explorations.find(({ state }) => state === 'running');

  return (
    <section className="explorer" aria-label="Explorer">
      <ExplorerForm
        models={models}
        chosen={chosen}
        draft={draft}
        mistakes={mistakes}
        running={running !== undefined}
        change={change}
        start={start}
        stop={() => running !== undefined && actions.stop(running.id)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
      <section className="explorer-results" aria-label="Results" tabIndex={0}>
        {linkProblem !== '' && (
          <p role="alert" className="explorer-wrong">
            {linkProblem}
          </p>
        )}
        {death !== null && (
          <div role="alert" className="explorer-wrong">
            <p>The explorer has stopped: {death}.</p>
            <button type="button" onClick={actions.revive}>
              Restart the explorer
            </button>
          </div>
        )}
        {explorations.length === 0 && <Introduction />}
        {explorations.map((exploration) => (
          <Exploration
            key={exploration.id}
            exploration={exploration}
            others={RELEASE_NAMES.filter((name) => explorations.every(({ release }) => release !== name))}
            stop={() => actions.stop(exploration.id)}
            goOn={() => actions.goOn(exploration.id)}
            play={() => play(exploration)}
            same={(release) =>
              actions.explore(exploration.text, exploration.title, release, exploration.depth)
            }
            copyLink={() => copy(exploration)}
          />
        ))}
      </section>
    </section>
  );
}

function Introduction() {
  return (
    <div className="explorer-intro">
      <p>
        A race is a matter of order. Describe a few pods and what may happen to them, and the explorer tries{' '}
        <strong>every</strong> order in which the parts of the kubelet could act, shortest first, until a pod
        is stuck for good or nothing is left to try.
      </p>
      <p className="panel-note">
        It drives the same machine and the same housekeeping as the runs above, with time taken out: what is
        due may come at any moment.
      </p>
    </div>
  );
}
