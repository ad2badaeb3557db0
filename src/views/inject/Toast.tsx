import { useLab, usePane, useView } from '../../store/hooks';
import type { RunId } from '../../transport/protocol';

/** What has just been done, and to which panes it led. */
export interface Done {
  readonly words: string;
  /** When the command was given, virtual ms. */
  readonly at: number;
  readonly panes: readonly RunId[];
}

/** Says what has just been done, with a button that undoes it, until something else is done or it is dismissed. */
export function Toast({ done, dismiss }: { readonly done: Done | null; readonly dismiss: () => void }) {
  const lab = useLab();
  const panes = useView((view) => view.panes);
  const run = usePane(0);
  const shown = done !== null && done.panes === panes ? done : null;
  const failed =
    shown === null
      ? undefined
      : run?.events.find(
          ({ kind, at, causedBy }) => kind === 'commandFailed' && at === shown.at && causedBy !== null,
        );
  const why = failed?.kind === 'commandFailed' ? ` – cannot be done: ${failed.data.why}` : '';
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
