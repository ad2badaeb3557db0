import type { FoundEvidence } from '../../transport/evidenceProtocol';
import { grouped } from '../shared/grouped';
import { FindingCard } from './FindingCard';
import { podName } from './podName';

/** The answer: what is stuck, and every finding with what it rests on. */
export function Findings(props: {
  readonly found: FoundEvidence;
  /** The name of the pod that is looked at. */
  readonly chosen: string | null;
  readonly select: (pod: number) => void;
}) {
  const { found, chosen, select } = props;
  const { findings, findingsLeftOut, pods } = found;
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
      {findingsLeftOut > 0 && (
        <p className="import-note">{grouped(findingsLeftOut)} more: choose a pod to see its own.</p>
      )}
    </div>
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
