import { formatRfc3339 } from '../importers/civilTime';
import type { ImportedPod, ImportedRun, Interval } from '../importers/importedRun';
import { podOfObject } from '../importers/objectPods';
import { nameOf } from './evidence';
import type { Confidence, Finding } from './finding';
import { OBJECT_RULES } from './objects';
import { LOG_RULES } from './rules';
import { standingOf } from './standing';

/** A pod in the answer of `lab diagnose`. */
export interface DiagnosedPod {
  readonly pod: string | null;
  readonly uid: string | null;
  readonly node: string | null;
  readonly final: ImportedPod['final'];
  readonly certainty: ImportedPod['finalCertainty'];
  readonly stuck: boolean | 'unknown';
  /** One sentence. */
  readonly why: string;
  readonly mirrors: string | null;
  readonly intervals: readonly DiagnosedInterval[];
}

/** A stretch in one phase; times as the log's clock shows them (`MM-DDThh:mm:ss.mmm` if no line told the year). */
export interface DiagnosedInterval {
  readonly phase: Interval['phase'];
  readonly certainty: Interval['certainty'];
  readonly generation: number;
  readonly fromLine: number;
  readonly from: string | null;
  readonly toLine: number | null;
  readonly to: string | null;
}

/** What is wrong, why, and what frees it: the answer of `lab diagnose --format json`. */
export interface Diagnosis {
  readonly format: ImportedRun['format'];
  readonly kubelet: string | null;
  readonly pods: readonly DiagnosedPod[];
  readonly findings: readonly Finding[];
  readonly skipped: readonly { readonly lines: number; readonly reason: string; readonly first: number }[];
  readonly sources: ImportedRun['sources'];
  readonly verbosity: number | null;
  readonly clock: ImportedRun['clock'];
  /** Where its log says nothing for ten minutes or more. */
  readonly gaps: ImportedRun['gaps'];
  readonly notes: ImportedRun['notes'];
}

const RANK: { readonly [C in Confidence]: number } = { certain: 0, likely: 1, possible: 2 };

/** Runs every rule over a run and ranks what they find: by confidence, then in the order of the rules. */
export function diagnose(run: ImportedRun): Diagnosis {
  const found = [...LOG_RULES, ...OBJECT_RULES].flatMap((rule) => rule.find(run));
  const best = new Map<string, Finding>();
  for (const finding of found) {
    const key = `${finding.rule} ${finding.pod ?? ''}`;
    const known = best.get(key);
    if (known === undefined || RANK[finding.confidence] < RANK[known.confidence]) best.set(key, finding);
  }
  const healthy = (finding: Finding): number => (HEALTHY.has(finding.rule) ? 1 : 0);
  const findings = [...best.values()]
    // Advice of one sentence and of several: whoever shows it puts the full stop.
    .map((finding) => ({ ...finding, freesNow: finding.freesNow?.replace(/\.$/, '') ?? null }))
    .sort((a, b) => healthy(a) - healthy(b) || RANK[a.confidence] - RANK[b.confidence]);
  const time = clockText(run);
  return {
    format: run.format,
    kubelet: run.kubelet,
    pods: run.pods.map((pod) => diagnosed(pod, run, time)),
    findings,
    skipped: run.skipped,
    sources: run.sources,
    verbosity: run.verbosity,
    clock: run.clock,
    gaps: run.gaps,
    notes: run.notes,
  };
}

const HEALTHY: ReadonlySet<Finding['rule']> = new Set([
  'gone',
  'within-grace-period',
  'recovered-after-retry',
]);

function diagnosed(
  pod: ImportedPod,
  run: ImportedRun,
  time: (at: number | null) => string | null,
): DiagnosedPod {
  const alone = pod.events.length === 0 && pod.object !== null ? podOfObject(pod.object) : null;
  const standing = standingOf(pod, run);
  return {
    pod: nameOf(pod),
    uid: pod.uid,
    node: pod.node,
    final: finalOf(pod),
    certainty: pod.finalCertainty,
    stuck: alone?.stuck ?? standing.stuck,
    why: [...new Set(alone === null ? [pod.told, standing.why] : [alone.told])].map(withoutStop).join('; '),
    mirrors: pod.mirrors,
    intervals: pod.intervals.map(({ phase, certainty, generation, from, to }) => ({
      phase,
      certainty,
      generation,
      fromLine: from.line,
      from: time(from.at),
      toLine: to?.line ?? null,
      to: to === null ? null : time(to.at),
    })),
  };
}

/** Texts of kubectl end as sentences do; whoever shows `why` puts the full stop. */
const withoutStop = (text: string): string => text.replace(/\.$/, '');

/** A pod that was refused and that nobody deletes is through: it is Failed, and only its object is left. */
const finalOf = (pod: ImportedPod): ImportedPod['final'] =>
  pod.final === 'rejected' && pod.facts.deletedAt === null ? 'finished' : pod.final;

/** Times without a year leave it out: nobody is told a date that no line told. */
export function clockText(run: ImportedRun): (at: number | null) => string | null {
  const dated = run.clock.year !== null;
  return (at) => {
    if (at === null) return null;
    const text = formatRfc3339(Math.round(at)).replace(/Z$/, '');
    return dated ? text : text.slice(5);
  };
}
