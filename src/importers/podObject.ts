import { parseRfc3339 } from './civilTime';
import { type DataNode, fieldOf, isTrue, itemsOf, nodeAt, numberOf, textOf } from './dataTree';
import type { EvidenceLine, PodContainer, PodObject } from './importedRun';
import type { SourceLines } from './sourceLines';

const ANNOTATION = 'kubernetes.io/config.';

/**
 * A pod as a manifest, `kubectl get -o yaml` or the kubelet's `/pods` writes it, with only what is used: no environment, no
 * arguments, no managed fields. `null` if it has no name.
 */
export function podObject(pod: DataNode, lines: SourceLines): PodObject | null {
  const metadata = nodeAt(pod, 'metadata');
  const spec = nodeAt(pod, 'spec');
  const status = nodeAt(pod, 'status');
  const name = textOf(nodeAt(metadata, 'name'));
  if (name === null) return null;
  const annotation = (word: string): string | null =>
    textOf(nodeAt(metadata, 'annotations', ANNOTATION + word));
  const configSource = annotation('source');
  const mirrorOf = annotation('mirror');
  const node = textOf(nodeAt(spec, 'nodeName'));
  // The API server gives every object a uid and a creation time; the kubelet notes the source in its own list.
  const stored =
    textOf(nodeAt(metadata, 'creationTimestamp')) !== null ||
    textOf(nodeAt(metadata, 'resourceVersion')) !== null;
  const isWish = !stored && configSource === null && textOf(nodeAt(status, 'phase')) === null;
  const isKubeletView = configSource !== null && mirrorOf === null;
  const at = (...names: readonly string[]): number | null => moment(nodeAt(pod, ...names));
  return {
    name: `${textOf(nodeAt(metadata, 'namespace')) ?? 'default'}/${name}`,
    uid: textOf(nodeAt(metadata, 'uid')),
    node,
    source: configSource === null ? (isWish ? 'file' : 'api') : configSource === 'api' ? 'api' : 'file',
    view: isWish ? 'manifest' : isKubeletView ? 'kubelet' : 'apiserver',
    mirrorOf,
    configHash: annotation('hash'),
    createdAt: at('metadata', 'creationTimestamp'),
    deletionTimestamp: at('metadata', 'deletionTimestamp'),
    deletionGracePeriod: numberOf(nodeAt(metadata, 'deletionGracePeriodSeconds')),
    terminationGracePeriod: numberOf(nodeAt(spec, 'terminationGracePeriodSeconds')),
    finalizers: itemsOf(nodeAt(metadata, 'finalizers')).flatMap((item) => textOf(item) ?? []),
    phase: textOf(nodeAt(status, 'phase')),
    reason: textOf(nodeAt(status, 'reason')),
    message: textOf(nodeAt(status, 'message')),
    startTime: at('status', 'startTime'),
    restartPolicy: textOf(nodeAt(spec, 'restartPolicy')),
    hostNetwork: isTrue(nodeAt(spec, 'hostNetwork')),
    containers: podContainers(spec, status),
    volumes: itemsOf(nodeAt(spec, 'volumes')).flatMap((volume) => textOf(nodeAt(volume, 'name')) ?? []),
    latest: latestMoment(metadata, status),
    lines: fieldLines(pod, lines),
  };
}

const moment = (node: DataNode | null): number | null => {
  const text = textOf(node);
  return text === null ? null : parseRfc3339(text);
};

const CONTAINER_LISTS = [
  ['containers', 'containerStatuses'],
  ['initContainers', 'initContainerStatuses'],
  ['ephemeralContainers', 'ephemeralContainerStatuses'],
] as const;

/** The containers of the spec, with the states that the status knows. */
function podContainers(spec: DataNode | null, status: DataNode | null): readonly PodContainer[] {
  return CONTAINER_LISTS.flatMap(([list, statuses]) => {
    const byName = new Map<string | null, DataNode>();
    for (const one of itemsOf(nodeAt(status, statuses))) byName.set(textOf(nodeAt(one, 'name')), one);
    return itemsOf(nodeAt(spec, list)).map((container): PodContainer => {
      const name = textOf(nodeAt(container, 'name'));
      const states = nodeAt(byName.get(name) ?? null, 'state');
      const state = (['running', 'terminated', 'waiting'] as const).find(
        (word) => nodeAt(states, word)?.kind === 'map',
      );
      const told = state === undefined ? null : nodeAt(states, state);
      return {
        name: name ?? '',
        image: textOf(nodeAt(container, 'image')) ?? '',
        state: state ?? null,
        reason: textOf(nodeAt(told, 'reason')),
        exitCode: numberOf(nodeAt(told, 'exitCode')),
      };
    });
  });
}

/** The latest moment that is no plan: `deletionTimestamp` may lie ahead, and annotations and the spec say anything. */
function latestMoment(metadata: DataNode | null, status: DataNode | null): number | null {
  const moments: (number | null)[] = [
    moment(nodeAt(metadata, 'creationTimestamp')),
    moment(nodeAt(metadata, 'annotations', `${ANNOTATION}seen`)),
    ...itemsOf(nodeAt(metadata, 'managedFields')).map((one) => moment(nodeAt(one, 'time'))),
  ];
  const walk = (node: DataNode): void => {
    if (node.kind === 'scalar') moments.push(moment(node));
    else if (node.kind === 'list') for (const item of node.items) walk(item);
    else for (const field of node.fields.values()) walk(field.node);
  };
  if (status !== null) walk(status);
  return moments.reduce(
    (latest, one) => (one !== null && (latest === null || one > latest) ? one : latest),
    null,
  );
}

const FIELDS: readonly (readonly string[])[] = [
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['metadata', 'uid'],
  ['metadata', 'creationTimestamp'],
  ['metadata', 'deletionTimestamp'],
  ['metadata', 'deletionGracePeriodSeconds'],
  ['metadata', 'finalizers'],
  ['metadata', 'annotations', `${ANNOTATION}mirror`],
  ['metadata', 'annotations', `${ANNOTATION}hash`],
  ['metadata', 'annotations', `${ANNOTATION}source`],
  ['spec', 'nodeName'],
  ['spec', 'restartPolicy'],
  ['spec', 'terminationGracePeriodSeconds'],
  ['status', 'phase'],
  ['status', 'reason'],
  ['status', 'message'],
  ['status', 'startTime'],
  ['status', 'containerStatuses'],
];

/** Where the fields stand that findings point at, by their path; list items as `metadata.finalizers[0]`. */
function fieldLines(pod: DataNode, lines: SourceLines): ReadonlyMap<string, EvidenceLine> {
  const found = new Map<string, EvidenceLine>();
  for (const path of FIELDS) {
    const last = path.at(-1) ?? '';
    const field = fieldOf(nodeAt(pod, ...path.slice(0, -1)), last);
    if (field === null) continue;
    const key = path.join('.');
    const end = field.node.kind === 'scalar' || key === 'metadata.finalizers' ? field.node.end : field.key;
    found.set(key, lines.evidence(field.key, Math.max(end, field.key + last.length)));
    if (key !== 'metadata.finalizers') continue;
    for (const [i, item] of itemsOf(field.node).entries())
      found.set(`${key}[${i}]`, lines.evidence(item.start, item.end));
  }
  for (const [list, statuses] of CONTAINER_LISTS) {
    for (const [i, container] of itemsOf(nodeAt(pod, 'spec', list)).entries()) {
      const image = fieldOf(container, 'image');
      if (image !== null) found.set(`spec.${list}[${i}].image`, lines.evidence(image.key, image.node.end));
    }
    for (const [i, one] of itemsOf(nodeAt(pod, 'status', statuses)).entries()) {
      const state = nodeAt(one, 'state');
      const [first] = state?.kind === 'map' ? state.fields.values() : [];
      if (first !== undefined)
        found.set(`status.${statuses}[${i}].state`, lines.evidence(first.key, first.key + 40));
    }
  }
  return found;
}
