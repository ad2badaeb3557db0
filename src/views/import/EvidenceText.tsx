import { use } from 'react';
import { shownText } from '../../base/shownText';
import type { EvidenceLine } from '../../transport/evidenceProtocol';
import { LineJump } from './lineJump';

/** A line of evidence with its number, as text and nothing else. */
export function EvidenceText({ line: { line, text, file } }: { readonly line: EvidenceLine }) {
  const shown = shownText(text);
  const jump = use(LineJump);
  return (
    <code className="import-evidence" title={shown}>
      {jump === null ? (
        <span className="import-line">{file === undefined ? line : `${shownText(file)}:${line}`}</span>
      ) : (
        <button
          type="button"
          className="import-line"
          aria-label={`Show line ${line}`}
          onClick={() => jump(line)}
        >
          {line}
        </button>
      )}{' '}
      {shown}
    </code>
  );
}
