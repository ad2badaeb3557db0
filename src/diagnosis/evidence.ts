import type { EvidenceLine, ImportedPod } from '../importers/importedRun';
import type { LogEvent } from '../importers/logEvent';

const MOST = 12;

/** The line of an event as evidence; of several equal ones the first and the last. */
export function evidenceOf(events: readonly (LogEvent | null | undefined)[]): EvidenceLine[] {
  const lines = new Map<string, EvidenceLine>();
  for (const event of events) {
    if (event === null || event === undefined) continue;
    const { line, lastLine, text, lastText, file } = event;
    const named = file === undefined ? {} : { file };
    lines.set(`${file ?? ''} ${line}`, { line, text, ...named });
    if (lastLine !== line)
      lines.set(`${file ?? ''} ${lastLine}`, { line: lastLine, text: lastText, ...named });
  }
  const all = [...lines.values()].sort((a, b) => a.line - b.line);
  // Of many the first few and the last few: that it began, and that it goes on.
  return all.length <= MOST ? all : [...all.slice(0, MOST / 2), ...all.slice(-MOST / 2)];
}

/** How findings name a pod: its name, or its uid if no line names it. */
export const nameOf = (pod: Pick<ImportedPod, 'name' | 'uid'>): string | null => pod.name ?? pod.uid;

/** The events of these kinds, in order. */
export const eventsOf = (pod: ImportedPod, ...kinds: readonly LogEvent['kind'][]): LogEvent[] =>
  pod.events.filter(({ kind }) => kinds.includes(kind));

/** A length of time in words for people: `46 s`, `4 min 30 s`, `80 min`. */
export function lasting(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 10 && seconds % 60 !== 0 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
}
