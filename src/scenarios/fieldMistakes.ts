import { child, type TreePath } from './places';

/** A field that the schema does not know, with those that it knows there; or a list where fields belong. */
export type FieldMistake =
  | {
      readonly kind: 'unknownField';
      readonly path: TreePath;
      readonly field: string;
      readonly known: readonly string[];
    }
  | { readonly kind: 'listForFields'; readonly path: TreePath };

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
 * only, and a file with two typing errors should be told of both; besides, they take a list for an object.
 */
export function fieldMistakes(schema: Shape, tree: unknown, path: TreePath = []): FieldMistake[] {
  if (schema.wrapped !== undefined) return fieldMistakes(schema.wrapped, tree, path);
  if (schema.getter !== undefined) return fieldMistakes(schema.getter(tree), tree, path);
  if (schema.item !== undefined && Array.isArray(tree)) {
    const { item } = schema;
    return tree.flatMap((value, i) => fieldMistakes(item, value, [...path, i]));
  }
  if (schema.type === 'map' && schema.value !== undefined && tree instanceof Map) {
    const { value } = schema;
    return [...tree].flatMap(([key, entry]) => fieldMistakes(value, entry, [...path, key]));
  }
  const { entries } = schema;
  if (schema.type !== 'strict_object' || entries === undefined) return [];
  if (Array.isArray(tree)) return [{ kind: 'listForFields', path }];
  if (tree === null || typeof tree !== 'object') return [];
  return Object.keys(tree).flatMap((field): FieldMistake[] => {
    const known = Object.getOwnPropertyDescriptor(entries, field)?.value as Shape | undefined;
    const here = [...path, field];
    if (known === undefined)
      return [{ kind: 'unknownField', path: here, field, known: Object.keys(entries) }];
    return fieldMistakes(known, child(tree, field), here);
  });
}
