import type { ContainerSpec, RestartPolicy } from '../api/pod';
import { shownText } from '../base/shownText';
import { duration } from '../clock/simTime';
import type { ImportedPod, ImportedRun } from '../importers/importedRun';
import type { PodTemplate } from '../scenarios/command';
import { asLabel, asUID, calledBy, free } from './names';
import type { PodScript } from './podScript';
import type { Notes } from './reproduction';

/** A pod of the log and the template that stands for it. */
export interface Cast {
  readonly pod: ImportedPod;
  readonly template: string;
  /** Its name in the scenario: its own, if a scenario can have it, and nobody else's in its namespace. */
  readonly podName: string;
  readonly isStatic: boolean;
}

const RESTART_POLICIES: readonly string[] = ['Always', 'OnFailure', 'Never'];
const MOST_PARTS = 20;
const DEFAULT_STOP = 200;
/** So long a process may take to end; a day is also the longest grace period. */
const LONGEST_STOP = 86_400_000;

/**
 * Gives every pod a template. Pods that had one name in the API server one after the other share one, since there a name is
 * one pod; manifests may share a name, and have a template each.
 */
export function castPods(pods: readonly ImportedPod[]): readonly Cast[] {
  const taken = new Set<string>();
  const byName = new Map<string, string>();
  const podNames = new Names();
  return pods.map((pod): Cast => {
    const { object } = pod;
    const isStatic =
      pod.isStatic ?? (object !== null && (object.source === 'file' || object.mirrorOf !== null));
    const short = shortName(pod);
    const podName = podNames.of(asLabel(namespaceOf(pod), 'default'), `${namespaceOf(pod)}/${short}`, short);
    const shared = isStatic || pod.name === null ? undefined : byName.get(pod.name);
    const template = shared ?? free(podName, taken);
    if (!isStatic && pod.name !== null) byName.set(pod.name, template);
    return { pod, template, podName, isStatic };
  });
}

/** Names of pods as labels: one name stays one, and two names stay two. */
class Names {
  private readonly known = new Map<string, string>();
  private readonly taken = new Map<string, Set<string>>();

  of(namespace: string, whole: string, short: string): string {
    const known = this.known.get(whole);
    if (known !== undefined) return known;
    const taken = this.taken.get(namespace) ?? new Set();
    const name = free(asLabel(short, 'pod'), taken);
    this.taken.set(namespace, taken);
    this.known.set(whole, name);
    return name;
  }
}

const namespaceOf = ({ name }: ImportedPod): string =>
  name?.includes('/') === true ? name.slice(0, name.indexOf('/')) : 'default';

/** The pod's own name; a static pod's without the node's behind it, which the model's kubelet adds. */
function shortName(pod: ImportedPod): string {
  const { name, uid, node, isStatic, object } = pod;
  if (name === null) return uid === null ? 'pod' : `pod-${uid.slice(0, 8)}`;
  const short = name.slice(name.indexOf('/') + 1);
  const host = node ?? object?.node ?? null;
  return isStatic !== false && host !== null && short.endsWith(`-${host}`)
    ? short.slice(0, -host.length - 1)
    : short;
}

/** The template of those who are cast for it. `life`: what the script of any of them found out. */
export function templateOf(
  template: string,
  cast: readonly Cast[],
  life: Pick<PodScript, 'completes' | 'isHeld'>,
  run: ImportedRun,
  notes: Notes,
): PodTemplate {
  const [first] = cast;
  if (first === undefined) throw new RangeError('a template without a pod');
  const { pod, podName } = first;
  if (podName !== shortName(pod)) notes.say(`${calledBy(pod)} is called ${podName} here`);
  const objects = cast.flatMap((c) => (c.pod.object === null ? [] : [c.pod.object]));
  const object = objects.at(-1) ?? null;
  const containers = containersOf(cast, template, run);
  const volumes = object === null ? [] : labels(object.volumes, 'data');
  const mounts = cast.some((c) =>
    c.pod.events.some(
      ({ kind }) =>
        kind === 'mountFailed' || kind === 'volumeOperationFailed' || kind === 'volumesNotCleaned',
    ),
  );
  const policy = object?.restartPolicy ?? null;
  const known = policy !== null && RESTART_POLICIES.includes(policy) ? (policy as RestartPolicy) : null;
  return {
    name: template,
    namespace: asLabel(namespaceOf(pod), 'default'),
    uid: cast.length === 1 ? asUID(object?.mirrorOf ?? pod.uid) : null,
    podName,
    gracePeriod: clamp(object?.terminationGracePeriod ?? graceOf(cast) ?? 30, 86_400),
    restartPolicy: known ?? (life.completes ? 'Never' : 'Always'),
    containers,
    initContainers: [],
    volumes: volumes.length === 0 && (mounts || failsAtVolumes(cast)) ? ['data'] : volumes,
    hostNetwork: object?.hostNetwork ?? false,
    finalizers: finalizersOf(object?.finalizers ?? [], life.isHeld),
  };
}

const finalizersOf = (told: readonly string[], isHeld: boolean): readonly string[] => {
  const known = told.filter((text) => /\S/.test(text)).map((text) => shownText(text, 252));
  return known.length === 0 && isHeld ? ['not-known.example/held'] : known.slice(0, MOST_PARTS);
};

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)));

const failsAtVolumes = (cast: readonly Cast[]): boolean =>
  cast.some(({ pod }) => pod.attempts.some(({ error }) => error !== null && /volumes?\b/i.test(error)));

/** The grace period of a removal is the pod's own. */
function graceOf(cast: readonly Cast[]): number | null {
  const events = cast.flatMap(({ pod }) => pod.events);
  const removed = cast.every(({ pod }) => pod.facts.deletedAt === null && pod.facts.cause !== 'evicted');
  if (!removed) return null;
  return events.find(({ kind, amount }) => kind === 'gracePeriod' && amount !== undefined)?.amount ?? null;
}

function labels(names: readonly string[], instead: string): readonly string[] {
  const taken = new Set<string>();
  return names.slice(0, MOST_PARTS).map((name) => free(asLabel(name, instead), taken));
}

/** Containers by the object, or by the names that lines about stopping them have. */
function containersOf(cast: readonly Cast[], template: string, run: ImportedRun): readonly ContainerSpec[] {
  const stopTakes = duration(stopOf(cast, run));
  const object = cast.findLast(({ pod }) => pod.object !== null && pod.object.containers.length > 0)?.pod
    .object;
  if (object !== undefined && object !== null) {
    const names = labels(
      object.containers.map(({ name }) => name),
      'app',
    );
    return names.map((name, i) => ({
      name,
      image: imageOf(object.containers[i]?.image ?? '', template),
      stopTakes,
      runsFor: null,
      exitCode: 0,
    }));
  }
  const told = new Set(
    cast.flatMap(({ pod }) =>
      pod.events.flatMap(({ kind, text }) => {
        const name =
          kind === 'killingContainer' ? /\bcontainerName=\\?"([^"\\]{1,63})/.exec(text)?.[1] : undefined;
        return name === undefined ? [] : [name];
      }),
    ),
  );
  const names = told.size === 0 ? ['app'] : labels([...told], 'app');
  return names.map((name) => ({ name, image: `${template}:1`, stopTakes, runsFor: null, exitCode: 0 }));
}

const imageOf = (image: string, template: string): string =>
  image.length > 0 && image.length <= 253 && !/[\s{}\p{Cc}]/u.test(image) ? image : `${template}:1`;

/**
 * How long the processes took to end: the longest of the stops that worked, or longer than one that is still under way when the
 * log ends.
 */
function stopOf(cast: readonly Cast[], run: ImportedRun): number {
  let longest = 0;
  for (const { pod } of cast) {
    // An attempt that a restart of the kubelet cut off goes on in the next.
    let since: number | null = null;
    const failed = pod.attempts.some(({ phase, error }) => phase === 'terminating' && error !== null);
    for (const { phase, error, start, end } of pod.attempts) {
      if (phase !== 'terminating' || error !== null) {
        since = null;
        continue;
      }
      since ??= start.at;
      if (since === null || end?.at == null) continue;
      longest = Math.max(longest, end.at - since);
      since = null;
    }
    const logEnd = run.runs[pod.facts.run]?.last.at ?? null;
    if (since !== null && !failed && pod.final === 'terminating' && logEnd !== null)
      longest = Math.max(longest, logEnd - since + 60_000);
  }
  // The stop is the process's end and some hundred milliseconds around it.
  return longest <= 2 * DEFAULT_STOP ? DEFAULT_STOP : clamp(longest - DEFAULT_STOP, LONGEST_STOP);
}
