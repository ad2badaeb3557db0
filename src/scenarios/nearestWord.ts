import { distance } from 'fastest-levenshtein';

/** Nobody misspells a word this long; comparing it would only cost time. */
const LONGEST = 80;

/** The known word that `word` most likely means; `null` if none is close. Capitals do not count. */
export function nearestWord(word: string, known: Iterable<string>): string | null {
  const typed = word.toLowerCase();
  if (typed === '' || typed.length > LONGEST) return null;
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const wanted = candidate.toLowerCase();
    const far = distance(typed, wanted);
    const near = typed.length <= 3 ? 1 : Math.max(2, Math.floor(typed.length / 3));
    const close = far <= near || (typed.length >= 4 && wanted.startsWith(typed));
    if (close && far < bestDistance) {
      best = candidate;
      bestDistance = far;
    }
  }
  return best;
}

/** The tip for an unknown word: the nearest known one, else what there is. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known);
  if (near !== null) return `did you mean \`${near}\`?`;
  const shown = known.slice(0, 40).map((name) => `\`${name}\``);
  return `known: ${shown.join(', ')}${known.length > shown.length ? ', …' : ''}`;
}

/** A value from a file as messages quote it: short, on one line, in backticks where it is a scalar. */
export function quoted(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map of fields';
  const text = typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : String(value);
  return `\`${text.length > 60 ? `${text.slice(0, 59)}…` : text}\``;
}
