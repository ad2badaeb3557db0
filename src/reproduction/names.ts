import { shownText } from '../base/shownText';
import type { ImportedPod } from '../importers/importedRun';

const LONGEST_LABEL = 63;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** A name from outside as a DNS label, which is what scenarios take; the same text if it is one. */
export function asLabel(text: string, instead: string): string {
  if (LABEL.test(text)) return text;
  const label = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_LABEL)
    .replace(/^-+|-+$/g, '');
  return LABEL.test(label) ? label : instead;
}

/** `label`, with a number behind it if it is taken. Takes it. */
export function free(label: string, taken: Set<string>): string {
  let name = label;
  for (let n = 2; taken.has(name); n++) {
    const tail = `-${n}`;
    name = `${label.slice(0, LONGEST_LABEL - tail.length).replace(/-+$/, '')}${tail}`;
  }
  taken.add(name);
  return name;
}

/** A uid that a template can fix; `null` for a text that is hardly one. */
export const asUID = (uid: string | null): string | null =>
  uid !== null && /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(uid) ? uid : null;

/** How people are told of a pod: its name, or its uid if no line names it. */
export const calledBy = (pod: Pick<ImportedPod, 'name' | 'uid'>): string =>
  shownText(pod.name ?? pod.uid ?? '(no name)', 120);
