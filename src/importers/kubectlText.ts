import { failure, type Result, success } from '../base/result';
import { type EvidencePart, evidencePart } from './evidencePart';
import type { EvidenceLine, ReportedFact } from './importedRun';
import { eventFact, isEventHeading, readEventRow } from './kubectlEvents';
import { PodTable } from './kubectlTable';
import { MAX_LINE_TEXT } from './sourceLines';

/** Facts that are kept of one paste. */
const MAX_FACTS = 20_000;

/**
 * What people paste most: `kubectl describe pod`, the table of `kubectl get pods` or `kubectl get events`, or the text of
 * one event. All of it is second-hand and rounded, so it ends as reported facts and proves little.
 */
export function importKubectlText(text: string, label?: string): Result<EvidencePart> {
  const reader = new KubectlReader(label);
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) reader.line(line.replace(/\r$/, ''), i + 1);
  reader.end();
  const { facts } = reader;
  if (facts.length === 0) {
    return failure({
      severity: 'error',
      message: 'no pod and no event in this text',
      tip: 'kubectl get pods -A -o yaml tells more than tables do',
    });
  }
  const skipped =
    reader.unread === 0
      ? []
      : [
          {
            lines: reader.unread,
            reason: 'a line of neither a table, an event nor a description',
            first: reader.firstUnread,
          },
        ];
  const notes = [
    {
      line: null,
      text: 'tables, descriptions and events are rounded and second-hand: what they say counts for little',
    },
  ];
  return success(evidencePart('kubectl-text', { reported: facts.slice(0, MAX_FACTS), skipped, notes }));
}

/** A field of `kubectl describe pod`: it begins in the first column. */
const FIELD = /^([A-Z][\w -]{0,40}):(?:\s+(.*))?$/;

/** Reads line by line; a description lasts until the next one or a table begins. */
class KubectlReader {
  readonly facts: ReportedFact[] = [];
  unread = 0;
  firstUnread = 0;
  private table: PodTable | null = null;
  private events: readonly string[] | null = null;
  private described: Described | null = null;

  constructor(private readonly label: string | undefined) {}

  line(line: string, number: number): void {
    if (line.trim() === '') {
      this.table = null;
      if (this.events !== null && this.described === null) this.events = null;
      return;
    }
    const text = line.slice(0, MAX_LINE_TEXT);
    const at: EvidenceLine = {
      line: number,
      text,
      ...(this.label === undefined ? {} : { file: this.label }),
    };
    const table = PodTable.of(line);
    if (table !== null) {
      this.end();
      this.table = table;
      return;
    }
    if (isEventHeading(line)) {
      if (!/^\s/.test(line)) this.end();
      this.events = line.trim().split(/\s{2,}/);
      return;
    }
    if (this.events !== null && /^\s*-{3}/.test(line)) return;
    const fact =
      this.table?.read(line, at) ??
      (this.events === null ? null : readEventRow(this.events, line, at, this.described?.pod ?? null)) ??
      (this.describe(line, at) ? undefined : eventFact(line, at, this.described?.pod ?? null));
    if (fact === undefined) return;
    if (fact !== null) this.facts.push(fact);
    else if (this.described === null) {
      if (this.unread++ === 0) this.firstUnread = number;
    }
  }

  /** A line of a description; whether it is one. */
  private describe(line: string, at: EvidenceLine): boolean {
    const found = FIELD.exec(line);
    const field = found?.[1];
    if (field === undefined) return false;
    const value = (found?.[2] ?? '').trim();
    if (field === 'Name') {
      this.end();
      this.described = {
        name: value,
        pod: `default/${value}`,
        facts: [],
        grace: null,
        reason: null,
        status: null,
      };
      return true;
    }
    const pod = this.described;
    if (pod === null) return false;
    if (field !== 'Events') this.events = null;
    if (field === 'Namespace') pod.pod = `${value}/${pod.name}`;
    else if (field === 'Termination Grace Period') pod.grace = { value, at };
    else if (field === 'Status') pod.status = { value, at };
    else if (field === 'Reason') pod.reason = { value, at };
    else if (field === 'Message') pod.facts.push({ message: value, at });
    return true;
  }

  /** The end of a description: what it says of the pod becomes facts. */
  end(): void {
    const pod = this.described;
    this.described = null;
    this.table = null;
    this.events = null;
    if (pod?.status == null) return;
    const { status, reason, grace } = pod;
    const fact = (word: string, message: string, at: EvidenceLine): void => {
      this.facts.push({ pod: pod.pod, uid: null, reason: word, message, count: 1, at });
    };
    const lasts = /^Terminating\b\s*(?:\((.*)\))?/.exec(status.value);
    const told = lasts?.[1] ?? '';
    const after = grace === null ? '' : `${told === '' ? '' : ', '}grace period ${grace.value}`;
    if (lasts !== null) fact('Terminating', told + after, status.at);
    else fact(status.value, '', status.at);
    const message = pod.facts[0];
    if (reason !== null) fact(reason.value, message?.message ?? '', reason.at);
  }
}

/** A description as far as it is read. */
interface Described {
  readonly name: string;
  pod: string;
  readonly facts: { readonly message: string; readonly at: EvidenceLine }[];
  grace: { readonly value: string; readonly at: EvidenceLine } | null;
  reason: { readonly value: string; readonly at: EvidenceLine } | null;
  status: { readonly value: string; readonly at: EvidenceLine } | null;
}
