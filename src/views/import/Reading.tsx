import { shownText } from '../../base/shownText';
import type { EvidenceState } from '../../store/evidenceStore';
import { bytesInWords } from './bytesInWords';

/** How far a reading is, and what could not be read. Keeps its place, so that nothing under it jumps. */
export function Reading(
  props: Pick<EvidenceState, 'progress' | 'cancelled' | 'problem' | 'death'> & {
    readonly cancel: () => void;
    readonly again: () => void;
  },
) {
  const { progress, cancelled, problem, death } = props;
  return (
    <>
      {progress !== null && progress.of > SOON_READ && (
        <div className="import-progress">
          <label>
            Reading {shownText(progress.label, 100)} · {bytesInWords(progress.bytes)} of{' '}
            {bytesInWords(progress.of)}
            <progress value={progress.bytes} max={Math.max(1, progress.of)} />
          </label>
          <button type="button" onClick={props.cancel}>
            Cancel
          </button>
        </div>
      )}
      {cancelled && (
        <p role="status" className="import-cancelled">
          Cancelled; what was found before is kept.{' '}
          <button type="button" onClick={props.again}>
            Read it again
          </button>
        </p>
      )}
      {problem !== '' && (
        <p role="alert" className="import-wrong">
          {shownText(problem.replaceAll('\n', ' '), 2000)}
        </p>
      )}
      {death !== null && (
        <p role="alert" className="import-wrong">
          The reader has stopped: {death}.{' '}
          <button type="button" onClick={props.again}>
            Read it again
          </button>
        </p>
      )}
    </>
  );
}

/** Less is read before anybody could look at a bar, bytes. */
const SOON_READ = 2_000_000;
