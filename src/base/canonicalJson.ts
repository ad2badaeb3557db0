/**
 * JSON with the keys of every object in code-point order and without `undefined`: equal values give equal text,
 * whatever order they were built in. Used for fingerprints and for comparing states, never for files people read.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, field]) => field !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** FNV-1a over UTF-16 code units, 8 hex digits: a short name for a text, no protection against anybody. */
export function fingerprint(text: string, from = 0x811c9dc5): string {
  return fold(text, from).toString(16).padStart(8, '0');
}

/** The running value behind `fingerprint`, so that a growing text can be folded piece by piece. */
export function fold(text: string, from = 0x811c9dc5): number {
  let hash = from;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
