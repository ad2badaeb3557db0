import type { EvidenceLine } from '../../transport/evidenceProtocol';

/** A line of evidence with its number, as text and nothing else. */
export function EvidenceText({ line: { line, text, file } }: { readonly line: EvidenceLine }) {
  return (
    <code className="import-evidence" title={text}>
      <span className="import-line">{file === undefined ? line : `${file}:${line}`}</span> {text}
    </code>
  );
}
