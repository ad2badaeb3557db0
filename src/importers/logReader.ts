import { civilTime } from './civilTime';
import type { DraftEvent } from './draftEvent';
import { draftEvents } from './draftEvents';
import type { ClockAssumptions, Note, Skipped } from './importedRun';
import { type KeptEvent, KeptEvents } from './keptEvents';
import { findHeader, type KlogHeader } from './klogHeader';
import { linePrefix, offsetOf, yearOfStamp } from './linePrefix';
import { LogClock } from './logClock';
import { idOfLogfmt, logfmtRecord } from './logfmt';
import { MESSAGES } from './logMessages';
import { jsonRecord, messageAt, textRecord } from './logRecord';
import { SkippedLines } from './skippedLines';
import { unwrapLine } from './unwrapLine';

/** A record that may go on in the next line. */
interface Pending {
  text: string;
  readonly header: KlogHeader;
  readonly line: number;
  readonly node: string | null;
  joined: number;
}

/** Which kubelet process lines were written by, and from where to where. */
export interface SeenProcess {
  readonly node: string | null;
  readonly pid: string;
  readonly file: number;
  firstLine: number;
  lastLine: number;
  firstAt: number;
  lastAt: number;
  readonly absolute: boolean;
  lines: number;
}

/** A log as it was read: what happens next (order, runs, names) needs all of it. */
export interface ReadLog {
  readonly events: readonly KeptEvent[];
  readonly processes: readonly SeenProcess[];
  readonly clock: ClockAssumptions;
  readonly verbosity: number | null;
  /** Wording of before and since kubernetes#113145, by how many lines. */
  readonly wording: { readonly before127: number; readonly since127: number };
  readonly wrapped: { readonly journald: boolean; readonly json: boolean; readonly text: boolean };
  readonly records: number;
  readonly lines: number;
  readonly skipped: readonly Skipped[];
  readonly notes: readonly Note[];
}

const MOST_JOINED = 200;
const EVIDENCE = 600;
const COMMENT = /^\s*(?:#|\/\/|>>|\.\.\.|…|\[(?!failed)[^\]]*|\*\*|<!--|--\s*$|~~)/;
const LOG_BEGINS = /^-- (?:Logs begin|Journal begins) at \w{3} (\d{4})-(\d\d)/;
const UNIT = /systemd\[\d+\]: (Start(?:ed|ing)|Stopp(?:ed|ing)) .*kubelet/i;

/** Reads the lines of kubelet logs, one after another, whatever stands between them. */
export class LogReader {
  private readonly kept = new KeptEvents();
  private readonly clock = new LogClock();
  private readonly skippedLines = new SkippedLines();
  private readonly notes: Note[] = [];
  private readonly processes = new Map<string, SeenProcess>();
  private readonly wrapped = { journald: false, json: false, text: false };
  private pending: Pending | null = null;
  private partial = '';
  private dump = false;
  private file = 0;
  private sequence = 0;
  private segment = 0;
  private lastAt: number | null = null;
  private rising = 0;
  private falling = 0;
  private records = 0;
  private lines = 0;
  private level = -1;
  private before127 = 0;
  private since127 = 0;
  private joined = 0;

  /** Another file of the same evidence begins. */
  nextFile(): void {
    this.flush();
    this.file++;
    this.segment++;
    this.lastAt = null;
  }

  /** One physical line, without its end. */
  readonly line = (raw: string, number: number, cut: boolean): void => {
    this.lines++;
    if (cut) this.skippedLines.add(`longer than can be kept: only the head was read`, number);
    const unwrapped = unwrapLine(raw);
    if (unwrapped.partial) {
      if (this.partial.length < 65_536) this.partial += unwrapped.text;
      return;
    }
    const text = this.partial === '' ? unwrapped.text : this.partial + unwrapped.text;
    this.partial = '';
    if (unwrapped.wrapping === 'journald-json') this.wrapped.journald = true;

    const header = findHeader(text);
    if (header !== null) return this.begin(text, header, number, unwrapped.host, unwrapped.stamp);
    if (this.json(text, raw, number, unwrapped.host)) return;
    this.headerless(text, raw, number);
  };

  /** Nothing comes any more. */
  end(): ReadLog {
    this.flush();
    const reversed = this.falling >= 3 && this.falling > 2 * this.rising;
    if (this.joined > 0) {
      this.notes.push({ line: null, text: `${this.joined} wrapped lines were joined to the ones before` });
    }
    return {
      events: this.kept.all(),
      processes: [...this.processes.values()],
      clock: this.clock.assumptions(reversed),
      verbosity: this.level < 0 ? null : this.level,
      wording: { before127: this.before127, since127: this.since127 },
      wrapped: this.wrapped,
      records: this.records,
      lines: this.lines,
      skipped: this.skippedLines.list(),
      notes: this.notes,
    };
  }

  private begin(
    text: string,
    header: KlogHeader,
    line: number,
    host: string | null,
    stamp: string | null,
  ): void {
    this.flush();
    this.dump = false;
    this.wrapped.text = true;
    const prefix = header.start === 0 ? null : linePrefix(text.slice(0, header.start));
    if (prefix?.host !== undefined) this.wrapped.journald = true;
    const second = secondHeader(text, header);
    const own = second < 0 ? text : text.slice(0, second).trimEnd();
    const node = prefix?.host ?? host;
    this.pending = { text: own, header, line, node: node === null ? null : this.kept.word(node), joined: 0 };
    const full = stamp ?? prefix?.stamp ?? null;
    if (full !== null) {
      const offset = offsetOf(full, header);
      if (offset !== null) this.clock.offset(offset);
      this.fullDate(yearOfStamp(full), 'the time in front of the lines');
    }
    if (second >= 0) {
      const next = findHeader(text, second);
      if (next !== null) this.begin(text, next, line, node, null);
    }
  }

  private fullDate(date: { readonly year: number; readonly month: number } | null, from: string): void {
    if (date !== null) this.hints.push({ ...date, from });
  }

  /** Hints wait until the record's own time is known. */
  private readonly hints: {
    readonly year: number;
    readonly month: number;
    readonly from: string;
    readonly weight?: number;
  }[] = [];

  private json(text: string, raw: string, line: number, host: string | null): boolean {
    const start = text.startsWith('{') ? 0 : text.indexOf('{"ts":');
    if (start < 0 || start > 240) return false;
    let object: unknown;
    try {
      object = JSON.parse(text.slice(start).replace(/,\s*$/, ''));
    } catch {
      return false;
    }
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return false;
    const record = jsonRecord(object as { readonly [key: string]: unknown });
    if (record === null) return false;
    this.flush();
    this.dump = false;
    this.wrapped.json = true;
    const prefix = start === 0 ? null : linePrefix(text.slice(0, start));
    const node = prefix?.host ?? host;
    const at = record.ts;
    this.moved(at);
    const { year, month } = civilTime(at);
    this.clock.hint(year, month, 'records in JSON');
    this.seen(node, '', line, at, true);
    this.records++;
    const drafts = draftEvents(record);
    if (drafts.length === 0) this.skippedLines.part(record.file, line);
    for (const draft of drafts) this.keep(draft, { text: raw, line, at, absolute: true, node, pid: null });
    return true;
  }

  private headerless(text: string, raw: string, line: number): void {
    const { pending } = this;
    if (/^(?:panic: |goroutine \d+ \[|fatal error: )/.test(text) || (this.dump && text !== '')) {
      if (!this.dump) {
        this.flush();
        this.keep({ kind: 'panic', uid: null, pod: null, level: 0, error: text }, this.bare(raw, line));
      } else {
        this.skippedLines.add('the rest of a crash dump', line);
      }
      this.dump = true;
      return;
    }
    const logfmt = logfmtRecord(text);
    if (logfmt !== null) {
      this.flush();
      const id = idOfLogfmt(logfmt);
      this.fullDate(yearOfStamp(logfmt.time), 'the runtime’s own times');
      this.takeHints();
      if (id === null && logfmt.level !== 'error')
        return this.skippedLines.add('of the container runtime, without an id', line);
      const draft: DraftEvent = {
        kind: 'runtimeNote',
        uid: null,
        pod: null,
        level: 0,
        reason: logfmt.level,
        error: logfmt.error === null ? logfmt.message : `${logfmt.message}: ${logfmt.error}`,
        ...(id === null ? {} : { id }),
      };
      return this.keep(draft, this.bare(raw, line));
    }
    const begins = LOG_BEGINS.exec(text);
    if (begins !== null) {
      this.fullDate({ year: Number(begins[1]), month: Number(begins[2]) }, 'the line “Logs begin at”');
      if (this.lastAt === null) this.early.push(...this.hints.splice(0));
      return;
    }
    const unit = UNIT.exec(text);
    if (unit !== null) {
      this.flush();
      const kind = unit[1]?.startsWith('Start') === true ? 'systemdStarted' : 'systemdStopped';
      return this.keep({ kind, uid: null, pod: null, level: 0 }, this.bare(raw, line));
    }
    if (pending !== null && pending.joined < MOST_JOINED && this.continues(pending, text)) return;
    if (text.trim() === '') return;
    if (COMMENT.test(text)) {
      if (this.notes.length < 200) this.notes.push({ line, text: text.trim().slice(0, 200) });
      return;
    }
    if (/^\s*(?:```|~~~|<\/?(?:details|summary|pre|code)\b)/.test(text)) return;
    this.skippedLines.add(reasonOf(text), line);
  }

  /** Takes a line into the record before, if that has an open end. */
  private continues(pending: Pending, text: string): boolean {
    const inner = text.replace(/^(?:\s*>(?= |\t|$))+ ?(?=\S*\t)/, '');
    const block = pending.text.lastIndexOf('=<');
    if (
      block >= 0 &&
      /^=<\s*(?:\n|$)/.test(pending.text.slice(block)) &&
      !pending.text.slice(block).includes('\n >')
    ) {
      pending.text += `\n${inner}`;
      pending.joined++;
      return true;
    }
    if (!isOpen(pending.text, pending.header.end)) return false;
    pending.text += ` ${inner.replace(/^(?:\w{3} +\d+ [\d:]+ \S+ \S+: )?\s*/, '')}`;
    pending.joined++;
    this.joined++;
    return true;
  }

  private flush(): void {
    const { pending } = this;
    if (pending === null) return;
    this.pending = null;
    const { text, header, line, node } = pending;
    const at = this.clock.nominal(header.month, header.day, header.time);
    this.moved(at);
    this.takeHints();
    this.seen(node, header.pid, line, at, false);
    this.records++;
    const quoted = messageAt(text, header.end);
    if (
      quoted !== null &&
      header.severity === 'I' &&
      !MESSAGES.has(quoted.message) &&
      !quoted.message.startsWith('UnmountVolume.TearDown')
    ) {
      this.skippedLines.part(header.file, line);
      return;
    }
    const record = textRecord(text, header);
    this.wording(text, record.message);
    const drafts = draftEvents(record);
    if (drafts.length === 0) return this.skippedLines.part(header.file, line);
    const date = /\b(?:until |DeletionTimestamp=)(\d{4})-(\d\d)-/.exec(text);
    if (date !== null) this.clock.hint(Number(date[1]), Number(date[2]), `a date in line ${line}`);
    const pid = this.kept.word(header.pid);
    for (const draft of drafts) this.keep(draft, { text, line, at, absolute: false, node, pid });
  }

  /** Which side of kubernetes#113145 the words and encodings are on. */
  private wording(text: string, message: string | null): void {
    // The first few dozen lines that tell it are enough.
    if (message === null || this.before127 + this.since127 > 60) return;
    if (/ updateType=[012]\b/.test(text) || /^sync(?:Terminat\w+)?Pod (?:enter|exit)$/.test(message))
      this.before127++;
    if (
      / workType=| updateType="|^Sync\w*Pod (?:enter|exit)$/.test(` ${message}`.trim()) ||
      / workType=| updateType="/.test(text) ||
      /\bpods=\["|podUID="/.test(text)
    ) {
      this.since127++;
    }
  }

  private moved(at: number): void {
    if (this.lastAt !== null) {
      if (at > this.lastAt) this.rising++;
      if (at < this.lastAt) this.falling++;
      if (at < this.lastAt - 5000) this.segment++;
    }
    this.lastAt = at;
    if (this.early.length > 0) this.hints.push(...this.early.splice(0));
  }

  private readonly early: { readonly year: number; readonly month: number; readonly from: string }[] = [];

  private takeHints(): void {
    for (const { year, month, from, weight } of this.hints.splice(0))
      this.clock.hint(year, month, from, weight ?? 3);
  }

  private seen(node: string | null, pid: string, line: number, at: number, absolute: boolean): void {
    const key = `${this.file} ${node ?? ''} ${pid}`;
    const process = this.processes.get(key);
    if (process === undefined) {
      this.processes.set(key, {
        node,
        pid: this.kept.word(pid),
        file: this.file,
        firstLine: line,
        lastLine: line,
        firstAt: at,
        lastAt: at,
        absolute,
        lines: 1,
      });
      return;
    }
    process.lines++;
    process.lastLine = line;
    process.firstAt = Math.min(process.firstAt, at);
    process.lastAt = Math.max(process.lastAt, at);
  }

  private bare(text: string, line: number) {
    return { text, line, at: null, absolute: false, node: null, pid: null };
  }

  private keep(
    draft: DraftEvent,
    place: Pick<KeptEvent, 'text' | 'line' | 'at' | 'absolute' | 'node' | 'pid'>,
  ): void {
    this.level = Math.max(this.level, draft.level);
    const { kind, uid, pod, level, phase, source, reason, error, id, operation, amount, otherUID } = draft;
    const { text, line, at, absolute, node, pid } = place;
    // Written out: spreading the two takes longer than all the rest of the reading.
    this.kept.keep({
      kind,
      uid,
      pod,
      level,
      phase,
      source,
      reason,
      error,
      id,
      operation,
      amount,
      otherUID,
      text: text.length > EVIDENCE ? text.slice(0, EVIDENCE) : text,
      line,
      at,
      absolute,
      node,
      pid,
      file: this.file,
      sequence: this.sequence++,
      segment: this.segment,
      count: 1,
      lastLine: line,
      lastText: text,
      lastAt: at,
    });
  }
}

const SECOND = /\s[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+\s+\d+ [\w.-]+\.go:\d+\]/g;

/** Where a second record begins in the same line, outside quotes; -1 if none does. */
function secondHeader(text: string, first: KlogHeader): number {
  if (!text.includes('.go:', first.end)) return -1;
  SECOND.lastIndex = first.end;
  for (;;) {
    const match = SECOND.exec(text);
    if (match === null) return -1;
    if (!isOpen(text.slice(0, match.index), first.end)) return match.index + 1;
  }
}

/** Whether a quote is open at the end. */
function isOpen(text: string, from: number): boolean {
  let open = false;
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) open = !open;
  }
  return open;
}

function reasonOf(text: string): string {
  if (/\bkernel:|apparmor=|audit\[/.test(text)) return 'of the kernel';
  if (/systemd(?:\[\d+\])?:/.test(text)) return 'of systemd';
  if (/dockerd|containerd|crio\[/.test(text)) return 'of the container runtime, in a form that is not read';
  return 'no record of a kubelet';
}
