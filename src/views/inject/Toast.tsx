import { useLab, useOfPane, useView } from '../../store/hooks';
import { countUntil } from '../../store/selectors/eventsAt';
import type { RunId, TraceEvent } from '../../transport/protocol';

/** What has just been done, and to which panes it led. */
export interface Done {
  readonly words: string;
  /** When the command was given, virtual ms. */
  readonly at: number;
  readonly panes: readonly RunId[];
}

/** Why the command that was given at `at` could not be done; `null`: it could. */
function whyFailed(events: readonly TraceEvent[], at: number): string | null {
  for (let i = countUntil(events, at - 1); events[i]?.at === at; i++) {
    const event = events[i];
    if (event?.kind === 'commandFailed' && event.causedBy !== null) return event.data.why;
  }
  return null;
}

/** Says what has just been done, with a button that undoes it, until something else is done or it is dismissed. */
export function Toast({ done, dismiss }: { readonly done: Done | null; readonly dismiss: () => void }) {
  const lab = useLab();
  const panes = useView((view) => view.panes);
  const shown = done !== null && done.panes === panes ? done : null;
  const failure = useOfPane(0, (run) =>
    run === null || shown === null ? null : whyFailed(run.events, Math.round(shown.at)),
  );
  const why = failure === null ? '' : ` – cannot be done: ${failure}`;
  return (
    <div className="toast" data-shown={shown !== null}>
      <span role="status" aria-label="Injected">
        {shown === null ? '' : `${shown.words}${why}`}
      </span>
      {shown !== null && (
        <>
          <button
            type="button"
            onClick={() => {
              lab.undo();
              dismiss();
            }}
          >
            Undo
          </button>
          <button type="button" onClick={dismiss}>
            Dismiss
          </button>
        </>
      )}
    </div>
  );
}
