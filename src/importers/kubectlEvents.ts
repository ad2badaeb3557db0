import type { EvidenceLine, ReportedFact } from './importedRun';

/** Headings of `kubectl get events` and of the events at the end of a description. */
export const isEventHeading = (line: string): boolean =>
  /^\s*(?:NAMESPACE\s+)?LAST SEEN\s+TYPE\s+REASON\s+OBJECT\b/.test(line) ||
  /^\s*Type\s+Reason\s+Age\s+From\s+Message\s*$/.test(line);

/** Ages: `3m`, `2d4h`, `<unknown>`, `4s (x2 over 42s)`. */
const AGE = /^(\S+)(?:\s+\((x\d+)(?: over (\S+?))?\))?\s+/;

/** A row below such a heading; `null` if it is none. */
export function readEventRow(
  headings: readonly string[],
  line: string,
  at: EvidenceLine,
  described: string | null,
): ReportedFact | null {
  return headings[0] === 'Type' ? describedRow(line, at, described) : listedRow(headings, line, at);
}

/** `Warning  FailedKillPod  4s (x2 over 42s)  kubelet, node-b  error killing pod: …` */
function describedRow(line: string, at: EvidenceLine, pod: string | null): ReportedFact | null {
  const found = /^\s*(Normal|Warning)\s+(\S+)\s+(.*)$/.exec(line);
  if (found === null) return null;
  const rest = found[3] ?? '';
  const age = AGE.exec(rest);
  if (age === null) return null;
  const source = /^\S+?(?:, \S+)?(?:\s{2,}|\s)/.exec(rest.slice(age[0].length));
  const message = rest.slice(age[0].length + (source?.[0].length ?? 0)).trim();
  return { pod, uid: uidIn(message), reason: found[2] ?? '', message, count: countOf(age[2]), at };
}

/** `4s (x2 over 42s)   Warning   FailedKillPod   pod/edge-0   error killing pod: …`, with a namespace in front or not. */
function listedRow(headings: readonly string[], line: string, at: EvidenceLine): ReportedFact | null {
  const found = /^(.*?)\s(Normal|Warning)\s+(\S+)\s+(\S+)\s*(.*)$/.exec(line.trim());
  if (found === null) return null;
  const [, before = '', , reason = '', object = '', rest = ''] = found;
  const named = /^pods?\/(\S+)$/i.exec(object);
  if (named === null) return null;
  const words = before.trim().split(/\s+/);
  const namespace = headings[0] === 'NAMESPACE' ? (words[0] ?? 'default') : 'default';
  const count = countOf(/\((x\d+)/.exec(before)?.[1]);
  const message = rest.trim();
  return { pod: `${namespace}/${named[1]}`, uid: uidIn(message), reason, message, count, at };
}

const KILL_FAILED = /failed to "(Kill(?:Container|PodSandbox))" for "([^"\s]{1,253})" with (Kill\w+Error)/;

/** An event's text alone: that killing a pod failed names the pod's uid. `null` if the line says no such thing. */
export function eventFact(line: string, at: EvidenceLine, described: string | null): ReportedFact | null {
  const text = line.trim();
  if (!/\berror killing pod\b/i.test(text) && !KILL_FAILED.test(text)) return null;
  const count = countOf(/\((x\d+) over/.exec(text)?.[1]);
  const from = Math.max(0, text.search(/error killing pod|failed to "Kill/i));
  return { pod: described, uid: uidIn(text), reason: 'FailedKillPod', message: text.slice(from), count, at };
}

/**
 * The uid that the text names. `failed to "KillContainer" for "NAME"` names a container, so what does not look like a uid
 * is taken only from what is said about a sandbox.
 */
function uidIn(message: string): string | null {
  const text = message.replaceAll('\\"', '"');
  for (const found of text.matchAll(new RegExp(KILL_FAILED, 'g'))) {
    const [, step, id = ''] = found;
    if (
      step === 'KillPodSandbox' ||
      /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})$/.test(id)
    )
      return id;
  }
  return null;
}

const countOf = (text: string | undefined): number =>
  text === undefined ? 1 : Math.max(1, Number(text.slice(1)));
