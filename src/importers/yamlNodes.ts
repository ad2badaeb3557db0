import { isAlias, isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import type { Diagnostic } from '../base/result';
import { type DataField, type DataNode, type DataScalar, MAX_DATA_DEPTH } from './dataTree';
import type { SourceLines } from './sourceLines';

const MAX_ALIASES = 100;
/** What aliases may stand for, all together: the UTF-16 units of the texts, and what each value costs. */
const MAX_EXPANDED = 1_000_000;
const NODE_COST = 16;
const MAX_FAULTS = 20;
const CORE_TAGS = /^(?:!|tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq))$/;

/** Walks the nodes of one document once; stops at what makes going on dangerous, notes what is wrong in one place. */
export class YamlNodes {
  readonly faults: { at: number; problem: Diagnostic }[] = [];
  stopped: Diagnostic | null = null;
  private readonly anchors = new Map<string, ParsedNode>();
  private aliases = 0;
  private expanded = 0;

  constructor(private readonly lines: SourceLines) {}

  read(node: ParsedNode, depth = 0, viaAlias = false): DataNode {
    const [start, end] = node.range;
    const nothing: DataScalar = { kind: 'scalar', text: '', plain: true, start, end };
    if (this.stopped !== null) return nothing;
    if (viaAlias) {
      this.expanded += NODE_COST + (isScalar(node) ? String(node.value ?? '').length : 0);
      if (this.expanded > MAX_EXPANDED) {
        this.stop(start, `aliases stand for more than ${MAX_EXPANDED / 1_000_000} MB`);
        return nothing;
      }
    }
    if (isAlias(node)) return this.alias(node.source, start, depth, viaAlias) ?? nothing;
    if (node.tag !== undefined && !CORE_TAGS.test(node.tag))
      this.fault(
        start,
        `the tag ${shown(node.tag)} has no meaning here`,
        'remove it, or put the text in quotes',
      );
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node);
    if (isScalar(node)) {
      const plain = node.type === 'PLAIN' || node.type === undefined || node.type === null;
      return { kind: 'scalar', text: String(node.value ?? ''), plain, start, end };
    }
    if (depth >= MAX_DATA_DEPTH) {
      this.stop(start, `nested deeper than ${MAX_DATA_DEPTH} levels`);
      return nothing;
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => this.read(item as ParsedNode, depth + 1, viaAlias));
      return { kind: 'list', items, start, end };
    }
    const fields = new Map<string, DataField>();
    const merged: DataNode[] = [];
    for (const { key, value } of isMap(node) ? node.items : []) {
      const [at, after] = key.range;
      if (!isScalar(key)) {
        this.fault(at, 'the name of a field is a text');
        continue;
      }
      const name = String(key.value ?? '');
      const read: DataNode =
        value === null
          ? { kind: 'scalar', text: '', plain: true, start: after, end: after }
          : this.read(value, depth + 1, viaAlias);
      if (name === '<<' && key.type === 'PLAIN' && read.kind !== 'scalar') merged.push(read);
      else if (fields.has(name))
        this.fault(at, `the field ${shown(name)} is given twice`, 'remove one of them');
      else fields.set(name, { key: at, node: read });
    }
    for (const other of merged.flatMap((m) => (m.kind === 'list' ? m.items : [m]))) {
      for (const [name, field] of other.kind === 'map' ? other.fields : [])
        if (!fields.has(name)) fields.set(name, field);
    }
    return { kind: 'map', fields, start, end };
  }

  private alias(name: string, at: number, depth: number, viaAlias: boolean): DataNode | null {
    // An alias means the nearest anchor before it, which is the last one that this walk has passed.
    const target = this.anchors.get(name);
    if (target === undefined) return this.fault(at, `no anchor &${shown(name)} before this alias`);
    if (!viaAlias && ++this.aliases > MAX_ALIASES) return this.stop(at, `more than ${MAX_ALIASES} aliases`);
    return this.read(target, depth + 1, true);
  }

  private stop(at: number, message: string): null {
    this.stopped ??= { severity: 'error', ...this.lines.placeOf(at), message };
    return null;
  }

  private fault(at: number, message: string, tip?: string): null {
    const place = this.lines.placeOf(at);
    if (this.faults.length < MAX_FAULTS) {
      const problem: Diagnostic = {
        severity: 'error',
        ...place,
        message,
        ...(tip === undefined ? {} : { tip }),
      };
      this.faults.push({ at, problem });
    }
    return null;
  }
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 100));
