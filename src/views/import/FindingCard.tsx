import { shownText } from '../../base/shownText';
import type { Finding } from '../../transport/evidenceProtocol';
import { EvidenceText } from './EvidenceText';

/** What one rule found, why, on which lines, and what is to be done. */
export function FindingCard(props: {
  readonly finding: Finding;
  readonly isChosen: boolean;
  readonly pod: number | null;
  readonly select: (pod: number) => void;
}) {
  const { finding, isChosen, pod, select } = props;
  const { rule, confidence, title, why, evidence, freesNow, fixedIn, issues } = finding;
  return (
    <article
      className="finding"
      data-chosen={isChosen}
      data-confidence={confidence}
      aria-label={shownText(title)}
    >
      <h3>
        {shownText(title)} <span className="finding-confidence">{confidence}</span>
      </h3>
      <p className="finding-pod">
        {finding.pod === null ? (
          'the node'
        ) : pod === null ? (
          shownText(finding.pod)
        ) : (
          <button type="button" onClick={() => select(pod)}>
            {shownText(finding.pod)}
          </button>
        )}{' '}
        <code>{rule}</code>
      </p>
      <p>{shownText(why)}</p>
      {freesNow !== null && (
        <p>
          <strong>Frees it now:</strong> {shownText(freesNow)}.
        </p>
      )}
      {fixedIn !== null && (
        <p>
          <strong>Fixed in</strong> {fixedIn}
          {issues.length > 0 && ` (${issues.join(', ')})`}.
        </p>
      )}
      <details>
        <summary>
          {evidence.length} {evidence.length === 1 ? 'line' : 'lines'} of evidence
        </summary>
        <ol>
          {evidence.map((line) => (
            <li key={`${line.file ?? ''} ${line.line}`}>
              <EvidenceText line={line} />
            </li>
          ))}
        </ol>
      </details>
    </article>
  );
}
