import type { SourceFormat } from './importedRun';

/** Characters of a file's beginning that are looked at; more is cut off. */
export const DETECT_LENGTH = 64_000;

/** What can be given, for a message that nothing was recognised. */
export const UNDERSTOOD =
  'kubelet logs (text, JSON, journald, container logs), pods and events as YAML or JSON, the kubelet’s /metrics, ' +
  'answers of the Prometheus API, tables and descriptions of kubectl, output of crictl, scenarios and traces of this lab';

/** A klog header, with whatever editors, journald and container runtimes put in front. */
const KLOG =
  /(?:^|[^\w.])[IWEF](?:0[1-9]|1[0-2])[0-3]\d\s+\d\d:\d\d:\d\d\.\d{1,9}\s+\d+\s+[\w./-]+\.(?:go|s):\d+\]/;
/** A log record in JSON, bare or as a string inside another (then its quotes are escaped). */
const JSON_LOG = /\{\s*\\*"ts\\*"\s*:|\\*"caller\\*"\s*:\s*\\*"[\w./-]+\.go:\d+/;
const DOCKER_LOG = /^\s*\{"log":"/;
const CRI_LOG = /^\d{4}-\d\d-\d\dT\S+ (?:stdout|stderr) [FP](?: |$)/;
const JOURNAL_JSON = /"(?:__REALTIME_TIMESTAMP|_SYSTEMD_UNIT|SYSLOG_IDENTIFIER|MESSAGE)"\s*:/;
const JOURNAL =
  /^-- (?:Logs|Journal) begin|^(?:\d+:)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? \S+(?: \S+)?\[\d+\]: /;
const LOGFMT = /^\s*(?:\S+ ){0,8}?time="\d{4}-\d\d-\d\dT[^"]+" level=\w+ msg=/;

/** A text that begins as an object or as a description by kubectl. */
const OBJECT =
  /^(?:\s*(?:#|---|```|[$>] ?kubectl)[^\n]*\n)*\s*(?:(?:- )?(?:apiVersion|kind|items|metadata):|[[{]\s*(?:\{\s*)?"(?:apiVersion|kind|items|metadata)"|Name: {2,}\S)/;

/**
 * What a text is, by its beginning and never by its name. Whatever looks like a kubelet's log is `klog`: which of its
 * forms a line has is found out line by line. `null`: nothing that is understood (`UNDERSTOOD`).
 */
export function detectFormat(head: string): SourceFormat | null {
  const text = head.slice(0, DETECT_LENGTH).replace(/^\uFEFF/, '');
  const lines = text.split(/\r\n?|\n/);
  const starts = lines.map((line) => line.slice(0, 240));
  // Pods quote the last words of their containers, which may be klog lines as well: those are indented or in quotes.
  const isLog = (line: string): boolean => KLOG.test(line) || CRI_LOG.test(line);
  const mayQuote = OBJECT.test(text);
  if (starts.some((line) => (!mayQuote || /^[\dA-Z]/.test(line)) && isLog(line))) return 'klog';
  const structured = /^\s*(?:```[^\n]*\s*)?[[{]/.test(text) ? detectJson(text, lines) : null;
  if (structured !== null) return structured;
  return (
    detectYaml(starts) ??
    detectMetrics(starts) ??
    detectTables(text, starts) ??
    (starts.some((line) => JOURNAL.test(line) || LOGFMT.test(line) || JSON_LOG.test(line)) ? 'klog' : null) ??
    (isKubeletTalk(text) ? 'klog' : null)
  );
}

function detectJson(text: string, lines: readonly string[]): SourceFormat | null {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (DOCKER_LOG.test(first) || JSON_LOG.test(first) || JOURNAL_JSON.test(first.slice(0, 4000)))
    return 'klog';
  const has = (pattern: RegExp): boolean => pattern.test(text);
  if (has(/"kind"\s*:\s*"(?:Pod|PodList|List|Event|EventList)"/)) return 'pod-json';
  if (has(/"status"\s*:\s*"(?:success|error)"/) && has(/"(?:data|error|errorType)"\s*:/))
    return 'prometheus-json';
  if (has(/"resultType"\s*:\s*"(?:vector|matrix)"/)) return 'prometheus-json';
  if (has(/"fingerprint"\s*:\s*"[0-9a-f]{8}"/) && has(/"release"\s*:/)) return 'trace';
  if (has(/"scenario"\s*:\s*"[^"]*"\s*,\s*"title"\s*:/) && has(/"release"\s*:/)) return 'trace';
  if (has(/"version"\s*:\s*1\b/) && has(/"steps"\s*:/)) return 'scenario';
  if (has(/"io\.kubernetes\.pod\.(?:uid|name)"/) || has(/"podSandboxId"\s*:/)) return 'crictl-json';
  // `kubectl get --raw` writes no kinds inside; the kubelet's own list may begin with its pods.
  if (has(/"apiVersion"\s*:/) || (has(/"metadata"\s*:/) && has(/"(?:items|spec)"\s*:/))) return 'pod-json';
  if (/^\s*\[\s*\]\s*$/.test(text)) return 'pod-json';
  return has(JSON_LOG) ? 'klog' : null;
}

function detectYaml(lines: readonly string[]): SourceFormat | null {
  const has = (pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
  if (has(/^["']?version["']?:\s*1\s*(?:#.*)?$/) && has(/^["']?steps["']?:/)) return 'scenario';
  if (has(/^(?:\s*-)?\s+["']?io\.kubernetes\.pod\.(?:uid|name)["']?:/)) return 'crictl-json';
  const isObject =
    has(/^(?:- )?\s*["']?apiVersion["']?:\s*\S/) ||
    has(/^(?:- )?\s*["']?kind["']?:\s*["']?(?:Pod|PodList|List|Event|EventList)["']?\s*(?:#.*)?$/) ||
    (has(/^(?:- )?(?: {2})?metadata:\s*(?:#.*)?$/) && has(/^(?: {2})?spec:\s*(?:#.*)?$/)) ||
    has(/^\{\s*(?:apiVersion|kind)\s*:/);
  // A description of kubectl has fields with large letters; a table of kubectl has none at all.
  return isObject ? 'pod-yaml' : null;
}

function detectMetrics(lines: readonly string[]): SourceFormat | null {
  if (lines.some((line) => /^# (?:HELP|TYPE|UNIT) [a-zA-Z_:][\w:.]* ?/.test(line))) return 'metrics';
  const sample =
    /^\s*[a-zA-Z_:][\w:]*(?:\{[^}]*\}|_[\w:]*)\s+[+-]?(?:\d[\d.eE+-]*|Inf|NaN)(?:\s+-?\d+(?:\.\d+)?)?\s*(?:#.*)?$/;
  return lines.some((line) => sample.test(line)) ? 'metrics' : null;
}

function detectTables(text: string, lines: readonly string[]): SourceFormat | null {
  const has = (pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
  if (has(/^\s*(?:POD ID\s+CREATED|CONTAINER(?: ID)?\s+IMAGE\s)/)) return 'crictl-json';
  if (has(/^\s*(?:NAMESPACE\s+)?NAME\s+READY\s+STATUS\s+RESTARTS\s+AGE\b/)) return 'kubectl-text';
  if (has(/^\s*(?:NAMESPACE\s+)?LAST SEEN\s+TYPE\s+REASON\s+OBJECT\b/)) return 'kubectl-text';
  if (has(/^\s*Type\s+Reason\s+Age\s+From\s+Message\s*$/)) return 'kubectl-text';
  if (has(/^Name:\s+\S/) && has(/^(?:Namespace|Status|Node):\s/)) return 'kubectl-text';
  return /error killing pod: |failed to \\*"Kill(?:Container|PodSandbox)\\*" for /i.test(text)
    ? 'kubectl-text'
    : null;
}

/** Messages of a kubelet without a header, as after `cut` or an export that keeps the message only. */
const isKubeletTalk = (text: string): boolean =>
  /\bSyncLoop (?:ADD|UPDATE|DELETE|REMOVE|\()|"Error syncing pod, skipping"|"Kubelet version"|"Processing pod event/.test(
    text,
  );
