import type { ReactNode } from 'react';
import { shownText } from '../../base/shownText';
import type { EvidencePod, PodDetails } from '../../transport/evidenceProtocol';
import { grouped } from '../shared/grouped';
import { Part } from '../shared/Part';
import { EvidenceText } from './EvidenceText';
import { FindingCard } from './FindingCard';
import { podName } from './podName';

const loadChart = async () => (await import('./EvidenceChart')).EvidenceChart;

/** One pod from close by: what is known and why, the lines that tell of it, and where they leave its worker. */
export function PodEvidence(props: {
  readonly pod: EvidencePod;
  readonly details: PodDetails | null;
  readonly select: (pod: number) => void;
  /** How the model goes with it. */
  readonly children: ReactNode;
}) {
  const { pod, details, select } = props;
  const name = podName(pod);
  return (
    <section className="import-pod" aria-label={`Evidence of ${name}`}>
      <h3>
        {name} {pod.uid !== null && pod.pod !== null && <code>{shownText(pod.uid)}</code>}
      </h3>
      <p className="import-pod-why">{shownText(pod.why)}.</p>
      {details?.findings.map((finding) => (
        <FindingCard key={finding.rule} finding={finding} isChosen pod={pod.index} select={select} />
      ))}
      {props.children}
      <div>
        {details === null ? (
          <p className="import-note">Loading …</p>
        ) : details.lines.length === 0 ? (
          <p className="import-note">No line of a log tells of it.</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
          <section className="import-table" tabIndex={0} aria-label={`Lines of ${name}`}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">Says</th>
                  <th scope="col">Line</th>
                </tr>
              </thead>
              <tbody>
                {details.lines.map((line) => (
                  <tr key={`${line.file ?? ''} ${line.line} ${line.says}`}>
                    <td className="import-time">{line.time?.slice(-12) ?? '–'}</td>
                    <th scope="row">
                      {line.says}
                      {line.count > 1 && <span className="import-dim"> ×{line.count}</span>}
                    </th>
                    <td>
                      <EvidenceText line={line} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {details !== null && details.leftOut > 0 && (
          <p className="import-note">{grouped(details.leftOut)} more lines.</p>
        )}
      </div>
      <Part load={loadChart} with={{ pod, name }} waiting={<p className="import-note">Loading …</p>} />
    </section>
  );
}
