import { shownText } from '../base/shownText';
import type { Diagnosis } from '../diagnosis/diagnose';
import { lasting } from '../diagnosis/evidence';
import type { Finding } from '../diagnosis/finding';
import { emphasise, table } from './terminal';

const MOST_PODS = 40;
const MOST_LINES = 6;

/** A diagnosis for people: the pods, then what was found, then what was made of the input. */
export function diagnoseText(diagnosis: Diagnosis): string {
  const { pods, findings, skipped, gaps, notes, kubelet, sources } = diagnosis;
  const read = sources
    .map(({ label, format, lines }) => `${shownText(label)} (${format}, ${lines} lines)`)
    .join(', ');
  const out: string[] = [
    emphasise(
      'bold',
      `${read} · kubelet ${kubelet === null ? 'version not told' : `v${shownText(kubelet)}`}`,
    ),
    '',
  ];
  if (pods.length > 0) {
    const rank = (stuck: boolean | 'unknown') => (stuck === true ? 0 : stuck === 'unknown' ? 1 : 2);
    const shown = [...pods].sort((a, b) => rank(a.stuck) - rank(b.stuck)).slice(0, MOST_PODS);
    const rows = shown.map(({ pod, final, certainty, stuck }) => [
      shownText(pod ?? '(no name)'),
      final,
      certainty,
      stuck === true ? emphasise('red', 'STUCK') : stuck === 'unknown' ? 'not known' : 'no',
    ]);
    out.push(...table([['POD', 'WORKER', 'HOW KNOWN', 'STUCK'], ...rows]));
    if (pods.length > MOST_PODS) out.push(`… and ${pods.length - MOST_PODS} more`);
    out.push('');
  }
  if (findings.length === 0) out.push('Nothing found: no rule fits what is here.', '');
  for (const finding of findings) out.push(...findingText(finding), '');
  for (const { line, text } of notes.slice(0, 12)) {
    out.push(`Note${line === null ? '' : ` (line ${line})`}: ${shownText(text)}.`);
  }
  for (const { fromLine, toLine, lasting: ms, file } of gaps)
    out.push(
      `Gap: ${file === undefined ? '' : `${shownText(file)}: `}nothing for ${lasting(ms)} between lines ${fromLine} and ${toLine}.`,
    );
  for (const { lines, reason, first } of skipped) {
    out.push(
      `Not used: ${lines} ${lines === 1 ? 'line' : 'lines'} from line ${first} on: ${shownText(reason)}.`,
    );
  }
  return `${out.join('\n').trimEnd()}\n`;
}

function findingText(finding: Finding): string[] {
  const { rule, pod, confidence, title, why, evidence, freesNow, fixedIn, issues } = finding;
  const lines = evidence
    .slice(0, MOST_LINES)
    .map(
      ({ line, text, file }) =>
        `  ${file === undefined ? '' : `${shownText(file)}:`}${line}: ${shownText(text, 160)}`,
    );
  return [
    emphasise(
      'bold',
      `${pod === null ? 'The node' : shownText(pod)}: ${shownText(title)} (${confidence}; ${rule})`,
    ),
    `  ${shownText(why)}`,
    ...lines,
    ...(evidence.length > MOST_LINES ? [`  … ${evidence.length - MOST_LINES} more lines`] : []),
    ...(freesNow === null ? [] : [`  Frees it now: ${freesNow}.`]),
    ...(fixedIn === null
      ? []
      : [`  Fixed in ${fixedIn}${issues.length === 0 ? '' : ` (${issues.join(', ')})`}.`]),
  ];
}
