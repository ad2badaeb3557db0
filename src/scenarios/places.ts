import type { LineCounter } from 'yaml';

/** The way to a value in a file: names of fields and indices of lists, from the outside in. */
export type TreePath = readonly (string | number)[];

/** A line and a column, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where in the text every value stands and, of a field, where its name stands. */
export class Places {
  private readonly offsets = new WeakMap<
    object,
    Map<string | number, { readonly key: number; readonly value: number }>
  >();

  constructor(
    private readonly lines: LineCounter,
    private readonly rootOffset: number,
  ) {}

  /** Notes where `container[key]` stands; called by the reader only. */
  set(container: object, key: string | number, keyOffset: number, valueOffset: number): void {
    const known = this.offsets.get(container) ?? new Map();
    known.set(key, { key: keyOffset, value: valueOffset });
    this.offsets.set(container, known);
  }

  offset(container: object, key: string | number, which: 'key' | 'value'): number {
    return this.offsets.get(container)?.get(key)?.[which] ?? this.rootOffset;
  }

  /** The place of what `path` leads to from `root`; of the nearest thing around it, if it leads nowhere. */
  find(root: unknown, path: TreePath, which: 'key' | 'value' = 'value'): Place {
    let offset = this.rootOffset;
    let here = root;
    for (const [i, key] of path.entries()) {
      if (here === null || typeof here !== 'object' || !this.offsets.get(here)?.has(key)) break;
      offset = this.offset(here, key, i === path.length - 1 ? which : 'value');
      here = child(here, key);
    }
    return this.at(offset);
  }

  /** The place of a character. */
  at(offset: number): Place {
    const { line, col } = this.lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }
}

/** `container[key]` of a map, a list or an object without prototype; `undefined` if there is none. */
export function child(container: unknown, key: string | number): unknown {
  if (container instanceof Map) return container.get(key);
  if (container === null || typeof container !== 'object') return undefined;
  return Object.getOwnPropertyDescriptor(container, key)?.value;
}

/** A path as people write it: `steps[2].pod`, `pods["a b"]`. */
export function pathText(path: TreePath): string {
  return path
    .map((key) =>
      typeof key === 'number'
        ? `[${key}]`
        : /^[\w-]{1,100}$/.test(key)
          ? `.${key}`
          : `[${JSON.stringify(key.slice(0, 100))}]`,
    )
    .join('')
    .replace(/^\./, '');
}
