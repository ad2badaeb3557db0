import { failure, type Result, success } from '../base/result';
import type { DataNode } from './dataTree';
import { readDocuments } from './documents';
import type { SourceFormat } from './importedRun';
import type { Redaction } from './redaction';

/**
 * Evidence that has to be read as a whole (everything but logs, which go line by line), without what tells whose it is. Of
 * pods and of the runtime's answers only fields are kept that are read here: no environment, arguments, labels, managed
 * fields. They come out as JSON. Fails if the text cannot be read.
 */
export function redactedText(text: string, format: SourceFormat, redaction: Redaction): Result<string> {
  redaction.learn(text);
  const isTable = format === 'crictl-json' && !/^\s*(?:[{[]|---|\w+:)/.test(text);
  if ((format === 'pod-yaml' || format === 'pod-json' || format === 'crictl-json') && !isTable) {
    const read = readDocuments(text);
    if (!read.ok) return read;
    const [problem] = read.value.documents.flatMap(({ problems }) => problems);
    const kept = read.value.documents.flatMap(({ root, soundUntil }) =>
      root === null ? [] : [keptOf(root, soundUntil, redaction)],
    );
    if (kept.length === 0 && problem !== undefined) return failure(problem);
    return success(kept.map((one) => `${JSON.stringify(one, null, 2)}\n`).join(''));
  }
  const lines = format === 'kubectl-text' ? withoutBlocks(text.split('\n')) : text.split('\n');
  return success(lines.map((line) => redaction.text(line)).join('\n'));
}

/** Fields of pods, events and answers of crictl that are read, at whatever depth they stand. */
const KEPT: ReadonlySet<string> = new Set([
  ...['apiVersion', 'kind', 'items', 'metadata', 'name', 'namespace', 'uid', 'resourceVersion'],
  ...['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'finalizers', 'annotations'],
  ...['managedFields', 'time', 'spec', 'nodeName', 'restartPolicy', 'terminationGracePeriodSeconds'],
  ...['hostNetwork', 'containers', 'initContainers', 'ephemeralContainers', 'image', 'volumes', 'status'],
  ...['phase', 'reason', 'message', 'startTime', 'conditions', 'type', 'lastTransitionTime', 'lastProbeTime'],
  ...['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses', 'state', 'lastState'],
  ...['running', 'waiting', 'terminated', 'startedAt', 'finishedAt', 'exitCode', 'signal', 'containerID'],
  ...['restartCount', 'ready', 'started', 'involvedObject', 'regarding', 'count', 'firstTimestamp'],
  ...['lastTimestamp', 'eventTime', 'series', 'lastObservedTime', 'note', 'deprecatedCount'],
  ...['id', 'podSandboxId', 'sandboxes', 'info', 'sandboxID', 'createdAt', 'labels'],
]);

const isKept = (key: string, within: string): boolean =>
  within === 'annotations'
    ? key.startsWith('kubernetes.io/config.')
    : within === 'labels'
      ? key.startsWith('io.kubernetes.')
      : KEPT.has(key);

function keptOf(node: DataNode, soundUntil: number, redaction: Redaction, within = ''): unknown {
  if (node.kind === 'list')
    return node.items
      .filter(({ end }) => end <= soundUntil)
      .map((item) => keptOf(item, soundUntil, redaction));
  if (node.kind === 'scalar') return node.plain ? plainOf(node.text, redaction) : redaction.text(node.text);
  const fields = [...node.fields].filter(([key]) => isKept(key, within));
  return Object.fromEntries(
    fields.map(([key, field]) => [key, keptOf(field.node, soundUntil, redaction, key)]),
  );
}

function plainOf(text: string, redaction: Redaction): unknown {
  if (text === 'null' || text === '~' || text === '') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return String(Number(text)) === text ? Number(text) : redaction.text(text);
}

/** Blocks of `kubectl describe` that hold what people put into their pods. */
const BLOCK = /^(\s*)(?:Environment(?: Variables from)?|Command|Args|Annotations|Labels|Mounts):/;

function withoutBlocks(lines: readonly string[]): string[] {
  let indent: number | null = null;
  return lines.map((line) => {
    const depth = line.search(/\S/);
    if (indent !== null && depth > indent) return '';
    indent = null;
    const block = BLOCK.exec(line);
    if (block === null) return line;
    const [head, blanks = ''] = block;
    indent = blanks.length;
    return /kubernetes\.io\/config\./.test(line) ? line : `${head}  redacted`;
  });
}
