/** Plain data with the same content: numbers, strings, lists and records of them. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) => Object.hasOwn(b, name) && isSame(a[name as keyof typeof a], b[name as keyof typeof b]),
  );
}

/** `now` with those of its direct parts that have the content of `before`'s taken from there: who compares by identity sees what is new. */
export function withSameParts<T extends object>(before: T, now: T): T {
  const parts = Object.entries(now).map(([name, part]) => {
    const old: unknown = before[name as keyof T];
    return [name, isSame(old, part) ? old : part];
  });
  return Object.fromEntries(parts) as T;
}
