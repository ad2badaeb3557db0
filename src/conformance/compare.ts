/** One field in which two snapshots differ; an absent field has the default of the format. */
export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** Kill options without content still say that there are kill options. */
const MEANINGFUL_WHEN_EMPTY: ReadonlySet<string> = new Set(['kill']);

/**
 * A snapshot without the fields that have their default (false, 0, empty, null): the format leaves them out, so they are
 * left out on both sides. Elements of lists are kept.
 */
function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value)
    .map(([key, field]) => [key, withoutDefaults(field)] as const)
    .filter(([key, field]) => !isDefault(field) || (MEANINGFUL_WHEN_EMPTY.has(key) && field !== undefined));
  return Object.fromEntries(kept);
}

function isDefault(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0 || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Every field in which `got` differs from `expected`, in the order of the paths. */
export function compareSnapshots(expected: unknown, got: unknown): readonly Difference[] {
  const differences: Difference[] = [];
  walk(withoutDefaults(expected), withoutDefaults(got), '', differences);
  return differences;
}

function walk(expected: unknown, got: unknown, path: string, out: Difference[]): void {
  if (Object.is(expected, got)) return;
  const bothObjects = isObject(expected) && isObject(got) && Array.isArray(expected) === Array.isArray(got);
  if (!bothObjects) {
    out.push({ path, expected, got });
    return;
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(got)]);
  for (const key of [...keys].sort()) {
    const place = Array.isArray(expected) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    walk(expected[key], got[key], place, out);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
