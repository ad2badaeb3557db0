import { failure, type Result, success } from '../base/result';
import { type DataNode, itemsOf, nodeAt, textOf } from './dataTree';
import { readDocuments } from './documents';
import { type EvidencePart, evidencePart, type IdOwner } from './evidencePart';
import type { Note } from './importedRun';

const LABEL = 'io.kubernetes.pod.';

/**
 * The runtime's view from `crictl pods`, `ps`, `inspectp` or `inspect`, as JSON, YAML or a table: which pod a sandbox's or
 * container's id belongs to. Kubelet log lines about the runtime name nothing but such ids.
 */
export function importCrictl(text: string): Result<EvidencePart> {
  const ids = /^\s*(?:[$#][^\n]*\n\s*)?(?:POD ID|CONTAINER)\b/.test(text.slice(0, 2000))
    ? fromTable(text)
    : fromDocuments(text);
  if (!ids.ok) return ids;
  if (ids.value.size === 0) {
    return failure({
      severity: 'error',
      message: 'no sandbox or container with the labels of a pod in this',
      tip: 'crictl pods -o json and crictl ps -a -o json list all of a node',
    });
  }
  const notes: readonly Note[] = [
    { line: null, text: `the runtime knows ${ids.value.size} ids of sandboxes and containers` },
  ];
  return success(evidencePart('crictl-json', { ids: ids.value, notes }));
}

function fromDocuments(text: string): Result<ReadonlyMap<string, IdOwner>> {
  const read = readDocuments(text);
  if (!read.ok) return read;
  const ids = new Map<string, IdOwner>();
  for (const { root } of read.value.documents) collect(root, ids);
  const [problem] = read.value.documents.flatMap(({ problems }) => problems);
  return ids.size === 0 && problem !== undefined ? failure(problem) : success(ids);
}

function collect(node: DataNode | null, ids: Map<string, IdOwner>): void {
  if (node?.kind === 'list') {
    for (const item of node.items) collect(item, ids);
    return;
  }
  for (const list of ['items', 'containers', 'sandboxes'])
    for (const item of itemsOf(nodeAt(node, list))) collect(item, ids);
  const one = nodeAt(node, 'status') ?? node;
  const owner = ownerOf(nodeAt(one, 'labels'));
  if (owner === null) return;
  for (const id of [
    textOf(nodeAt(one, 'id')),
    textOf(nodeAt(one, 'podSandboxId')),
    textOf(nodeAt(node, 'info', 'sandboxID')),
  ])
    if (id !== null) ids.set(bareId(id), owner);
}

function ownerOf(labels: DataNode | null): IdOwner | null {
  const uid = textOf(nodeAt(labels, `${LABEL}uid`));
  const name = textOf(nodeAt(labels, `${LABEL}name`));
  const namespace = textOf(nodeAt(labels, `${LABEL}namespace`));
  if (uid === null && name === null) return null;
  return { uid, pod: name === null ? null : `${namespace ?? 'default'}/${name}` };
}

/** `containerd://abc` as `abc`: log lines write both. */
const bareId = (id: string): string => id.replace(/^[a-z][\w.-]*:\/\//, '');

/** Columns are as wide as their headings say, as crictl pads them. */
function fromTable(text: string): Result<ReadonlyMap<string, IdOwner>> {
  const ids = new Map<string, IdOwner>();
  const pods = new Map<string, string | null>();
  let columns: readonly string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:POD ID|CONTAINER)\b/.test(line)) {
      columns = line.trim().split(/\s{2,}/);
      continue;
    }
    const cells = line.trim().split(/\s{2,}|\t+/);
    const cell = (...names: readonly string[]): string | null => {
      const i = columns.findIndex((column) => names.includes(column));
      return i === -1 ? null : (cells[i] ?? null);
    };
    if (columns[0] === 'POD ID' && cells.length >= 5) {
      const [id, name, namespace] = [cell('POD ID'), cell('NAME'), cell('NAMESPACE')];
      const pod = name === null ? null : `${namespace ?? 'default'}/${name}`;
      if (id !== null) {
        pods.set(id, pod);
        ids.set(id, { uid: null, pod });
      }
    } else if (columns[0] !== undefined && cells.length >= 5) {
      const [id, podId, name] = [cell('CONTAINER', 'CONTAINER ID'), cell('POD ID'), cell('POD')];
      const namespace = cell('NAMESPACE');
      const pod = name === null ? null : namespace === null ? name : `${namespace}/${name}`;
      const owner = { uid: null, pod: (podId === null ? undefined : pods.get(podId)) ?? pod };
      if (id !== null) ids.set(id, owner);
      if (podId !== null && !ids.has(podId)) ids.set(podId, owner);
    }
  }
  return success(ids);
}
