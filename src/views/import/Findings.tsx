import { shownText } from '../../base/shownText';
import type { Finding, FoundEvidence } from '../../transport/evidenceProtocol';
import { EvidenceText } from './EvidenceText';
import { podName } from './podName';

/** The answer: what is stuck, and every finding with what it rests on. */
export function Findings(props: {
  readonly found: FoundEvidence;
  /** The name of the pod that is looked at. */
  readonly chosen: string | null;
  readonly select: (pod: number) => void;
}) {
  const { found, chosen, select } = props;
  const { findings, pods } = found;
  const indexOf = (name: string | null): number | null =>
    pods.find(({ pod, uid }) => name !== null && (pod === name || uid === name))?.index ?? null;
  return (
    <div className="findings">
      <p role="status" className="findings-said" data-stuck={pods.some(({ stuck }) => stuck === true)}>
        {saidOf(found)}
      </p>
      {findings.length === 0 && <p className="import-note">No rule fits what is here.</p>}
      {findings.map((finding) => (
        <FindingCard
          key={`${finding.rule} ${finding.pod ?? ''}`}
          finding={finding}
          isChosen={finding.pod !== null && finding.pod === chosen}
          pod={indexOf(finding.pod)}
          select={select}
        />
      ))}
    </div>
  );
}

function FindingCard(props: {
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

/** The state of things in one sentence. */
function saidOf({ pods, podsLeftOut, findings }: FoundEvidence): string {
  const all = pods.length + podsLeftOut;
  if (all === 0) return findings.length === 0 ? 'No pod is mentioned.' : 'What it says is about the node.';
  const stuck = pods.filter((pod) => pod.stuck === true);
  const unsure = pods.filter((pod) => pod.stuck === 'unknown').length;
  const of = all === 1 ? 'The pod' : `${stuck.length} of ${all} pods`;
  if (stuck.length > 0) {
    const names = stuck.slice(0, 3).map(podName);
    return `STUCK: ${all === 1 ? names[0] : `${of} (${names.join(', ')}${stuck.length > 3 ? ', …' : ''})`}`;
  }
  if (unsure === 0) return all === 1 ? 'The pod is not stuck.' : `None of ${all} pods is stuck.`;
  if (all === 1) return 'Whether the pod is stuck cannot be told from this.';
  return `No pod is known to be stuck; for ${unsure} of ${all} it cannot be told.`;
}
