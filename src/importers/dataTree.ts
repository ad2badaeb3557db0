import type { Diagnostic } from '../base/result';

/** Where something stands: offsets of its first character and of the first one after it. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A word, number or text. Nothing is made of it: `no`, `012` and `1e3` are what is written there. */
export interface DataScalar extends Span {
  readonly kind: 'scalar';
  readonly text: string;
  /** Written without quotes: only then `null`, `true` and numbers mean those. */
  readonly plain: boolean;
}

export interface DataList extends Span {
  readonly kind: 'list';
  readonly items: readonly DataNode[];
}

/** A map with any keys: `__proto__` and `constructor` are keys like others. */
export interface DataMap extends Span {
  readonly kind: 'map';
  readonly fields: ReadonlyMap<string, DataField>;
}

export interface DataField {
  /** Offset of the key. */
  readonly key: number;
  readonly node: DataNode;
}

/** What JSON or YAML says, with the place of everything. */
export type DataNode = DataScalar | DataList | DataMap;

/** One document, as far as it could be read. */
export interface DataDocument {
  readonly root: DataNode | null;
  /** What is wrong with it, the first first. */
  readonly problems: readonly Diagnostic[];
  /** What does not end before this offset is incomplete or not to be trusted; infinite if all is well. */
  readonly soundUntil: number;
  /** Where single things are wrong that leave the rest as it is, such as a key given twice. */
  readonly faults: readonly { readonly at: number; readonly problem: Diagnostic }[];
}

/** Lists and maps inside one another. */
export const MAX_DATA_DEPTH = 64;

/** The node that fields lead to from a map; `null` if there is none. */
export function nodeAt(node: DataNode | null, ...names: readonly string[]): DataNode | null {
  let here = node;
  for (const name of names) here = fieldOf(here, name)?.node ?? null;
  return here;
}

/** A field of a map. */
export function fieldOf(node: DataNode | null, name: string): DataField | null {
  return node?.kind === 'map' ? (node.fields.get(name) ?? null) : null;
}

/** The items of a list; none of anything else. */
export const itemsOf = (node: DataNode | null): readonly DataNode[] =>
  node?.kind === 'list' ? node.items : [];

/** The text of a scalar; `null` for `null`, nothing, lists and maps. */
export function textOf(node: DataNode | null): string | null {
  if (node?.kind !== 'scalar') return null;
  return node.plain && (node.text === 'null' || node.text === '~' || node.text === '') ? null : node.text;
}

/** A number written as one; `null` for anything else. */
export function numberOf(node: DataNode | null): number | null {
  const text = textOf(node);
  return text !== null && /^-?\d{1,17}(\.\d{1,17})?([eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : null;
}

export const isTrue = (node: DataNode | null): boolean => textOf(node) === 'true';
