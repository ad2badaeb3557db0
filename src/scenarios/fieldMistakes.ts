import { child, type TreePath } from './places';

/** A field that the schema does not know, and those that it knows in that place. */
export interface UnknownField {
  readonly path: TreePath;
  readonly field: string;
  readonly known: readonly string[];
}

/** As much of a valibot schema as says which fields there are. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly value?: Shape;
  readonly wrapped?: Shape;
  getter?(input: unknown): Shape;
}

/**
 * Every field of `tree` that `schema` does not know. Valibot's own strict objects name the first one of an object
 * only, and a file with two typing errors should be told of both.
 */
export function unknownFields(schema: Shape, tree: unknown, path: TreePath = []): UnknownField[] {
  if (schema.wrapped !== undefined) return unknownFields(schema.wrapped, tree, path);
  if (schema.getter !== undefined) return unknownFields(schema.getter(tree), tree, path);
  if (schema.item !== undefined && Array.isArray(tree)) {
    const { item } = schema;
    return tree.flatMap((value, i) => unknownFields(item, value, [...path, i]));
  }
  if (schema.type === 'map' && schema.value !== undefined && tree instanceof Map) {
    const { value } = schema;
    return [...tree].flatMap(([key, entry]) => unknownFields(value, entry, [...path, key]));
  }
  const { entries } = schema;
  if (schema.type !== 'strict_object' || entries === undefined) return [];
  if (tree === null || typeof tree !== 'object' || Array.isArray(tree)) return [];
  return Object.keys(tree).flatMap((field): UnknownField[] => {
    const known = Object.getOwnPropertyDescriptor(entries, field)?.value as Shape | undefined;
    if (known === undefined) return [{ path: [...path, field], field, known: Object.keys(entries) }];
    return unknownFields(known, child(tree, field), [...path, field]);
  });
}
