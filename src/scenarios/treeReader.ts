import { isAlias, isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import type { Places, TreePath } from './places';

/**
 * What a YAML or JSON file says, as plain data: maps are objects without a prototype, so that no key (`__proto__`,
 * `constructor`) is more than a key; maps whose keys the writer chooses freely are `Map`s.
 */
export type Tree =
  | null
  | boolean
  | number
  | string
  | readonly Tree[]
  | TreeFields
  | ReadonlyMap<string, Tree>;

export interface TreeFields {
  readonly [key: string]: Tree;
}

/** A key that a map has twice; the first one counts for whatever is checked after. */
export interface DuplicateKey {
  readonly path: TreePath;
  readonly key: string;
  readonly first: number;
  readonly second: number;
}

/** Lists and maps inside one another. */
export const MAX_DEPTH = 20;
const MAX_ALIASES = 50;
/** Values that aliases may stand for, all together: a few words repeated, never a file grown out of nothing. */
const MAX_ALIASED = 10_000;

/** Message and tip for a file that goes deeper. */
export const TOO_DEEP = [
  `nested deeper than ${MAX_DEPTH} levels`,
  'a scenario needs no more than seven: look for a bracket or an indentation too many',
] as const;

/** Walks the nodes once; stops at the first thing that makes going on pointless or dangerous. */
export class TreeReader {
  readonly duplicates: DuplicateKey[] = [];
  stopped: { readonly offset: number; readonly why: readonly [message: string, tip?: string] } | null = null;
  private readonly anchors = new Map<string, ParsedNode>();
  private aliases = 0;
  private aliased = 0;

  constructor(
    private readonly isFree: (path: TreePath) => boolean,
    readonly places: Places,
  ) {}

  read(node: ParsedNode | null, path: TreePath, viaAlias: boolean): Tree {
    if (this.stopped !== null || node === null) return null;
    const [offset] = node.range;
    if (viaAlias && ++this.aliased > MAX_ALIASED) {
      return this.stop(
        offset,
        `aliases stand for more than ${MAX_ALIASED} values`,
        'use `repeat` for many equal steps',
      );
    }
    if (isAlias(node)) {
      // An alias means the nearest anchor before it, which is the last one that this walk has passed.
      const target = this.anchors.get(node.source);
      if (target === undefined) return this.stop(offset, `no anchor \`&${node.source}\` before this alias`);
      if (!viaAlias && ++this.aliases > MAX_ALIASES)
        return this.stop(offset, `more than ${MAX_ALIASES} aliases`);
      return this.read(target, path, true);
    }
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node);
    if (isScalar(node)) return scalar(node.value);
    if (path.length >= MAX_DEPTH) return this.stop(offset, ...TOO_DEEP);
    if (isSeq(node)) {
      const list: Tree[] = [];
      for (const [i, item] of node.items.entries()) {
        this.places.set(list, i, item.range?.[0] ?? offset, item.range?.[0] ?? offset);
        list.push(this.read(item as ParsedNode, [...path, i], viaAlias));
      }
      return list;
    }
    const map = new Map<string, Tree>();
    const container = this.isFree(path) ? map : (Object.create(null) as Record<string, Tree>);
    for (const pair of isMap(node) ? node.items : []) {
      if (!isScalar(pair.key)) return this.stop(pair.key.range[0], 'the name of a field is a text');
      const key = String(pair.key.value ?? '');
      const at = pair.key.range[0];
      if (map.has(key)) {
        const first = this.places.offset(container, key, 'key');
        this.duplicates.push({ path, key, first, second: at });
        continue;
      }
      this.places.set(container, key, at, pair.value?.range[0] ?? at);
      map.set(key, this.read(pair.value, [...path, key], viaAlias));
      if (!(container instanceof Map)) container[key] = map.get(key) ?? null;
    }
    return container;
  }

  private stop(offset: number, ...why: readonly [message: string, tip?: string]): null {
    this.stopped ??= { offset, why };
    return null;
  }
}

const scalar = (value: unknown): Tree =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
