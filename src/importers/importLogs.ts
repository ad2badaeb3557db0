import type { IdOwner } from './evidencePart';
import type { Gap, ImportedPod, ImportedRun, KubeletRun, Note } from './importedRun';
import { inferWorker } from './inferWorker';
import type { LogEvent } from './logEvent';
import { orderLog, type Process } from './logOrder';
import type { ReadLog } from './logReader';
import { type JoinedPod, joinPods } from './podJoin';
import { withTakenNames } from './takenNames';

/** What the logs of some evidence come to, to be joined with what else there is. */
export type ImportedLogs = Pick<
  ImportedRun,
  | 'kubelet'
  | 'since127'
  | 'verbosity'
  | 'clock'
  | 'runs'
  | 'gaps'
  | 'pods'
  | 'nodeEvents'
  | 'skipped'
  | 'notes'
>;

const VERBOSE = 4;

/** From read lines to pods and their workers. `known` says whose ids of the runtime are, where another source does. */
export function importLogs(
  read: ReadLog,
  labels: readonly string[],
  known: ReadonlyMap<string, IdOwner>,
): ImportedLogs {
  const { events, runs: processes, notes } = orderLog(read, labels);
  const runs = processes.map((run) => ({ ...run, since127: sideOf113145(run, processes, read) }));
  const joined = joinPods(events, (run) => runs[run]?.node ?? null, known);
  const version = runs.findLast((run) => run.version !== null)?.version ?? null;
  const perNode = new Map(runs.flatMap((run) => (run.version === null ? [] : [[run.node, run.version]])));
  return {
    kubelet: version === null || new Set(perNode.values()).size > 1 ? null : version.replace(/^v/, ''),
    since127: runs.at(-1)?.since127 ?? null,
    verbosity: read.verbosity,
    clock: read.clock,
    runs,
    gaps: gapsOf(read, labels),
    pods: withTakenNames(
      joined.pods.map((pod) => podOf(pod, runs)),
      version,
    ),
    nodeEvents: joined.rest,
    skipped: read.skipped,
    notes: [...read.notes, ...notes, ...remarks(read, joined.pods, events, runs)],
  };
}

function gapsOf({ processes }: ReadLog, labels: readonly string[]): Gap[] {
  return processes.flatMap(({ node, file, silences }) => {
    const label = labels.length > 1 ? labels[file] : undefined;
    return silences
      .all()
      .map((silence) => ({ node, ...silence, ...(label === undefined ? {} : { file: label }) }));
  });
}

function podOf(joined: JoinedPod, runs: readonly KubeletRun[]): ImportedPod {
  const { name, uid, node, events } = joined;
  const inferred = inferWorker(joined, runs);
  const pod = { name, uid, node, mirrors: null, events, object: null, ...inferred };
  const later = runs.some((run) => run.node === node && run.index > inferred.facts.run);
  if (!later || inferred.final === 'gone' || inferred.final === 'finished' || inferred.final === 'rejected')
    return pod;
  const told = 'a later kubelet process says nothing about it';
  return { ...pod, final: 'unknown', finalCertainty: 'unknown', told };
}

/** By its version; without one by words and encodings, which change with it, and by what else ran on the node. */
function sideOf113145(run: Process, runs: readonly Process[], { wording }: ReadLog): boolean | null {
  const own = sideOfVersion(run.version);
  if (own !== null) return own;
  if (wording.since127 > 0 && wording.before127 === 0) return true;
  if (wording.before127 > 0 && wording.since127 === 0) return false;
  // Both kinds of words: an upgrade is in the log, or two nodes.
  if (wording.before127 > 0) return null;
  return sideOfVersion(runs.find(({ node, version }) => node === run.node && version !== null)?.version);
}

function sideOfVersion(version: string | null | undefined): boolean | null {
  const minor = /^v?1\.(\d+)/.exec(version ?? '')?.[1];
  return minor === undefined ? null : Number(minor) >= 27;
}

function remarks(
  read: ReadLog,
  pods: readonly JoinedPod[],
  events: readonly LogEvent[],
  runs: readonly KubeletRun[],
): Note[] {
  const notes: Note[] = [];
  const note = (text: string) => notes.push({ line: null, text });
  const { clock, verbosity } = read;
  if (events.length > 0 && clock.year === null && read.wrapped.text)
    note('the year is not known: klog writes none, and no line has a full date; order and distances count');
  else if (clock.year !== null && clock.yearFrom !== null)
    note(`the year ${clock.year} is from ${clock.yearFrom}`);
  if (clock.offsetMinutes !== null && clock.offsetMinutes !== 0)
    note(`the kubelet’s clock is ${offsetText(clock.offsetMinutes)} of UTC`);
  if (verbosity !== null && verbosity < VERBOSE) {
    note(
      `the log shows -v=${verbosity}: what a pod worker does is printed from -v=4 on, so much is inferred and verdicts are weaker`,
    );
  }
  if (read.records > 0 && runs.length > 1)
    note(`${runs.length} kubelet processes; each begins without the memory of the one before`);
  const grep = grepOfName(pods);
  if (grep !== null) note(grep);
  const uids = new Map<string, Set<string>>();
  for (const event of events) {
    if (event.uid === null || event.pod === null) continue;
    const names = uids.get(event.uid);
    if (names === undefined) uids.set(event.uid, new Set([event.pod]));
    else names.add(event.pod);
  }
  for (const [uid, names] of uids)
    if (names.size > 1)
      note(
        `uid ${uid} has several names: ${[...names].slice(0, 3).join(', ')}; were they replaced unevenly?`,
      );
  return notes;
}

/** A log in which every line has the same pod's name was cut out with grep, and lacks the lines that have only a uid. */
function grepOfName(pods: readonly JoinedPod[]): string | null {
  const [pod] = pods;
  if (pods.length !== 1 || pod === undefined || pod.name === null || pod.events.length < 5) return null;
  const short = pod.name.slice(pod.name.indexOf('/') + 1);
  if (!pod.events.every(({ text }) => text.includes(short))) return null;
  const uid = pod.uid ?? 'UID';
  return `every line names ${short}: lines that have only the uid are missing, and the verdict is weaker; better: grep -e '${short}' -e '${uid}'`;
}

const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes);
  const hours = Math.floor(size / 60);
  const rest = size % 60;
  return `${hours} h${rest === 0 ? '' : ` ${rest} min`} ${minutes > 0 ? 'east' : 'west'}`;
};
