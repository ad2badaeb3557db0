import { type Diagnostic, failure, type Result, success } from '../base/result';
import { type DataDocument, type DataNode, fieldOf, itemsOf, nodeAt, numberOf, textOf } from './dataTree';
import { readDocuments } from './documents';
import { type EvidencePart, evidencePart } from './evidencePart';
import type { Note, PodObject, ReportedFact, Skipped } from './importedRun';
import { podObject } from './podObject';
import type { SourceLines } from './sourceLines';

/**
 * Pods and events from YAML or JSON: one object, a `List` or `PodList`, a bare list, several documents, a static pod's
 * manifest, the kubelet's `/pods`. Of a list that breaks off, the items before the break are used and a note says where.
 * Fails if nothing could be used and something is wrong.
 */
export function importPodObjects(text: string, label?: string): Result<EvidencePart> {
  const read = readDocuments(text, label);
  if (!read.ok) return read;
  const { isJson, lines, documents } = read.value;
  const collector = new ObjectCollector(lines, label);
  for (const document of documents) collector.document(document);
  const { objects, reported, problems, notes } = collector;
  if (problems.length > 0 && objects.length === 0 && reported.length === 0 && !collector.emptyList)
    return failure(...problems);
  for (const { line, column, message, tip } of problems) {
    const tipText = tip === undefined ? '' : ` (${tip})`;
    notes.push({
      line: line ?? null,
      text: `line ${line ?? '?'}, column ${column ?? '?'}: ${message}${tipText}; what came before is used`,
    });
  }
  const skipped = [...collector.skipped.values()];
  return success(
    evidencePart(isJson ? 'pod-json' : 'pod-yaml', { objects, reported, skipped, notes }),
    problems,
  );
}

/** Kinds that hold pods in the making. */
const TEMPLATES: ReadonlySet<string> = new Set([
  'Deployment',
  'ReplicaSet',
  'ReplicationController',
  'StatefulSet',
  'DaemonSet',
  'Job',
  'CronJob',
  'PodTemplate',
]);

/** Problems that are told: one mistake makes others look like mistakes. */
const MAX_PROBLEMS = 20;

class ObjectCollector {
  readonly objects: PodObject[] = [];
  readonly reported: ReportedFact[] = [];
  readonly problems: Diagnostic[] = [];
  readonly notes: Note[] = [];
  readonly skipped = new Map<string, Skipped>();
  /** A list without items is an answer, too. */
  emptyList = false;
  private current: DataDocument | null = null;

  constructor(
    private readonly lines: SourceLines,
    private readonly label: string | undefined,
  ) {}

  document(document: DataDocument): void {
    this.current = document;
    const { root, problems, faults } = document;
    const located = (problem: Diagnostic): Diagnostic =>
      this.label === undefined ? problem : { ...problem, file: this.label };
    const all = [...problems, ...faults.map(({ problem }) => problem)];
    this.problems.push(...all.slice(0, MAX_PROBLEMS - this.problems.length).map(located));
    if (root !== null) this.take(root, false, 0);
  }

  /** An object, or a list of them. `ofPods`: its kind may be missing, as the list says it. */
  private take(node: DataNode, ofPods: boolean, depth: number): void {
    if (node.kind === 'list') {
      this.list(node, null, false, depth);
      return;
    }
    if (node.kind === 'scalar') {
      if (textOf(node) !== null) this.skip(node, 'text that is no object');
      return;
    }
    const kind = textOf(nodeAt(node, 'kind'));
    const items = fieldOf(node, 'items');
    if (items !== null && (kind === null || kind.endsWith('List'))) {
      this.list(items.node, kind, ofPods || kind === 'PodList', depth);
      return;
    }
    if (!this.isSound(node)) {
      this.skip(node, 'an object that is incomplete or not well formed');
      return;
    }
    const looksLikePod = kind === null && nodeAt(node, 'spec', 'containers')?.kind === 'list';
    if (kind === 'Pod' || (kind === null && ofPods) || looksLikePod) this.pod(node);
    else if (kind === 'Event') this.event(node);
    else if (kind === null) this.skip(node, 'an object without a kind');
    else if (TEMPLATES.has(kind))
      this.skip(node, `${shown(kind)}: its template is not a pod; give the pods that were made from it`);
    else this.skip(node, `${shown(kind)}: not a pod`);
  }

  private list(node: DataNode, kind: string | null, ofPods: boolean, depth: number): void {
    const items = itemsOf(node);
    if (items.length === 0 && this.current?.problems.length === 0) this.emptyList = true;
    for (const item of items) {
      // Lists in lists are rare, and never deep.
      if (depth < 4) this.take(item, ofPods, depth + 1);
      else this.skip(item, 'lists inside lists');
    }
    const isEnded = kind !== null || node === this.current?.root || this.current?.problems.length !== 0;
    if (!isEnded && items.length > 0) {
      this.notes.push({
        line: this.lines.lineOf(node.end - 1),
        text: 'the list has no kind, which stands at its end: it may be cut, and its last object incomplete',
      });
    }
  }

  private isSound(node: DataNode): boolean {
    const document = this.current;
    if (document === null || node.end >= document.soundUntil) return false;
    return !document.faults.some(({ at }) => at >= node.start && at < node.end);
  }

  private pod(node: DataNode): void {
    const object = podObject(node, this.lines);
    if (object === null) this.skip(node, 'a pod without a name');
    else this.objects.push(object);
  }

  private event(node: DataNode): void {
    const involved = nodeAt(node, 'involvedObject') ?? nodeAt(node, 'regarding');
    const name = textOf(nodeAt(involved, 'name'));
    if (textOf(nodeAt(involved, 'kind')) !== 'Pod' || name === null) {
      this.skip(node, 'Event: of something else than a pod');
      return;
    }
    const field = fieldOf(node, 'message') ?? fieldOf(node, 'note') ?? fieldOf(node, 'reason');
    this.reported.push({
      pod: `${textOf(nodeAt(involved, 'namespace')) ?? 'default'}/${name}`,
      uid: textOf(nodeAt(involved, 'uid')),
      reason: textOf(nodeAt(node, 'reason')) ?? '',
      message: textOf(field?.node ?? null) ?? '',
      count: numberOf(nodeAt(node, 'count')) ?? numberOf(nodeAt(node, 'series', 'count')) ?? 1,
      at: this.lines.evidence(field?.key ?? node.start, field?.node.end ?? node.start + 1),
    });
  }

  private skip(node: DataNode, reason: string): void {
    const first = this.lines.lineOf(node.start);
    const lines =
      this.lines.lineOf(Math.max(node.start, Math.min(node.end, this.lines.text.length) - 1)) - first + 1;
    const known = this.skipped.get(reason);
    this.skipped.set(reason, { lines: (known?.lines ?? 0) + lines, reason, first: known?.first ?? first });
  }
}

const shown = (text: string): string => text.slice(0, 100);
