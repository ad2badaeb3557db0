import { shownText } from '../../base/shownText';
import type { EvidenceLine } from '../../transport/evidenceProtocol';

/** A line of evidence with its number, as text and nothing else. */
export function EvidenceText({ line: { line, text, file } }: { readonly line: EvidenceLine }) {
  const shown = shownText(text);
  return (
    <code className="import-evidence" title={shown}>
      <span className="import-line">{file === undefined ? line : `${shownText(file)}:${line}`}</span> {shown}
    </code>
  );
}
