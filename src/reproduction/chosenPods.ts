import { failure, type Result, success } from '../base/result';
import { shownText } from '../base/shownText';
import type { ImportedPod, ImportedRun, KubeletRun } from '../importers/importedRun';
import type { LogEvent } from '../importers/logEvent';
import { didYouMean } from '../scenarios/nearestWord';
import type { Choice, Notes } from './reproduction';

/** Pods that one scenario is made of at most: more than a person looks at, less than a node has. */
const MOST_PODS = 60;

/** The pods of one node that a scenario is made of, with the kubelet processes that their lines are from. */
export interface Chosen {
  readonly node: string | null;
  readonly pods: readonly ImportedPod[];
  /** In order of time; all of the node, or the one that was chosen. */
  readonly runs: readonly KubeletRun[];
  readonly nodeEvents: readonly LogEvent[];
}

/** Narrows a run to what is meant. A scenario is one node: of several, the one with most of the pods. */
export function chosenPods(run: ImportedRun, choice: Choice, notes: Notes): Result<Chosen> {
  const isMeant = (pod: ImportedPod): boolean =>
    choice.pods === undefined ||
    (pod.name !== null && choice.pods.includes(pod.name)) ||
    (pod.uid !== null && choice.pods.includes(pod.uid));
  const known = run.pods.flatMap(({ name, uid }) => [name, uid]).filter((word) => word !== null);
  const unknown = choice.pods?.find((word) => !known.includes(word));
  if (unknown !== undefined) {
    return failure({
      severity: 'error',
      message: `the evidence has no pod ${shownText(unknown, 120)}`,
      tip: didYouMean(unknown, known.slice(0, 200)),
    });
  }
  const ofRun = ({ run: index }: LogEvent): boolean =>
    choice.kubeletRun === undefined || choice.kubeletRun === index;
  const manifests = new Set(
    run.pods.flatMap((pod) => (pod.isStatic === true ? [`${pod.node} ${pod.name}`] : [])),
  );
  // What the log tells of the API server's pod of a static pod's name is told of its mirror.
  const isMirror = (pod: ImportedPod): boolean =>
    pod.mirrors !== null || (pod.isStatic !== true && manifests.has(`${pod.node} ${pod.name}`));
  const candidates = run.pods
    .filter(
      (pod) => isMeant(pod) && !isMirror(pod) && (choice.node === undefined || pod.node === choice.node),
    )
    .map((pod) => ({ ...pod, events: pod.events.filter(ofRun) }))
    .filter((pod) => pod.events.length > 0 || (pod.object !== null && choice.kubeletRun === undefined));
  const logged = candidates.filter(({ events }) => events.length > 0);
  const node = choice.node ?? busiestNode(logged.length > 0 ? logged : candidates);
  // An object without a node may be of any.
  const here = candidates.filter(
    (pod) => pod.node === node || (pod.events.length === 0 && pod.node === null),
  );
  if (here.length === 0) {
    return failure({
      severity: 'error',
      message: 'no pod is left of which a scenario could be made',
      tip: 'give a kubelet log with its SyncLoop lines (-v=2 or more), or pods as YAML',
    });
  }
  if (candidates.length > here.length)
    notes.leaveOut(
      `pods of other nodes; this is ${node === null ? 'the node without a name' : shownText(node, 80)}`,
      candidates.length - here.length,
    );
  const most = Math.min(choice.most ?? MOST_PODS, MOST_PODS);
  const pods = [...here].sort((a, b) => interest(a) - interest(b)).slice(0, most);
  if (here.length > pods.length)
    notes.leaveOut(`pods beyond ${most}; those that fail or end were taken first`, here.length - pods.length);
  const kept = new Set(pods);
  return success({
    node,
    pods: here.filter((pod) => kept.has(pod)),
    runs: run.runs
      .filter((r) => r.node === node && (choice.kubeletRun === undefined || r.index === choice.kubeletRun))
      .toSorted((a, b) => (a.first.at ?? 0) - (b.first.at ?? 0)),
    nodeEvents: run.nodeEvents.filter(
      (event) => ofRun(event) && (run.runs[event.run]?.node ?? null) === node,
    ),
  });
}

/** Those that fail or end come first, where not all can be taken. */
const interest = ({ final, attempts }: ImportedPod): number =>
  attempts.some(({ error }) => error !== null)
    ? 0
    : final === 'terminating' || final === 'terminated'
      ? 1
      : 2;

function busiestNode(pods: readonly ImportedPod[]): string | null {
  const counts = new Map<string | null, number>();
  for (const { node } of pods) counts.set(node, (counts.get(node) ?? 0) + 1);
  return [...counts].reduce<readonly [string | null, number]>(
    (best, next) => (next[1] > best[1] ? next : best),
    [null, 0],
  )[0];
}

/** The version of the node's last kubelet as it says itself, without `v`; `null` if no line tells. */
export const versionOf = ({ runs }: Pick<Chosen, 'runs'>): string | null =>
  runs.findLast(({ version }) => version !== null)?.version?.replace(/^v/, '') ?? null;
