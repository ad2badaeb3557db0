import { clockText, type Diagnosis } from '../diagnosis/diagnose';
import type { ImportedPod, ImportedRun } from '../importers/importedRun';
import type { LogEvent } from '../importers/logEvent';
import type {
  EvidencePod,
  FoundEvidence,
  PodDetails,
  RecognisedKind,
  RecognisedLine,
  Scale,
} from './evidenceProtocol';

/** A page shows so many pods; a node has some hundred at most. */
const MOST_PODS = 1000;

/** More cards nobody reads from the top; the findings of the others stand with their pods. */
const MOST_FINDINGS = 20;

/** Stretches of all lanes together. Of pods that lived very often, or failed very often, the last of it is handed out. */
const MOST_STRETCHES = 10_000;
/** However many pods there are, so much of each. */
const LEAST_STRETCHES = 10;

/** Lines of a pod that are handed out at once. */
const MOST_LINES = 2000;

/** What a page shows of a run that was read. */
export function foundEvidence(run: ImportedRun, diagnosis: Diagnosis): FoundEvidence {
  const each = Math.max(LEAST_STRETCHES, Math.floor(MOST_STRETCHES / Math.max(1, run.pods.length)));
  const pods = run.pods.map((pod, i) => evidencePod(pod, i, diagnosis.pods[i], each));
  pods.sort((a, b) => rank(a) - rank(b) || a.index - b.index);
  const { sources, kubelet, verbosity, clock, findings, gaps, notes, skipped } = diagnosis;
  return {
    ...{ sources, kubelet, verbosity, clock, gaps, notes, skipped },
    findings: findings.slice(0, MOST_FINDINGS),
    findingsLeftOut: Math.max(0, findings.length - MOST_FINDINGS),
    runs: run.runs,
    pods: pods.slice(0, MOST_PODS),
    podsLeftOut: Math.max(0, pods.length - MOST_PODS),
    recognised: kindsOf(run),
    scale: scaleOf(run),
  };
}

/** What is known of one pod beyond its lane: its lines, the first of them if there are very many, and findings not told yet. */
export function detailsOf(run: ImportedRun, diagnosis: Diagnosis, index: number): PodDetails {
  const pod = run.pods[index];
  const names = [pod?.name, pod?.uid].filter((name) => name != null);
  const findings = diagnosis.findings
    .slice(MOST_FINDINGS)
    .filter((finding) => finding.pod !== null && names.includes(finding.pod));
  const events = pod?.events ?? [];
  const time = clockText(run);
  const lines = events.slice(0, MOST_LINES).map((event): RecognisedLine => {
    const { line, text, file, at, kind, count } = event;
    const named = file === undefined ? {} : { file };
    return { line, text, ...named, time: time(at), pod: pod?.name ?? null, says: wordsOf(kind), count };
  });
  return { lines, leftOut: events.length - lines.length, findings };
}

const STUCK_FIRST = new Map<EvidencePod['stuck'], number>([
  [true, 0],
  ['unknown', 1],
  [false, 2],
]);
const rank = ({ stuck }: EvidencePod): number => STUCK_FIRST.get(stuck) ?? 2;

function evidencePod(
  pod: ImportedPod,
  index: number,
  diagnosed: Diagnosis['pods'][number] | undefined,
  stretches: number,
): EvidencePod {
  if (diagnosed === undefined) throw new Error('a diagnosis tells of every pod');
  const last = pod.attempts.at(-1);
  return {
    ...diagnosed,
    index,
    intervals: pod.intervals.slice(-stretches),
    failures: pod.attempts
      .flatMap(({ end, error }) => (end === null || error === null ? [] : [{ ...end, error }]))
      .slice(-stretches),
    calling: last !== undefined && last.end === null && last.certainty === 'observed' ? last.phase : null,
  };
}

const allEvents = (run: ImportedRun): readonly LogEvent[] => [
  ...run.nodeEvents,
  ...run.pods.flatMap(({ events }) => events),
];

function kindsOf(run: ImportedRun): RecognisedKind[] {
  const kinds = new Map<LogEvent['kind'], { count: number; first: LogEvent }>();
  for (const event of allEvents(run)) {
    const known = kinds.get(event.kind);
    if (known === undefined) kinds.set(event.kind, { count: event.count, first: event });
    else {
      known.count += event.count;
      if (event.line < known.first.line) known.first = event;
    }
  }
  return [...kinds]
    .map(
      ([
        kind,
        {
          count,
          first: { line, text, file },
        },
      ]) => ({
        says: wordsOf(kind),
        count,
        first: { line, text, ...(file === undefined ? {} : { file }) },
      }),
    )
    .sort((a, b) => a.first.line - b.first.line);
}

/** `configAdd` as people read it: `config add`. */
const wordsOf = (kind: LogEvent['kind']): string =>
  kind.replace(/[A-Z]+/g, (capitals) => ` ${capitals.length > 1 ? capitals : capitals.toLowerCase()}`);

/** Where the lanes begin and end: with the first and last line that tells of a kubelet, or of a pod. */
function scaleOf(run: ImportedRun): Scale | null {
  const places = [
    ...run.runs.flatMap(({ first, last }) => [first, last]),
    ...run.pods.flatMap(({ intervals }) =>
      intervals.flatMap(({ from, to }) => (to === null ? [from] : [from, to])),
    ),
  ];
  if (!run.pods.some(({ intervals }) => intervals.length > 0)) return null;
  const times = places.flatMap(({ at }) => at ?? []);
  const time = clockText(run);
  if (times.length > 0) {
    const [from, to] = ends(times);
    return { by: 'time', from, to, fromText: time(from) ?? '', toText: time(to) ?? '' };
  }
  const [from, to] = ends(places.map(({ line }) => line));
  return { by: 'line', from, to, fromText: `line ${from}`, toText: `line ${to}` };
}

/** The least and the most; a long list is no list of arguments. */
function ends(numbers: readonly number[]): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  return [least, most];
}
