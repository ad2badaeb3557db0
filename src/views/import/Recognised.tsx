import { shownText } from '../../base/shownText';
import type { FoundEvidence } from '../../transport/evidenceProtocol';
import { grouped } from '../shared/grouped';
import { EvidenceText } from './EvidenceText';

/** Remarks beyond that are of one kind, mostly. */
const MOST_NOTES = 12;

/** What was made of what was given: formats, versions, clock, kinds of lines, and what was not used. */
export function Recognised({ found }: { readonly found: FoundEvidence }) {
  const { sources, recognised, skipped, gaps, notes } = found;
  return (
    <section className="import-recognised" aria-label="Recognised">
      <h3>Recognised</h3>
      <ul className="import-facts">
        {sources.map(({ label, format, lines }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
          <li key={i}>
            <strong>{format}</strong> {shownText(label, 200)}, {grouped(lines)}{' '}
            {lines === 1 ? 'line' : 'lines'}
          </li>
        ))}
        {factsOf(found).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {notes.length > 0 && (
        <ul className="import-facts">
          {notes.slice(0, MOST_NOTES).map(({ line, text }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notes never change, and may be equal
            <li key={i}>
              {line !== null && <span className="import-line">{line}</span>} {shownText(text)}.
            </li>
          ))}
          {notes.length > MOST_NOTES && <li>… and {notes.length - MOST_NOTES} more remarks</li>}
        </ul>
      )}
      {gaps.length > 0 && (
        <ul className="import-facts">
          {gaps.map(({ fromLine, toLine, lasting, file }) => (
            <li key={`${file ?? ''} ${fromLine}`}>
              {file !== undefined && `${shownText(file, 100)}: `}nothing for{' '}
              {grouped(Math.round(lasting / 60_000))} min between lines {fromLine} and {toLine}.
            </li>
          ))}
        </ul>
      )}
      {recognised.length > 0 && (
        <table>
          <caption className="sr-only">Lines that were understood, by what they say</caption>
          <thead>
            <tr>
              <th scope="col">Says</th>
              <th scope="col">Lines</th>
              <th scope="col">First</th>
            </tr>
          </thead>
          <tbody>
            {recognised.map(({ says, count, first }) => (
              <tr key={says}>
                <th scope="row">{says}</th>
                <td>{grouped(count)}</td>
                <td>
                  <EvidenceText line={first} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {skipped.length > 0 && (
        <>
          <h3>Not used</h3>
          <ul className="import-facts">
            {skipped.map(({ lines, reason, first }) => (
              <li key={`${first} ${reason}`}>
                {grouped(lines)} {lines === 1 ? 'line' : 'lines'} from line {first} on: {shownText(reason)}.
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** What is known of the kubelet and its clock, in a few words each. */
function factsOf({ kubelet, verbosity, clock, runs, sources }: FoundEvidence): readonly string[] {
  const isLog = sources.some(({ format }) => ['klog', 'klog-json', 'journald'].includes(format));
  const nodes = new Set(runs.flatMap(({ node }) => node ?? []));
  const facts = [kubelet === null ? 'kubelet: version not told' : `kubelet v${shownText(kubelet, 100)}`];
  if (!isLog) return kubelet === null ? [] : facts;
  facts.push(verbosity === null ? 'verbosity not told' : `lines up to V(${verbosity})`);
  if (nodes.size > 1) facts.push(`${nodes.size} nodes`);
  if (runs.length > 1) facts.push(`${runs.length} runs of a kubelet`);
  facts.push(
    clock.year === null
      ? 'no year told: order and distances only'
      : `year ${clock.year}, from ${clock.yearFrom}`,
  );
  if (clock.offsetMinutes !== null) facts.push(`clock ${offsetInWords(clock.offsetMinutes)}`);
  if (clock.reversed) facts.push('newest line first: turned around');
  return facts;
}

/** `UTC`, `UTC+2`, `UTC-3:30` */
function offsetInWords(minutes: number): string {
  if (minutes === 0) return 'in UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `at UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
